import { demo } from '../../../tools/sandbox/server.mts';
import { dataKey, zone } from '../../support/engine/features.mts';
import { useService } from '../../support/engine/service.mts';
import { openPage, picked } from './open-list.mts';

const service = useService();
const LIST = { node: 'getFeatures', list: 'searchPlans' };
const FIELDS = { node: 'getFeatures', list: 'searchDataFields' };

async function plans(typed?: string, credential = service.credential()): Promise<string[]> {
	const { results } = await openPage(LIST, credential, {}, typed);
	return results.map(({ name }) => name);
}

function answerClients(codes: string[]): void {
	service.sandbox.intercept({
		route: 'list',
		times: Infinity,
		reply: { status: 200, body: JSON.stringify(codes.map((code) => ({ code, name: code }))) },
	});
}

function answerClient(campuses: unknown, times = 1): void {
	const whole = Array.isArray(campuses) ? campuses.map((campus) => ({ buildings: [], ...campus })) : campuses;
	const client = { code: 'c', name: 'Client', viewerTokens: {}, campuses: whole };
	service.sandbox.intercept({ route: 'lookup', times, reply: { status: 200, body: JSON.stringify(client) } });
}

describe('the list of plans', () => {
	test('is searched by words, whatever stands between names', async () => {
		expect(await plans('house > level 3')).toEqual(await plans('harbour house › level 3'));
		expect(await plans('house > level 3')).toHaveLength(1);
	});

	test('has every campus and floor with a plan, the way down to it, and its code as value', async () => {
		const { results } = await openPage(LIST, service.credential(), {});

		expect(results).toContainEqual({ name: 'Harbour Park › Harbour House › Level 3', value: demo.planCode });
		expect(results.map(({ name }) => name)).toEqual(
			expect.arrayContaining(['Harbour Park', 'Riverside Yard › The Foundry › Ground floor']),
		);
		expect(results).toHaveLength(13);
	});

	test('has each floor whose plan code is null, without a value and with the reason', async () => {
		const name = 'Harbour Park › The Boathouse › Loft (no plan, or none for this API Key)';
		const { results } = await openPage(LIST, service.credential(), {});

		expect(results.filter(({ value }) => value === '')).toEqual([{ name, value: '' }]);
		expect(await plans('loft')).toEqual([name]);
	});

	test('is searched by any part of the way, or by the beginning of the code', async () => {
		expect(await plans(' LEVEL house ›')).toEqual(
			[1, 2, 3].map((level) => `Harbour Park › Harbour House › Level ${level}`),
		);
		expect(await plans(demo.planCode)).toEqual(['Harbour Park › Harbour House › Level 3']);
		expect(await plans(demo.planCode.slice(0, -1))).toContain('Harbour Park › Harbour House › Level 3');
		expect(await plans(demo.planCode.slice(1))).toEqual([]);
		expect(await plans('no such plan')).toEqual([]);
	});

	test('begins with the client where there are several, and shows the codes of equal names', async () => {
		answerClients(['a']);
		answerClient([
			{ code: 'x', name: 'Campus', planCode: 'pln_x' },
			{ code: 'y', name: 'Campus', planCode: 'pln_y' },
		]);
		expect(await plans()).toEqual(['Campus (pln_x)', 'Campus (pln_y)']);

		answerClients(['a']);
		const names = ['Campus', ' Campus ', 'Campus\u00a0', 'campus', 'Campus', 'Campus'];
		answerClient(
			names.map((name, at) => ({ code: `${at}`, name, planCode: at > 3 ? null : `pln_${at}`, buildings: [] })),
		);
		const none = 'Campus (no plan, or none for this API Key)';
		const alike = ['Campus (pln_0)', 'Campus (pln_1)', 'Campus (pln_2)'];
		expect((await plans()).sort()).toEqual([...alike, none, none, 'campus'].sort());

		service.sandbox.clearIntercepts();
		const body = JSON.stringify(['a', 'b', 'c'].map((code) => ({ code, name: code === 'c' ? 'Other' : 'Same' })));
		service.sandbox.intercept({ route: 'list', reply: { status: 200, body } });
		for (const planCode of ['pln_1', 'pln_2', 'pln_3']) answerClient([{ code: 'x', name: 'Campus', planCode }]);
		expect(await plans('campus')).toEqual(['Other › Campus', 'Same › Campus (pln_1)', 'Same › Campus (pln_2)']);
	});

	test.each([
		[1, 130, '130 plans. Type a part of the name to find one'],
		[1, 100, undefined],
		[9, 13, '117 plans. Type a part of the name to find one'],
	])('of %i clients with %i plans each begins with %s', async (clients, plansOfEach, note) => {
		answerClients(Array.from({ length: clients }, (_, index) => `client ${index}`));
		answerClient(
			Array.from({ length: plansOfEach }, (_, index) => ({
				code: `${index}`,
				name: `Campus ${index}`,
				planCode: `pln_${index}`,
			})),
			Infinity,
		);

		const { results } = await openPage(LIST, service.credential(), {});

		expect(results.find(({ value }) => value === '')?.name).toBe(note);
	});

	test('says where the service does not nest what lies below, and where no plan code is to be had', async () => {
		answerClients(['c']);
		const campuses = [{ code: 'x', name: 'Park', buildings: undefined }];
		answerClient(campuses);

		expect(await plans()).toEqual([
			'This service does not say here what lies below its campuses',
			'No plan code was found of 1 of the campuses',
		]);
	});

	test.each(
		[404, 401, 302, 501, 200].map((status) => ({ status, body: status === 200 ? '<html>Welcome</html>' : '' })),
	)('asks the singular path where the plural one is answered with %j, and goes on with it', async (reply) => {
		answerClients(['c', 'd']);
		// n8n logs in anew and asks once more after a status 401.
		service.sandbox.intercept({ route: 'lookup', times: reply.status === 401 ? 2 : 1, reply });
		answerClient([{ code: 'x', name: 'Campus', planCode: 'pln_x' }], Infinity);

		expect(await plans()).toEqual(['c › Campus', 'd › Campus']);
	});

	test('reports the path that came first where the service knows neither', async () => {
		answerClients(['c']);
		for (const status of [405, 403]) service.sandbox.intercept({ route: 'lookup', reply: { status } });

		await expect(plans()).rejects.toMatchObject({
			message: 'This service does not list its plans. Switch the field to By Code and enter the code',
		});
		expect(service.count('lookup')).toBe(2);
	});

	test('is not emptied by a client that is rejected, and says so', async () => {
		answerClients(['a', 'b']);
		service.sandbox.intercept({ route: 'lookup', reply: { status: 403 } });
		answerClient([{ code: 'x', name: 'Campus', planCode: 'pln_x' }]);

		expect(await plans()).toEqual([
			'1 of 2 clients could not be listed: Client a: The service responded with status 403 for partner ' +
				`${service.sandbox.credential.partnerCode}`,
			'Campus',
		]);
	});

	test('says so where the service lists nothing', async () => {
		service.sandbox.intercept({ route: 'list', times: Infinity, reply: { status: 404 } });

		await expect(plans()).rejects.toMatchObject({
			message: 'This service does not list its plans. Switch the field to By Code and enter the code',
		});
	});
});

