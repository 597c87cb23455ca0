import { readFileSync } from 'node:fs';
import path from 'node:path';

import { chosenHost } from '../../tools/n8n/driver/host-folder.mts';
import { createWorkflow, withCredential } from '../../tools/n8n/driver/workflows.mts';
import { sharePlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { dataOf } from '../support/host/plan-data.mts';
import { plan } from '../support/host/run-on-items.mts';
import type { Part } from '../support/host/run-on-items.mts';
import { featuresOf } from './field-case.mts';

const trigger: Part = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
const read = (operation: string): Part => ({
	name: 'Extract from File',
	type: 'n8n-nodes-base.extractFromFile',
	typeVersion: 1,
	parameters: { operation },
});

/** What a person picks or types: each value that is stored in a node, and its credential. */
function settingsOf(nodes: readonly Part[]): string[] {
	const valuesIn = (name: string, value: unknown): string[] => {
		// What an untouched mapper and list hold.
		if (value === null || value === 'autoMapInputData' || name === '__rl') return [];
		if (typeof value !== 'object') return [`${name}: ${String(value)}`];
		return Object.entries(value).flatMap(([inner, one]) => valuesIn(inner, one));
	};
	return nodes.flatMap(({ parameters, credentials = {} }) => [
		...valuesIn('', parameters),
		...Object.keys(credentials),
	]);
}

describe(`a list becomes features with few nodes and settings in the ${chosenHost()} n8n`, () => {
	let host: PlanHost;

	beforeAll(async () => {
		host = await sharePlanHost();
	});

	afterAll(async () => {
		await host?.close();
	});

	/** Runs nodes on a file that their trigger gives. */
	async function runOnFile(fileName: string, nodes: Part[]) {
		expect(JSON.stringify(nodes)).not.toContain('{{');
		const data = readFileSync(path.join(import.meta.dirname, 'files', fileName)).toString('base64');
		const pinned = { json: {}, binary: { data: { data, fileName, mimeType: 'application/octet-stream' } } };
		const draft = {
			name: fileName,
			nodes: nodes.map((part, index) => ({ ...part, position: [index * 200, 0] as [number, number] })),
			connections: Object.fromEntries(
				nodes
					.slice(1)
					.map(({ name: node }, index) => [nodes[index].name, { main: [[{ node, type: 'main', index: 0 }]] }]),
			),
			pinData: { Start: [pinned] },
		};
		const stored = await createWorkflow(host.n8n.session, withCredential(draft, host.credential));
		return await host.n8n.run(stored, { trigger: 'Start' });
	}

	const onPlan = (planCode: string) => ({ __rl: true, mode: 'list', value: planCode });

	test('a room list without kinds is compared by 3 nodes and at most 8 settings', async () => {
		const planCode = host.sandbox.addPlan();
		host.sandbox.setFeatures(planCode, featuresOf(['100', '101', '102'].map((Room) => ({ Room, Tenant: 'X' }))));
		const columns = { mappingMode: 'autoMapInputData', value: null, matchingColumns: ['Room'] };
		const compare = plan('Compare', 'pushFeatures', { operation: 'compare', planCode: onPlan(planCode), columns });
		const nodes = [trigger, read('csv'), compare];

		const result = await runOnFile('list-without-type.csv', nodes);

		const rows = result.json('Compare').map(({ result: found, match }) => [found, match]);
		expect(rows).toEqual([['new', '150']]);
		expect(nodes).toHaveLength(3);
		expect(settingsOf(nodes)).toEqual([
			'operation: csv',
			'operation: compare',
			'mode: list',
			`value: ${planCode}`,
			'0: Room',
			'planServiceApi',
		]);
	});

	test('GeoJSON becomes zones by 3 nodes, without an expression', async () => {
		const planCode = host.sandbox.addPlan();
		host.sandbox.setFeatures(planCode, featuresOf([{ useType: 'Office', occupier: 'Dept Z' }]));
		const kind = { featureType: 'zone', zoneType: 'tenanted', options: { extraColumns: 'ignore' } };
		const push = plan('Push', 'pushFeatures', { planCode: onPlan(planCode), ...kind });
		const nodes = [trigger, read('fromJson'), push];

		const result = await runOnFile('collection.geojson', nodes);

		expect(result.json('Push')).toMatchObject([{ pushed: 2 }]);
		const [, ...zones] = host.sandbox.features(planCode);
		expect(zones.map(({ type, zoneType }) => `${String(type)} ${String(zoneType)}`)).toEqual(
			zones.map(() => 'zone tenanted'),
		);
		expect(zones.map(dataOf)).toHaveLength(2);
		expect(nodes).toHaveLength(3);
		expect(settingsOf(nodes)).toHaveLength(7);
	});
});
