import { Settings } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';
import type * as PlanDiff from '../../../service/plan/plan-diff.ts';
import { useService } from '../../support/engine/service.mts';
import { TENANT, room, told, watch, watching } from './watch.mts';

const service = useService();

const zone = { type: 'zone', zoneType: 'common' };

describe.each<[string, INodeParameters, INodeParameters]>([
	['Identify By', { identifyBy: 'content' }, { identifyBy: 'path', path: 'id' }],
	[
		'Data Field Code',
		{ identifyBy: 'dataField', dataFieldKey: TENANT },
		{ identifyBy: 'dataField', dataFieldKey: TENANT.replaceAll('t', 'u') },
	],
	['Property', { path: 'id' }, { path: 'type' }],
	['Watched Fields', {}, { options: { watchedFields: [TENANT] } }],
	['Types', { filters: { types: ['zone'] } }, { filters: { types: ['zone', 'room'] } }],
	['Zone Types', {}, { filters: { zoneTypes: ['common'] } }],
])('a change of %s', (_name, before, after) => {
	test('starts with a new baseline and says so', async () => {
		const planCodes = service.plans(2, [room('1', 'Anna', zone), room('2')]);
		const trigger = watch(service, planCodes, before);
		await trigger.activate();
		trigger.log.length = 0;

		trigger.parameters = watching(planCodes, after);
		service.sandbox.setFeatures(planCodes[0], [room('1', 'Ben', zone), room('3')]);

		expect(await trigger.activate()).toEqual([]);
		expect(trigger.log.filter((line) => line.includes('baseline'))).toEqual(
			planCodes.map((planCode) =>
				expect.stringMatching(`new baseline for plan ${planCode}, because the settings, .* have changed`),
			),
		);
		service.sandbox.setFeatures(planCodes[0], [room('1', 'Cleo', zone), room('3')]);
		expect(await trigger.poll()).not.toBeNull();
	});
});

test.each<[string, INodeParameters, INodeParameters]>([
	['Events', { events: ['added'] }, { events: ['added', 'changed'] }],
	['Include Before', {}, { options: { includeBefore: true } }],
	['Include Before', { options: { includeBefore: true } }, {}],
	['the order of Types', { filters: { types: ['zone', 'room'] } }, { filters: { types: ['room', 'zone', 'room'] } }],
	['Concurrency', {}, { options: { concurrency: 2 } }],
])('a change of %s loses nothing', async (_name, before, after) => {
	const [planCode] = service.plans(1, [room('1')]);
	const trigger = watch(service, [planCode], before);
	await trigger.activate();

	trigger.parameters = watching([planCode], after);
	service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);

	expect(told(await trigger.activateAndPoll())).toEqual(['changed 1']);
});

test('Include Before that is switched on gives what was before from the next change on', async () => {
	const [planCode] = service.plans(1, [room('1', 'Anna')]);
	const trigger = watch(service, [planCode]);
	await trigger.activate();
	trigger.parameters = watching([planCode], { options: { includeBefore: true } });

	expect(await trigger.activateAndPoll()).toBeNull();
	service.sandbox.setFeatures(planCode, [room('1', 'Ben')]);
	expect(await trigger.poll()).toMatchObject([
		{ change: 'changed', before: { data: expect.arrayContaining([expect.objectContaining({ value: 'Anna' })]) } },
	]);
});

test('a plan added to the list gets a baseline, the others go on; one taken off is forgotten', async () => {
	const [one, two] = service.plans(2, [room('1')]);
	const trigger = watch(service, [one]);
	await trigger.activate();
	for (const planCode of [one, two]) service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);

	trigger.parameters = watching([one, two]);
	expect(await trigger.activate()).toEqual([]);
	expect(await trigger.poll()).toMatchObject([{ planCode: one, change: 'changed' }]);
	trigger.parameters = watching([two]);
	expect(await trigger.activateAndPoll()).toBeNull();
	expect(trigger.stored).not.toContain(one);
	trigger.parameters = watching([one, two]);
	expect(await trigger.activate()).toEqual([]);
});

