import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { dataFields } from '../../../tools/sandbox/demo/constants.mts';
import { demo } from '../../../tools/sandbox/server.mts';
import { zone } from '../../support/engine/features.mts';
import { runChain, runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { check, getMany, push } from '../../support/engine/steps.mts';

const service = useService();
const { tenant } = dataFields;

/** Pushes to a plan that holds one zone, with nothing set but Source. */
async function pushItems(items: IDataObject[], parameters: INodeParameters = {}) {
	const [planCode] = service.plans(1, [zone('old', { data: [{ ...tenant, value: 'Anna' }] })]);
	const outcome = await runNode({
		...push({}, { source: 'item', ...parameters }),
		items: items.map((item) => ({ planCode, ...item })),
		credential: service.credential(),
	});
	return { ...outcome, pushed: service.sandbox.features(planCode).slice(1), reads: service.count('features') };
}

test('Check says which column of a row the plan does not know', async () => {
	const [planCode] = service.plans(1);
	const step = check();

	const { success } = await runNode({
		node: step.node,
		parameters: { ...step.parameters, source: 'item' },
		items: [{ planCode, type: 'zone', Tenat: 'Ben' }],
		credential: service.credential(),
	});

	expect(success[0].json).toMatchObject({ valid: 0, invalid: 1, problems: [{ itemIndex: 0, path: 'Tenat' }] });
});

test.each<[string, IDataObject]>([
	['a list of data', { ...zone('a', { data: [] }), anything: 1 }],
	['the JSON text of a list of data', { ...zone('a'), data: '[]', anything: 1 }],
	['dataFields', { ...zone('a'), anything: 1, data: {}, dataFields: [] }],
	['nothing but what the specification names', { type: 'zone', zoneType: 'common' }],
])('an item with %s is a feature as it stands, and the plan is not read for it', async (_what, item) => {
	const { error, pushed, reads } = await pushItems([item]);

	expect(error).toBeUndefined();
	expect(pushed).toHaveLength(1);
	expect(pushed[0].anything).toBe(item.anything);
	expect(reads).toBe(0);
});

test('a table of a plan goes back to that plan with nothing set but Skip: it holds all of it', async () => {
	const { success, error } = await runChain({
		items: [{ planCode: demo.planCode }],
		credential: service.credential(),
		steps: [getMany({ dataFormat: 'table' }), push({ existing: 'skip' }, { source: 'item' })],
	});

	expect(error).toBeUndefined();
	expect(success[0].json).toMatchObject({ planCode: demo.planCode, pushed: 0, requests: 0 });
});
