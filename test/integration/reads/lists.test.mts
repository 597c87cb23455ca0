import type { INodeParameters } from 'n8n-workflow';
import { demo } from '../../../tools/sandbox/server.mts';
import { zone } from '../../support/engine/features.mts';
import { useService } from '../../support/engine/service.mts';
import { openChoices, openList, openPage, picked } from './open-list.mts';

const service = useService();

async function offered(resource: string, more: INodeParameters = {}): Promise<string[]> {
	return Object.keys(await open(resource, service.credential(), more));
}

async function open(resource: string, credential = service.credential(), more: INodeParameters = {}) {
	return await openList('searchResources', credential, { resource, code: picked(''), ...more });
}

function answerList(answer: unknown): void {
	service.sandbox.intercept({ route: 'list', reply: { status: 200, body: JSON.stringify(answer) } });
}

/** The next lookup gives the demo client with these campuses. */
function answerClient(campuses: unknown): void {
	const client = { code: demo.clientCode, name: 'Client', viewerTokens: {}, campuses };
	service.sandbox.intercept({ route: 'lookup', reply: { status: 200, body: JSON.stringify(client) } });
}

describe('clients', () => {
	test("are those of the credential's partner, which alone is requested", async () => {
		expect(await open('client')).toEqual({ 'Northquay Estates': demo.clientCode });
		expect(service.sandbox.requests.filter(({ route }) => route === 'list').map(({ path }) => path)).toEqual([
			`/esapi/api/v1/Partners/${demo.partnerCode}/Clients`,
		]);
	});

	test.each([undefined, null, ''])('go by their codes where their name is %j', async (name) => {
		answerList([{ code: 'c_1', name }]);

		expect(await open('client')).toEqual({ c_1: 'c_1' });
	});

	test("are those of the node's Partner Code where it is set", async () => {
		const credential = service.credential({ partnerCode: 'ptnr_other' });

		expect(await open('client', credential, { options: { partnerCode: demo.partnerCode } })).toEqual({
			'Northquay Estates': demo.clientCode,
		});
	});

	test('are those of all listed partners where no partner code is set, none left out in silence', async () => {
		answerList(Array.from({ length: 25 }, (_, index) => ({ code: `p${index}`, name: `Partner ${index}` })));
		for (let client = 0; client < 24; client++) answerList([{ code: `c${client}`, name: `Client ${client}` }]);
		service.sandbox.intercept({ route: 'list', reply: { status: 403 } });

		const clients = await open('client', service.credential({ partnerCode: '' }));

		expect(Object.keys(clients)).toEqual([
			expect.stringMatching(
				/^1 of 25 partners could not be listed: The service responded with status 403 for partner p\d+$/,
			),
			...Array.from({ length: 24 }, (_, index) => `Client ${index}`),
		]);
	});
});

describe('resources below the clients', () => {
	test('are all of their kind, with the names of what they lie in', async () => {
		expect(await offered('campus')).toEqual(['Harbour Park', 'Riverside Yard']);
		expect(await offered('building')).toEqual([
			'Harbour Park › Harbour House',
			'Harbour Park › Mariner Court',
			'Harbour Park › The Boathouse',
			'Riverside Yard › The Foundry',
		]);
		expect(await offered('floor')).toHaveLength(11);
	});

	test('are floors where no kind is chosen', async () => {
		const floors = await openList('searchResources', service.credential(), { code: picked('') });
		expect(floors).toEqual(await open('floor'));
		await expect(open('={{ $json.kind }}')).rejects.toThrow('Resource must be one of building, campus, client, floor');
	});

	test('are sorted by the numbers in their names', async () => {
		answerClient(['Campus 10', 'Campus 9'].map((name) => ({ code: name, name })));

		expect(await offered('campus')).toEqual(['Campus 9', 'Campus 10']);
	});

	test('begin with the client where there are several, by its code where it has no name', async () => {
		answerList(['c', ''].map((name, at) => ({ code: `client ${at}`, name })));
		for (const code of ['x', 'y']) answerClient([{ code, name: 'Campus', buildings: [] }]);

		expect(await open('campus')).toEqual({ 'c › Campus': 'x', 'client 1 › Campus': 'y' });
	});

	test.each(['Caf\u00e9', 'Cafe\u0301', 'cafe', 'CAFE\u0301 l'])(
		'are found by a part of the name that is typed as %j',
		async (typed) => {
			answerClient(['Cafe\u0301 Lena', 'CAF\u00c9 Lena', 'Carport'].map((name, at) => ({ code: `c${at}`, name })));

			const parameters = { resource: 'campus', code: picked('') };
			const found = await openList('searchResources', service.credential(), parameters, typed);
			expect(Object.values(found).sort()).toEqual(['c0', 'c1']);
		},
	);

	test.each([undefined, null, ''])('go by their codes where the name of each is %j', async (name) => {
		answerClient([{ code: 'cmp', name, buildings: [{ code: 'bld', name, floors: [{ code: 'flr', name }] }] }]);

		expect(await open('floor')).toEqual({ 'cmp › bld › flr': 'flr' });
	});

	test.each([
		[{}, 'Clients'],
		[{ clientPath: 'Client' }, 'Client'],
	])('are looked up with the path of the options %j', async (options, segment) => {
		await offered('campus', { options });

		expect(service.sandbox.requests.at(-1)?.path).toBe(`/esapi/api/v1/${segment}/${demo.clientCode}`);
	});

	test('are found where a campus and a building have one code', async () => {
		const buildings = [{ code: 'same', name: 'House', floors: [{ code: 'f', name: 'Floor' }] }];
		answerClient([{ code: 'same', name: 'Campus', buildings }]);

		expect(await offered('floor')).toEqual(['Campus › House › Floor']);
	});

	test('are listed with a note where the service nests nothing above them', async () => {
		const campuses = [{ code: 'x', name: 'Park' }];
		for (let times = 0; times < 2; times++) answerClient(campuses);

		expect(await offered('campus')).toEqual(['Park']);
		expect(await offered('building')).toEqual(['This service does not say here what lies below its campuses']);
	});
});

