import { dataFields } from '../../../tools/sandbox/demo/constants.mts';
import { demo } from '../../../tools/sandbox/server.mts';
import { zone } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import type { NodeRun } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { check, compare, getMany, getPlan, lookup, push } from '../../support/engine/steps.mts';

const service = useService();
const { tenant, name } = dataFields;
/** What an agent may be given at once. */
const BUDGET = 20_000;

const rooms = (count: number) =>
	Array.from({ length: count }, (_none, index) =>
		zone(`room ${index}`, {
			data: [
				{ ...tenant, value: index === 7 ? 'Quay Books' : 'Acme' },
				{ ...name, value: '' },
			],
			icons: [],
			note: null,
		}),
	);

async function answer(step: Omit<NodeRun, 'items' | 'credential'>, items: NodeRun['items'], node: NodeRun['node']) {
	const run = await runNode({ ...step, node, items, credential: service.credential() });
	const entries = run.success.map(({ json }) => json);
	return { entries, size: JSON.stringify(entries).length };
}

test.each([
	['getMany', getMany()],
	['getPlan', getPlan()],
	['getMany as a table', getMany({ dataFormat: 'table' })],
])('%s of a large plan fits, and counts what does not', async (_what, step) => {
	const [planCode] = service.plans(1, rooms(2000));
	const { entries, size } = await answer(step, [{ planCode }], 'getFeaturesTool');
	const last = entries.at(-1);
	const shown = Array.isArray(entries[0].features) ? entries[0].features.length : entries.length - 1;

	expect(size).toBeLessThanOrEqual(BUDGET);
	expect(size).toBeGreaterThan(BUDGET / 2);
	expect(Number(last?.omitted) + shown).toBe(2000);
	expect(last).toMatchObject({
		hint: expect.stringMatching(/omitted here\. Request fewer/),
		notice: expect.any(String),
	});
});

test('Get gives data fields once, and no empty members', async () => {
	const [planCode] = service.plans(1, rooms(2));
	const { entries } = await answer(getMany({ omitGeometry: true }), [{ planCode }], 'getFeaturesTool');

	expect(entries.slice(0, -1)).toEqual([
		{ planCode, code: expect.any(String), name: 'room 0', type: 'zone', zoneType: 'common', data: { Tenant: 'Acme' } },
		{ planCode, code: expect.any(String), name: 'room 1', type: 'zone', zoneType: 'common', data: { Tenant: 'Acme' } },
	]);
	expect(entries.at(-1)).toMatchObject({
		dataFields: expect.arrayContaining([{ column: 'Tenant', key: tenant.key, name: 'Tenant' }]),
	});
});

test('all rooms of a tenant are found by a data field, in any case', async () => {
	const [planCode] = service.plans(1, rooms(2000));
	const conditions = [{ field: 'tenant', operator: 'contains', value: 'quay' }];
	const step = getMany({ omitGeometry: true }, { filters: { data: { conditions } } });
	const { entries } = await answer(step, [{ planCode }], 'getFeaturesTool');

	expect(entries.map((entry) => entry.name)).toEqual(['room 7', undefined]);
});

test('what is nested in the response of a lookup fits, too', async () => {
	const floors = Array.from({ length: 900 }, (_none, index) => ({ code: `flr_${index}`, name: `Level ${index}` }));
	const body = JSON.stringify({ code: 'b', name: 'House', viewerTokens: {}, floors });
	service.sandbox.intercept({ route: 'lookup', times: Infinity, reply: { status: 200, body } });
	const building = { resource: 'building' };

	for (const operation of ['get', 'getChildren']) {
		const { entries, size } = await answer(lookup({ ...building, operation }), [{ code: 'b' }], 'hierarchyLookupTool');
		expect(size).toBeLessThanOrEqual(BUDGET);
		expect(entries.at(-1)).toMatchObject({ omitted: expect.any(Number), hint: expect.stringContaining('by its code') });
	}
	const long = JSON.stringify({ code: 'b', name: 'x'.repeat(BUDGET), viewerTokens: {} });
	service.sandbox.clearIntercepts();
	service.sandbox.intercept({ route: 'lookup', reply: { status: 200, body: long } });
	expect((await answer(lookup(building), [{ code: 'b' }], 'hierarchyLookupTool')).entries).toMatchObject([
		{ omitted: 1 },
	]);
});

/** Each has a problem of its own. */
const ofUnknownKinds = (count: number) =>
	Array.from({ length: count }, (_none, index) => ({ type: `unknown kind ${index}`, name: `room ${index}` }));

test('Compare tells what differs without whole features and without what only the plan has', async () => {
	const [planCode] = service.plans(1, rooms(2000));
	const given = rooms(8).slice(6);
	given[0] = { ...given[0], note: 'moved' };
	const items = [{ planCode, features: [...given, zone('other')] }];

	const compared = await answer(compare(), items, 'pushFeaturesTool');
	expect(compared.size).toBeLessThan(1_500);
	expect(compared.entries.slice(0, -1)).toEqual([
		expect.objectContaining({ planCode, result: 'different', name: 'room 6' }),
		expect.objectContaining({ planCode, result: 'new', name: 'other' }),
	]);

	const checked = await answer(
		check(),
		[{ planCode: demo.planCode, features: ofUnknownKinds(900) }],
		'pushFeaturesTool',
	);
	expect(checked.size).toBeLessThanOrEqual(BUDGET);
	expect(checked.entries).toMatchObject([{ invalid: 900 }, { notice: expect.any(String) }]);
});

test('what failed fits, too, and is marked as data that nobody has checked', async () => {
	const features = ofUnknownKinds(1500);
	const step = { ...push(), onError: 'continueRegularOutput' as const };
	const { entries, size } = await answer(step, [{ planCode: demo.planCode, features }], 'pushFeaturesTool');

	expect(size).toBeLessThanOrEqual(BUDGET);
	expect(size).toBeGreaterThan(BUDGET / 2);
	expect(entries).toMatchObject([
		{ error: expect.stringMatching(/Not pushed/), details: { safeToRetry: true }, notice: expect.any(String) },
	]);
});