test('a filter reads midnight of the workflow as its day', async () => {
	const [planCode] = service.plans(1, [room('1', '2026-11-26'), room('2', '2026-11-27')]);
	const condition = { field: 'Tenant', operator: 'is', value: '2026-11-26T11:00:00.000Z' };
	const trigger = watch(service, [planCode], { filters: { data: { conditions: [condition] } } });
	trigger.timezone = 'Pacific/Auckland';
	await trigger.activate();
	service.sandbox.setFeatures(
		planCode,
		['1', '2'].map((id) => room(id, id === '1' ? '2026-11-26' : '2026-11-27', { area: 1 })),
	);

	expect(told(await trigger.poll())).toEqual(['changed 2']);
});

test('what begins to pass what an expression of a filter gives is added, what no longer does is removed', async () => {
	const ends = [room('1', '2026-11-26'), room('2', '2026-11-27'), room('3', '2026-11-27')];
	const [planCode] = service.plans(1, ends);
	let now = '2026-11-26T08:00:00Z';
	const clock = jest.spyOn(Settings, 'now').mockImplementation(() => Date.parse(now));
	const condition = { field: 'Tenant', operator: 'is', value: '={{ $now.toISODate() }}' };
	const trigger = watch(service, [planCode], { filters: { data: { conditions: [condition] } } });
	await trigger.activate();

	expect(await trigger.poll()).toBeNull();
	now = '2026-11-27T08:00:00Z';
	expect(told(await trigger.poll())).toEqual(['removed something', 'added 2', 'added 3']);
	expect(await trigger.poll()).toBeNull();
	service.sandbox.setFeatures(planCode, ends.slice(0, 2));
	expect(told(await trigger.poll())).toEqual(['removed something']);
	expect(trigger.log.filter((line) => line.includes('baseline'))).toHaveLength(1);
	clock.mockRestore();
});

test('another expression of a filter is another setting', async () => {
	const [planCode] = service.plans(1, [room('1', 'a'), room('2', 'b')]);
	const filtered = (value: string) => ({
		filters: { data: { conditions: [{ field: 'Tenant', operator: 'is', value }] } },
	});
	const trigger = watch(service, [planCode], filtered("={{ 'a' }}"));
	await trigger.activate();
	trigger.parameters = watching([planCode], filtered("={{ 'b' }}"));

	expect(await trigger.activateAndPoll()).toEqual([]);
	expect(trigger.log.at(-1)).toContain('the settings');
});

test('what a value of a filter meant on the plan counts for that value alone', async () => {
	const [planCode] = service.plans(1, [room('1', '0412'), room('2', '0413')]);
	let number = 412;
	const clock = jest.spyOn(Settings, 'now').mockImplementation(() => number);
	const condition = { field: 'Tenant', operator: 'is', value: '={{ $now.toMillis() }}' };
	const trigger = watch(service, [planCode], { filters: { data: { conditions: [condition] } } });
	await trigger.activate();
	number = 413;

	expect(told(await trigger.poll())).toEqual(['removed something', 'added 2']);
	clock.mockRestore();
});

describe('a release that digests values in another way', () => {
	const PLAN_DIFF = '../../../service/plan/plan-diff.ts';

	/** Ends the process and starts one of such a release. */
	async function upgrade(trigger: ReturnType<typeof watch>, versions: number) {
		const actual = jest.requireActual<typeof PlanDiff>(PLAN_DIFF);
		jest.doMock(PLAN_DIFF, () => ({
			...actual,
			DIGEST_VERSION: actual.DIGEST_VERSION + versions,
			featureDigest: (...given: Parameters<typeof actual.featureDigest>) => {
				const { identity, content } = actual.featureDigest(...given);
				return { identity, content: actual.digest(content) };
			},
		}));
		const started = await trigger.startProcess();
		jest.dontMock(PLAN_DIFF);
		return started;
	}

	async function watched() {
		const rooms = Array.from({ length: 20 }, (_, index) => room(`${index}`));
		const [planCode] = service.plans(1, rooms);
		const trigger = watch(service, [planCode], { options: { dropEmptyData: true } });
		await trigger.activate();
		// So that no response is equal to the one before.
		service.sandbox.setFeatures(planCode, [...rooms].reverse());
		return { trigger, planCode, rooms };
	}

	test('by another version of the digests: a new baseline and no event', async () => {
		const { trigger, planCode, rooms } = await watched();

		expect(await upgrade(trigger, 1)).toEqual([]);
		expect(trigger.log.at(-1)).toContain('version of the node');
		expect(await trigger.poll()).toBeNull();
		service.sandbox.setFeatures(planCode, [...rooms, room('new')]);
		expect(told(await trigger.poll())).toEqual(['added new']);
	});

	test('by the same version: every feature would be reported', async () => {
		const { trigger } = await watched();

		expect(await upgrade(trigger, 0)).toBeNull();
		expect(await trigger.poll()).toHaveLength(20);
	});
});

