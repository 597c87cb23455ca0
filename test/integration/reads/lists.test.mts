import type { INodeParameters } from 'n8n-workflow';
import { demo } from '../../../tools/sandbox/server.mts';
import { zone } from '../../support/engine/features.mts';
import { useService } from '../../support/engine/service.mts';
import { openChoices, openList, openPage, picked } from './open-list.mts';

const service = useService();

/** The panel of a lookup by list, with the demo client picked. */
function panel(resource: string, more: INodeParameters = {}): INodeParameters {
	return { resource, code: picked(''), parentClient: picked(demo.clientCode), ...more };
}

async function offered(parameters: INodeParameters, typed?: string): Promise<string[]> {
	return Object.keys(await openList('searchResources', service.credential(), parameters, typed));
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
		expect(await openList('searchClients', service.credential(), {})).toEqual({ 'Northquay Estates': demo.clientCode });
		expect(service.sandbox.requests.filter(({ route }) => route === 'list').map(({ path }) => path)).toEqual([
			`/esapi/api/v1/Partners/${demo.partnerCode}/Clients`,
		]);
	});

	test("are those of the node's Partner Code where it is set", async () => {
		const credential = service.credential({ partnerCode: 'ptnr_other' });

		expect(await openList('searchClients', credential, { options: { partnerCode: demo.partnerCode } })).toEqual({
			'Northquay Estates': demo.clientCode,
		});
	});

	test('are those of all listed partners where no partner code is set, none left out in silence', async () => {
		answerList(Array.from({ length: 25 }, (_, index) => ({ code: `p${index}`, name: `Partner ${index}` })));
		for (let client = 0; client < 24; client++) answerList([{ code: `c${client}`, name: `Client ${client}` }]);
		service.sandbox.intercept({ route: 'list', reply: { status: 403 } });

		const clients = await openList('searchClients', service.credential({ partnerCode: '' }), {});

		expect(Object.keys(clients)).toEqual([
			expect.stringMatching(
				/^1 of 25 partners could not be listed: The service responded with status 403 for partner p\d+$/,
			),
			...Array.from({ length: 24 }, (_, index) => `Client ${index}`),
		]);
	});

	test('are offered as resources, too, when a client is looked up', async () => {
		expect(await offered({ resource: 'client' })).toEqual(['Northquay Estates']);
	});
});

describe('resources below a client', () => {
	test('are all of their kind, with the names of the parents that were not picked', async () => {
		expect(await offered(panel('campus'))).toEqual(['Harbour Park', 'Riverside Yard']);
		expect(await offered(panel('building'))).toEqual([
			'Harbour Park › Harbour House',
			'Harbour Park › Mariner Court',
			'Harbour Park › The Boathouse',
			'Riverside Yard › The Foundry',
		]);
	});

	test('are narrowed by the campus that is picked', async () => {
		expect(await offered(panel('floor', { parentCampus: picked(demo.otherCampusCode) }))).toEqual([
			'The Foundry › Ground floor',
			'The Foundry › Level 1',
		]);
	});

	test('are narrowed by the building that is picked rather than by the campus', async () => {
		const parents = { parentCampus: picked(demo.otherCampusCode), parentBuilding: picked(demo.buildingCode) };

		expect(await offered(panel('floor', parents))).toEqual(['Ground floor', 'Level 1', 'Level 2', 'Level 3']);
	});

	test('are not narrowed by what was picked below another client', async () => {
		expect(await offered(panel('floor', { parentBuilding: picked('bldg_of_another_client') }))).toHaveLength(11);
	});

	test.each(['building', 'floor'])(
		'are offered where parents of a %s are picked, also to pick another one',
		async (resource) => {
			const parents = { parentCampus: picked(demo.campusCode), parentBuilding: picked(demo.buildingCode) };
			const parameters = panel(resource, resource === 'floor' ? parents : { parentCampus: parents.parentCampus });

			expect(await openList('searchCampuses', service.credential(), parameters)).toEqual({
				'Harbour Park': demo.campusCode,
				'Riverside Yard': demo.otherCampusCode,
			});
			expect(Object.keys(await openList('searchBuildings', service.credential(), parameters))).toEqual([
				'Harbour House',
				'Mariner Court',
				'The Boathouse',
			]);
		},
	);

	test('are found by a part of their name or code, in any case', async () => {
		const building = panel('floor', { parentBuilding: picked(demo.buildingCode) });

		expect(await offered(building, ' LEVEL ')).toEqual(['Level 1', 'Level 2', 'Level 3']);
		expect(await offered(building, demo.floorCode.toUpperCase())).toEqual(['Level 3']);
	});

	test('are sorted by the numbers in their names', async () => {
		answerClient(['Campus 10', 'Campus 9'].map((name) => ({ code: name, name })));

		expect(await offered(panel('campus'))).toEqual(['Campus 9', 'Campus 10']);
	});

	test.each([
		[{}, 'Clients'],
		[{ clientPath: 'Client' }, 'Client'],
	])('are looked up with the path of the options %j', async (options, segment) => {
		await offered(panel('campus', { options }));

		expect(service.sandbox.requests.at(-1)?.path).toBe(`/esapi/api/v1/${segment}/${demo.clientCode}`);
	});

	test('are found where a campus and a building have one code', async () => {
		const buildings = [{ code: 'same', name: 'House', floors: [{ code: 'f', name: 'Floor' }] }];
		answerClient([{ code: 'same', name: 'Campus', buildings }]);
		answerClient([{ code: 'same', name: 'Campus', buildings }]);

		expect(await offered(panel('building', { parentCampus: picked('same') }))).toEqual(['House']);
		expect(await offered(panel('floor', { parentCampus: picked('same'), parentBuilding: picked('same') }))).toEqual([
			'Floor',
		]);
	});
});

describe("a list that can't be had says why", () => {
	test('no client is picked yet', async () => {
		await expect(offered(panel('floor', { parentClient: picked('') }))).rejects.toMatchObject({
			message: 'No client is chosen yet. Choose a client first, or switch to By Code',
		});
	});

	test.each([
		[404, 'This service does not list its clients. Switch the field to By Code and enter the code'],
		[405, 'This service does not list its clients. Switch the field to By Code and enter the code'],
		[403, `The service responded with status 403 for partner ${demo.partnerCode}`],
	])('the service answers %i', async (status, message) => {
		service.sandbox.intercept({ route: 'list', times: Infinity, reply: { status } });

		await expect(offered({ resource: 'client' })).rejects.toMatchObject({ message });
	});

	test('another web server answers, with a page', async () => {
		const body = '<!doctype html><html><body>Not found</body></html>';
		service.sandbox.intercept({ route: 'list', times: Infinity, reply: { status: 404, body } });

		await expect(offered({ resource: 'client' })).rejects.toMatchObject({
			message: expect.stringMatching(/: No plan service responds at /) as string,
		});
	});

	test("the partners can't be listed", async () => {
		service.sandbox.intercept({ route: 'list', reply: { status: 403 } });

		await expect(openList('searchClients', service.credential({ partnerCode: '' }), {})).rejects.toMatchObject({
			message: 'The service responded with status 403',
		});
	});

	test('the response is no list', async () => {
		answerList({ code: 'c', name: 'no list' });

		await expect(offered({ resource: 'client' })).rejects.toMatchObject({
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

		const { results } = await openPage({ node, list }, service.credential(), panel('campus'));

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

		expect(await openList('searchResources', credential, panel('campus'))).toEqual({
			'Not offered, because a code begins with "=" or repeats a secret: 1': '',
			'Campus [redacted]': campus.code,
			']0; b title': 'cmp_3',
		});
	});
});
