import fc from 'fast-check';

import { chosenHost } from '../../tools/n8n/driver/host-folder.mts';
import type { ExecutionResult } from '../../tools/n8n/driver/execution-result.mts';
import type { Feature } from '../../service/plan';
import { plan, runOnItems } from '../support/host/run-on-items.mts';
import type { Part } from '../support/host/run-on-items.mts';
import { expectSuccess } from '../support/host/imported-example.mts';
import { sharePlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { tableFeatures } from '../support/generators/table-features.mts';

const MANY = 5_000;

function file(name: string, type: string, operation: string): Part {
	const typeVersion = type === 'convertToFile' ? 1.1 : 1;
	return { name, type: `n8n-nodes-base.${type}`, typeVersion, parameters: { operation, options: {} } };
}

/** n8n reads a CSV file in pieces, and a character of several bytes that lies across two of them becomes `��`. */
function inOneByteEach(features: Feature[]): Feature[] {
	return JSON.parse(JSON.stringify(features).replaceAll(/[^\0-\x7f]/g, '~')) as Feature[];
}

describe(`a plan as a spreadsheet, and back, in the ${chosenHost()} n8n`, () => {
	let host: PlanHost;
	let features: Feature[];

	beforeAll(async () => {
		[features] = fc.sample(tableFeatures(MANY), 1);
		host = await sharePlanHost();
	});

	afterAll(async () => {
		await host?.close();
	});

	/** Get as a table → a file of this format → its rows → Check and Compare with the plan as it is by then. */
	async function throughFile(format: 'csv' | 'xlsx', edit?: (planCode: string) => void): Promise<ExecutionResult> {
		const { n8n, sandbox, credential } = host;
		const planCode = sandbox.addPlan();
		sandbox.setFeatures(planCode, format === 'csv' ? inOneByteEach(features) : features);
		const get = plan('Get', 'getFeatures', { planCode: '={{ $json.planCode }}', options: { dataFormat: 'table' } });
		const rows = await runOnItems(
			n8n,
			credential,
			[{ planCode }],
			[get, file('File', 'convertToFile', format), file('Rows', 'extractFromFile', format)],
		);
		expectSuccess(rows);
		edit?.(planCode);
		const mapping = { planCode: '={{ $json.planCode }}', source: 'item' };
		const items = rows.json('Rows');
		expect(items).toHaveLength(MANY);
		const result = await runOnItems(n8n, credential, items, [
			plan('Compare', 'pushFeatures', { ...mapping, operation: 'compare' }),
		]);
		expectSuccess(result);
		return result;
	}

	test.each(['csv', 'xlsx'] as const)(
		`${MANY} random features go through a file of the format %s without a difference`,
		async (format) => {
			const same = await throughFile(format);

			expect({ differences: same.json('Compare').length, failures: same.json('Compare', 1).length }).toEqual({
				differences: 0,
				failures: 0,
			});
		},
	);

	test('a cell that was edited meanwhile is one difference', async () => {
		const edited = await throughFile('csv', (planCode) => {
			const [first, ...others] = inOneByteEach(features);
			host.sandbox.setFeatures(planCode, [{ ...first, type: 'edited' }, ...others]);
		});

		expect(edited.json('Compare').map(({ result }) => result)).toEqual(['new', 'onlyOnPlan']);
	});
});