test('another service under the same plan codes is a new baseline, not a flood', async () => {
	const [planCode] = service.plans(1, [room('1')]);
	const trigger = watch(service, [planCode]);
	await trigger.activate();
	service.sandbox.setFeatures(planCode, [room('2')]);
	const { baseUrl } = service.sandbox.credential;
	trigger.credential.edit({ baseUrl: baseUrl.replace('127.0.0.1', 'localhost') });

	expect(await trigger.poll()).toEqual([]);
	expect(trigger.log.at(-1)).toContain('Base URL');
});

test('the same service by a Base URL that is written in another way keeps its baseline', async () => {
	const [planCode] = service.plans(1, [room('1')]);
	const trigger = watch(service, [planCode]);
	await trigger.activate();
	service.sandbox.setFeatures(planCode, [room('2')]);
	trigger.credential.edit({ baseUrl: ` ${service.sandbox.credential.baseUrl}/esapi/api/v1/ ` });

	expect(told(await trigger.poll())).toEqual(['removed something', 'added 2']);
});

test.each<[string, INodeParameters, RegExp]>([
	['no plan', { planCodes: {} }, /No plan is given/],
	['a plan code that no address can hold', { planCodes: { plans: [{ planCode: '..' }] } }, /plan code/i],
	['no event', { events: [] }, /No event is chosen/],
	["changes of what can't change", { identifyBy: 'content', events: ['changed'] }, /never changes/],
	[
		'fields to watch of what never changes',
		{ identifyBy: 'content', events: ['added'], options: { watchedFields: ['zoneType'] } },
		/never changes/,
	],
	['a data field code that is none', { identifyBy: 'dataField', dataFieldKey: 'Tenant' }, /Data Field must match/],
	['no property', { identifyBy: 'path', path: ' ' }, /Property is empty/],
])('%s is refused before anything is sent', async (_what, parameters, words) => {
	const trigger = watch(service, ['pln_x'], parameters);

	await expect(trigger.activate()).rejects.toThrow(words);
	expect(service.sandbox.requests).toHaveLength(0);
});

test('a filter of a data field that the plan does not have is reported when the trigger is published', async () => {
	const [planCode] = service.plans(1, [room('1', 'Anna')]);
	const conditions = [{ field: 'Tenat', operator: 'isNot', value: 'Anna' }];
	const trigger = watch(service, [planCode], { filters: { data: { conditions } } });

	await expect(trigger.activate()).rejects.toThrow(/The plan has no data field "Tenat": did you mean Tenant\?/);
});