describe('the list of data fields', () => {
	test('says how many there are where they fill more than a page', async () => {
		const fields = Array.from({ length: 101 }, (_, index) => ({
			key: `dfld_${String(index).padStart(25, '0')}`,
			name: `Field ${index}`,
			value: '',
		}));
		const [planCode] = service.plans(1, [zone('a', { data: fields })]);

		const { results } = await openPage(FIELDS, service.credential(), { planCode: picked(planCode) });

		expect(results[0]).toEqual({
			name: `${results.length - 1} data fields. Type a part of the name to find one`,
			value: '',
		});
		expect(results.filter(({ name }) => name.startsWith('Field '))).toHaveLength(101);
	});

	const data = [
		{ key: dataKey('t'), name: 'Tenant', value: '' },
		{ key: dataKey('a'), name: 'Area', value: '7' },
		{ key: dataKey('b'), name: 'Area', value: '' },
	];
	const offered = async (planCode: unknown, typed?: string) =>
		await openPage(FIELDS, service.credential(), { planCode: planCode as string }, typed);

	test('has fields of the plan by name, with codes as values; those of one name show their codes', async () => {
		const [planCode] = service.plans(1);
		const body = JSON.stringify({ features: [zone('a', { data: data.slice(1) }), zone('b', { data })] });
		service.sandbox.intercept({ route: 'features', times: Infinity, reply: { status: 200, body } });

		expect((await offered(planCode)).results).toEqual([
			{ name: `Area (${dataKey('a')})`, value: dataKey('a') },
			{ name: `Area (${dataKey('b')})`, value: dataKey('b') },
			{ name: 'Tenant', value: dataKey('t') },
		]);
		expect((await offered(picked(planCode), 'ten')).results).toEqual([{ name: 'Tenant', value: dataKey('t') }]);
		const url = { __rl: true, mode: 'url', value: `https://x/plans-embed/v1/plan?viewerToken=t&planCode=${planCode}` };
		expect((await offered(url)).results).toHaveLength(3);
	});

	test("has the fields of the trigger's plans, each once, without rows that are empty or expressions", async () => {
		const [one, other] = [
			service.plans(1, [zone('a', { data })])[0],
			service.plans(1, [zone('b', { data: data.slice(0, 1) })])[0],
		];
		const rows = [picked(one), picked(other), picked(one), '', '={{ $json.planCode }}'].map((planCode) => ({
			planCode,
		}));

		const { results } = await openPage({ ...FIELDS, node: 'planFeaturesTrigger' }, service.credential(), {
			planCodes: { plans: rows },
		});

		expect(results.filter(({ value }) => data.some(({ key }) => key === value)).map(({ value }) => value)).toEqual([
			dataKey('a'),
			dataKey('b'),
			dataKey('t'),
		]);
		expect(service.count('features')).toBe(2);
	});

	test('knows a plan that is given by names', async () => {
		const names = { __rl: true, mode: 'names', value: 'harbour house › level 3' };
		expect((await offered(names)).results.map(({ name }) => name)).toContain('Tenant');
		await expect(offered({ ...names, value: 'Level 1' })).rejects.toMatchObject({
			message: expect.stringMatching(/^"Level 1" may be one of several plans: .*Harbour House › Level 1/),
		});
	});

	test.each([
		[404, /^Plan pln_\w+: The service responded with status 404.*Check the code/],
		[403, /^Plan pln_\w+: The service responded with status 403 for partner/],
	])('tells what is wrong with the plan where the service answers %i', async (status, message) => {
		service.sandbox.intercept({ route: 'features', times: Infinity, reply: { status } });

		await expect(offered(picked('pln_gone'))).rejects.toMatchObject({ message: expect.stringMatching(message) });
	});

	test.each([
		['={{ $json.planCode }}', /^The plan is given by an expression.*Switch the field to By Code/],
		['', /^No plan is picked yet.*By Code/],
	])('says what to do where the plan is %j', async (planCode, message) => {
		await expect(offered(planCode)).rejects.toMatchObject({ message: expect.stringMatching(message) });
	});
});

test('the list of properties that may identify a feature begins with the identity that the service gives', async () => {
	const [planCode] = service.plans(1);
	const features = ['b', 'a'].map((code, index) => ({ type: 'room', label: 'x', code, floor: index, position: null }));
	const body = JSON.stringify({ features });
	service.sandbox.intercept({ route: 'features', times: Infinity, reply: { status: 200, body } });

	const { results } = await openPage({ node: 'planFeaturesTrigger', list: 'searchIdentities' }, service.credential(), {
		planCodes: { plans: [{ planCode: picked(planCode) }] },
	});
	expect(results).toEqual([
		{ name: 'code (the identity that the service gives)', value: 'code' },
		...['floor', 'label', 'type'].map((name) => ({ name, value: name })),
	]);
});
