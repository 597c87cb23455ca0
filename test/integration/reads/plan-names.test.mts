import { demo } from '../../../tools/sandbox/server.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { embed, getPlan, push } from '../../support/engine/steps.mts';

const service = useService();
const byNames = { __rl: true, mode: 'names', value: '={{ $json.where }}' };

async function get(items: object[], options: object = {}) {
	return await runNode({
		...getPlan({ ...options }, { planCode: byNames }),
		onError: 'continueErrorOutput',
		items: items.map((item) => ({ ...item })),
		credential: service.credential(),
	});
}

test('plans are given by names, for each item, from one list of all plans', async () => {
	const { success, failed } = await get([
		{ where: 'Harbour House › Level 3' },
		{ where: ['level 3', 'HARBOUR HOUSE'] },
		{ where: 'Level 1' },
		{ where: 'Harbour House › Level 9' },
		{ where: ['The Boathouse', null] },
		{ where: ' ' },
		{},
	]);

	expect(success.map(({ json }) => json.planCode)).toEqual([demo.planCode, demo.planCode]);
	expect(failed.map(({ json }) => json.error)).toEqual([
		expect.stringMatching(/^"Level 1" may be one of several plans: .* › Harbour House › Level 1 \(pln_\w+\)/),
		expect.stringMatching(/^Nothing that has a plan is called "Level 9": did you mean Level \d\? Known are /),
		'"The Boathouse ›" has an empty part',
		'No names of a plan',
		'No names of a plan',
	]);
	expect([service.count('list'), service.count('lookup'), service.count('features')]).toEqual([1, 1, 1]);
});

test('an unlisted client is reported, as its plans may have the same names; a rejected one is not', async () => {
	const clients = ['a', 'b'].map((code) => ({ code, name: code }));
	const client = {
		code: 'a',
		name: 'a',
		viewerTokens: {},
		campuses: [{ code: 'x', name: 'Park', planCode: demo.planCode }],
	};
	const answer = (status: number) => {
		service.sandbox.intercept({ route: 'list', reply: { status: 200, body: JSON.stringify(clients) } });
		service.sandbox.intercept({ route: 'lookup', reply: { status: 200, body: JSON.stringify(client) } });
		service.sandbox.intercept({ route: 'lookup', times: 5, reply: { status } });
	};

	answer(500);
	const { failed } = await get([{ where: 'Park' }], { maxWaitSeconds: 0 });
	expect(failed.map(({ json }) => json.error)).toEqual([expect.stringMatching(/^Client b: .*500/)]);

	service.sandbox.clearIntercepts();
	answer(403);
	expect((await get([{ where: 'Park' }], { maxWaitSeconds: 0 })).success).toMatchObject([
		{ json: { planCode: demo.planCode } },
	]);
});

test('a client that nests no campuses has no plan that could be meant, where another one nests them', async () => {
	const clients = ['a', 'b'].map((code) => ({ code, name: code }));
	const client = { code: 'a', name: 'a', viewerTokens: {}, campuses: [{ code: 'x', name: 'Park', planCode: 'p' }] };
	service.sandbox.intercept({ route: 'list', reply: { status: 200, body: JSON.stringify(clients) } });
	service.sandbox.intercept({ route: 'lookup', reply: { status: 200, body: JSON.stringify(client) } });
	const other = { code: 'b', name: 'b', viewerTokens: {} };
	service.sandbox.intercept({ route: 'lookup', reply: { status: 200, body: JSON.stringify(other) } });

	const { failed } = await get([{ where: 'Park' }, { where: 'Lake' }]);

	expect(failed.map(({ json }) => json.error)).toEqual([
		expect.stringMatching(/^Plan p: /),
		expect.stringMatching(/is called "Lake".*\. No campuses are listed of b/),
	]);
});

test('a push and an embed address take names, too', async () => {
	const items = [
		{
			where: 'Harbour House › Level 3',
			features: [],
			viewerTokens: { allAreas: 'token', expiry: '2999-01-01T00:00:00Z' },
		},
	];
	const run = { items, credential: service.credential() };

	const pushed = await runNode({ ...run, ...push({}, { planCode: byNames }) });
	expect(pushed.success).toMatchObject([{ json: { planCode: demo.planCode, pushed: 0 } }]);

	const address = async (value: string) =>
		await runNode({ ...run, ...embed({ tokenSource: 'item', planCode: { ...byNames, value } }) });
	expect((await address('Harbour House › Level 3')).success[0].json.embed).toMatchObject({
		url: expect.stringContaining(`planCode=${demo.planCode}`),
	});
	expect((await address('={{ $json.nothing }}')).success[0].json.embed).toMatchObject({
		url: expect.not.stringContaining('planCode'),
	});
});