test('a watched field whose name two data fields have is an error', async () => {
	const twice = ['t', 'u'].map((letter) => ({ key: TENANT.replaceAll('t', letter), name: 'Owner', value: 'Anna' }));
	const [planCode] = service.plans(1, [{ ...room('1'), data: twice }]);
	const trigger = watch(service, [planCode], { options: { watchedFields: ['owner'] } });

	await expect(trigger.activate()).rejects.toThrow(
		/"owner" is the name of several data fields of the plan: Owner \(dfld_t/,
	);
});

test.each<[string, INodeParameters]>([
	['a filter', { filters: { data: { conditions: [{ field: 'Tenant', operator: 'isNot', value: 'nobody' }] } } }],
	['Watched Fields', { options: { watchedFields: ['Tenant'] } }],
])('another name of the data field of %s changes nothing, in another process neither', async (_what, parameters) => {
	const named = (name: string, tenant: string) => ({ ...room('1'), data: [{ key: TENANT, name, value: tenant }] });
	const [planCode] = service.plans(1, [named('Tenant', 'Anna')]);
	const trigger = watch(service, [planCode], { ...parameters, identifyBy: 'path' });
	await trigger.activate();

	service.sandbox.setFeatures(planCode, [named('Occupant', 'Anna')]);
	expect(await trigger.poll()).toBeNull();
	await trigger.startProcess();
	expect(await trigger.poll()).toBeNull();
	service.sandbox.setFeatures(planCode, [named('Occupant', 'Ben')]);
	expect(told(await trigger.poll())).toEqual(['changed 1']);
});

test.each<[string, INodeParameters]>([
	['a filter', { filters: { data: { conditions: [{ field: 'Owner', operator: 'isNotEmpty' }] } } }],
	['Watched Fields', { options: { watchedFields: ['data.Owner'] } }],
])(
	'a data field of %s that is made anew under the same name goes on counting, and a lost one fails nothing',
	async (_what, parameters) => {
		// The demo plan of this service has no field of this name.
		const withKey = (key: string, value: string) => ({ ...room('1'), data: [{ key, name: 'Owner', value }] });
		const [planCode] = service.plans(1, [withKey(TENANT, 'Anna')]);
		const trigger = watch(service, [planCode], parameters);
		await trigger.activate();
		const anew = TENANT.replaceAll('t', 'u');
		const started: unknown[] = [];
		for (const [key, value] of [
			[anew, 'Anna'],
			[anew, 'Ben'],
			[anew, 'Ben'],
			[anew, 'Cleo'],
		]) {
			service.sandbox.setFeatures(planCode, [withKey(key, value)]);
			started.push(told(await trigger.poll()));
		}
		expect(started).toEqual([['changed 1'], ['changed 1'], null, ['changed 1']]);

		service.sandbox.setFeatures(planCode, [{ ...room('1'), data: [{ key: TENANT, name: 'Lessee', value: '7' }] }]);
		expect(await trigger.poll()).toHaveLength(1);
		service.sandbox.setFeatures(planCode, [withKey(anew, 'Dora')]);
		expect(await trigger.poll()).toHaveLength(1);
	},
);

test('a watched property that no feature has any more is not taken for a data field of its name', async () => {
	const withLabel = (area: string, more = {}) => ({
		...room('1', 'Anna', more),
		data: [{ key: TENANT, name: 'label', value: area }],
	});
	const [planCode] = service.plans(1, [withLabel('1', { label: 'A' })]);
	const trigger = watch(service, [planCode], { options: { watchedFields: ['label'] } });
	await trigger.activate();
	const started: unknown[] = [];
	for (const area of ['1', '2']) {
		service.sandbox.setFeatures(planCode, [withLabel(area)]);
		started.push(told(await trigger.poll()));
	}

	expect(started).toEqual([['changed 1'], null]);
});

test('what a value of a filter meant once goes on counting, in another process too', async () => {
	const known = [room('1', '0412'), room('2', '0413')];
	const [planCode] = service.plans(1, known);
	const conditions = [{ field: 'Tenant', operator: 'is', value: '412' }];
	const trigger = watch(service, [planCode], { filters: { data: { conditions } } });
	await trigger.activate();
	// Beside it the numbers of the field no longer have four digits.
	const now = [...known, room('3', '7')];
	service.sandbox.setFeatures(planCode, now);

	expect(await trigger.poll()).toBeNull();
	service.sandbox.setFeatures(planCode, [room('1', '0412', { area: 7 }), ...now.slice(1)]);
	expect(told(await trigger.poll())).toEqual(['changed 1']);
	await trigger.startProcess();
	service.sandbox.setFeatures(planCode, now);
	expect(told(await trigger.poll())).toEqual(['changed 1']);
});

test('a data field that no feature had at first is watched from when one has it', async () => {
	const wall = { id: 'w', type: 'wallSegment' };
	const [planCode] = service.plans(1, [wall]);
	const trigger = watch(service, [planCode], { options: { watchedFields: ['Tenant'] } });
	await trigger.activate();
	const changes: unknown[] = [];
	for (const tenant of ['Anna', 'Ben', 'Cleo']) {
		service.sandbox.setFeatures(planCode, [wall, room('1', tenant)] as never);
		changes.push(told(await trigger.poll()));
	}

	expect(changes).toEqual([['added 1'], ['changed 1'], ['changed 1']]);
});

test('a filter by a data field is published with a plan that has none', async () => {
	const planCodes = [...service.plans(1, [room('1', 'Anna')]), ...service.plans(1, [{ id: 'w', type: 'wallSegment' }])];
	const data = {
		conditions: [{ field: { __rl: true, mode: 'name', value: 'Tenant' }, operator: 'is', value: 'Anna' }],
	};
	const trigger = watch(service, planCodes, { filters: { data } });

	expect(await trigger.activate()).toEqual([]);
});