describe("a list that can't be had says why", () => {
	test.each([
		[404, 'This service does not list its clients. Switch the field to By Code and enter the code'],
		[405, 'This service does not list its clients. Switch the field to By Code and enter the code'],
		[403, `The service responded with status 403 for partner ${demo.partnerCode}`],
	])('the service answers %i', async (status, message) => {
		service.sandbox.intercept({ route: 'list', times: Infinity, reply: { status } });

		await expect(offered('client')).rejects.toMatchObject({ message });
	});

	test('another web server answers, with a page', async () => {
		const body = '<!doctype html><html><body>Not found</body></html>';
		service.sandbox.intercept({ route: 'list', times: Infinity, reply: { status: 404, body } });

		await expect(offered('client')).rejects.toMatchObject({
			message: expect.stringMatching(/: No plan service responds at /) as string,
		});
	});

	test("the partners can't be listed", async () => {
		service.sandbox.intercept({ route: 'list', reply: { status: 403 } });

		await expect(open('client', service.credential({ partnerCode: '' }))).rejects.toMatchObject({
			message: 'The service responded with status 403',
		});
	});

	test('the response has another status than 200', async () => {
		service.sandbox.intercept({ route: 'list', reply: { status: 206, body: '[]' } });

		await expect(offered('client')).rejects.toMatchObject({
			message: expect.stringContaining('The service responded with status 206') as string,
		});
		expect(service.count('list')).toBe(1);
	});

	test('the response is no list', async () => {
		answerList({ code: 'c', name: 'no list' });

		await expect(offered('client')).rejects.toMatchObject({
			message: expect.stringMatching(
				/^Partner ptnr_\w+: The service's response is not a list of codes and names\. Check Base URL/,
			),
		});
	});
});

describe('what a list offers', () => {
	const expression = '={{ $("Other").item.json.iban }}';
	const campus = { code: 'cmp_1', name: 'Harbour Park', planCode: 'pln_1', buildings: [] };

	test.each([
		['hierarchyLookup', 'searchResources', { ...campus, name: 'Hostile', code: expression }],
		['getFeatures', 'searchPlans', { ...campus, name: 'Hostile', planCode: expression }],
	])('by %s in %s holds nothing that n8n would run as an expression, and says so', async (node, list, hostile) => {
		answerClient([campus, hostile]);

		const { results } = await openPage({ node, list }, service.credential(), { resource: 'campus' });

		expect(results[0]).toEqual({ name: expect.stringMatching(/^Not offered, because .*: 1$/), value: '' });
		expect(results.slice(1).map(({ name }) => name)).toEqual(['Harbour Park']);
	});

	test('holds no type of a plan that n8n would run as an expression', async () => {
		const [planCode] = service.plans(1, [zone('a'), { ...zone('b'), type: expression }]);
		const list = { node: 'getFeatures', list: 'listFeatureTypes' };

		const choices = await openChoices(list, service.credential(), { planCode: picked(planCode) });

		expect(JSON.stringify(choices)).not.toContain('iban');
		expect(choices[0].name).toMatch(/^Not offered, because .*: 1$/);
	});

	test('repeats no secret and is inert, whatever the service calls a campus', async () => {
		const credential = service.credential();
		const { apiSecret } = credential.data as { apiSecret: string };
		answerClient([
			{ ...campus, name: `Campus ${apiSecret.toUpperCase()}` },
			{ ...campus, code: apiSecret },
			{ ...campus, code: 'cmp_3', name: '\u001b]0;<b>title\u0007' },
		]);

		expect(await open('campus', credential)).toEqual({
			'Not offered, because a code begins with "=" or repeats a secret: 1': '',
			'Campus [redacted]': campus.code,
			']0; b title': 'cmp_3',
		});
	});
});
