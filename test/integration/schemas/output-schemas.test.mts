import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { demo } from '../../../tools/sandbox/server.mts';
import type { Step } from '../../support/engine/execution.mts';
import { zone } from '../../support/engine/features.mts';
import { runChain } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { byColumns, check, compare, draw, embed, getMany, getPlan, lookup, push } from '../../support/engine/steps.mts';
import { room, watch } from '../trigger/watch.mts';
import { misfit } from './schema-fit.mts';
import type { OutputSchema } from './schema-fit.mts';
import type { Feature } from '../../../service/plan';

const service = useService();

const nodes = path.join(process.cwd(), 'nodes');
const plan = { planCode: demo.planCode };
const codes = { client: demo.clientCode, campus: demo.campusCode, building: demo.buildingCode, floor: demo.floorCode };
type Resource = keyof typeof codes;

async function outputs(item: IDataObject, ...steps: Step[]): Promise<unknown[]> {
	const { success } = await runChain({ items: [item], credential: service.credential(), steps });
	return success.map(({ json }) => json);
}

const looked = (resource: Resource, operation: string) => async () =>
	await outputs({ code: codes[resource] }, lookup({ resource, operation }));

const compared = async (options: IDataObject) => {
	const step = compare(
		{ results: ['new', 'different', 'same', 'onlyOnPlan', 'unclear'], ...options },
		byColumns('name (property)'),
	);
	const { success } = await runChain({
		items: [zone('A'), { ...onlyOne(), icons: [{}] }, { type: 'zone' }].map((one) => ({
			planCode: demo.planCode,
			...one,
		})),
		credential: service.credential(),
		steps: [step],
	});
	return success.map(({ json }) => json);
};

const embedded = async (resource: Resource, access: string) =>
	await outputs(
		{ code: codes[resource] },
		lookup({ resource }),
		embed({ tokenSource: 'item', access, planCode: demo.planCode }),
	);

/** A feature of the plan whose name no other one has. */
function onlyOne(): Feature {
	const features = service.sandbox.features(demo.planCode);
	const names = features.map(({ name }) => name);
	return features.find(({ name }) => names.indexOf(name) === names.lastIndexOf(name)) ?? {};
}

async function events(changes: INodeParameters): Promise<unknown[]> {
	const [planCode] = service.plans(1, [zone('old', { id: 'z' }), room('r', 'Anna')]);
	const trigger = watch(service, [planCode], changes);
	await trigger.activate();
	service.sandbox.setFeatures(planCode, [room('r', ''), zone('new', { id: 'n' })]);
	return (await trigger.poll()) ?? [];
}

/** Every operation and what it gives in real runs, by the file that tells the editor about it. */
const files: Record<string, () => Promise<unknown[]>> = {
	'EmbedUrl/__schema__/v1.0.0/create.json': async () => [
		...(await embedded('floor', 'allAreas')),
		...(await embedded('building', 'allAreasAndChildren')),
	],
	'GetFeatures/__schema__/v1.0.0/draw.json': async () => await outputs(plan, draw({ width: 200 })),
	'GetFeatures/__schema__/v1.0.0/getMany.json': async () => await outputs(plan, getMany()),
	'GetFeatures/__schema__/v1.0.0/getPlan.json': async () => await outputs(plan, getPlan()),
	'PushFeatures/__schema__/v1.0.0/push.json': async () =>
		await outputs({ planCode: demo.planCode, features: [zone('A')] }, push()),
	'PushFeatures/__schema__/v1.0.0/check.json': async () =>
		await outputs(
			{
				planCode: demo.planCode,
				features: [zone('A'), zone('B', { geometry: null }), { type: 'zone', zoneType: 'none' }],
			},
			check(),
		),
	'PushFeatures/__schema__/v1.0.0/compare.json': async () => [
		...(await compared({ resultFormat: 'features' })),
		...(await compared({ resultFormat: 'changes' })),
	],
	'PlanFeaturesTrigger/__schema__/v1.0.0.json': async () => [
		...(await events({ options: { dataFormat: 'byName' } })),
		...(await events({ options: { dataFormat: 'byName', includeBefore: true } })),
	],
	...Object.fromEntries(
		Object.keys(codes).flatMap((resource) =>
			['get', 'getChildren', 'getDescendants']
				.filter((operation) => operation === 'get' || resource !== 'floor')
				.map((operation) => [
					`HierarchyLookup/__schema__/v1.0.0/${resource}/${operation}.json`,
					looked(resource as Resource, operation),
				]),
		),
	),
};

test('every output schema is one of an operation under test', () => {
	const written = readdirSync(nodes, { recursive: true, encoding: 'utf8' });
	const schemas = written.filter((file) => file.includes('__schema__') && file.endsWith('.json'));
	expect(schemas.sort()).toEqual(Object.keys(files).sort());
});

test.each(Object.entries(files))('%s tells what really comes', async (file, run) => {
	const schema = JSON.parse(readFileSync(path.join(nodes, file), 'utf8')) as OutputSchema;

	const items = await run();

	expect(items.length).toBeGreaterThan(0);
	expect(misfit(schema, items)).toEqual({ unseen: [], wrong: [] });
});
