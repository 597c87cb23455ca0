import { demo } from '../../../tools/sandbox/server.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { lookup } from '../../support/engine/steps.mts';

const service = useService();

async function look(parameters: Parameters<typeof lookup>[0], code: string) {
	return await runNode({ ...lookup(parameters), items: [{ code }], credential: service.credential() });
}

test.each([
	['client', demo.clientCode, 'Clients'],
	['campus', demo.campusCode, 'Campuses'],
	['building', demo.buildingCode, 'Buildings'],
	['floor', demo.floorCode, 'Floors'],
])('a %s is looked up and comes as the service sent it', async (resource, code, segment) => {
	const { success } = await look({ resource }, code);

	const [request] = service.sandbox.requests.filter(({ route }) => route === 'lookup');
	expect(request.path).toBe(`/esapi/api/v1/${segment}/${code}`);
	expect(success).toHaveLength(1);
	const hasPlan = resource === 'campus' || resource === 'floor';
	expect(success[0].json).toMatchObject({
		code,
		name: expect.any(String),
		viewerTokens: {
			allAreas: hasPlan ? expect.any(String) : null,
			allAreasAndChildren: expect.any(String),
			expiry: expect.stringMatching(/Z$/),
		},
	});
});

test.each([
	['floor', demo.floorCode, demo.planCode],
	['building', demo.buildingCode, null],
])('Simplify gives code, name, plan code, path and viewer tokens of a %s alone', async (resource, code, planCode) => {
	const [whole, simple] = await Promise.all(
		[{}, { simplify: true }].map(async (options) => (await look({ resource, options }, code)).success[0].json),
	);

	expect(Object.keys(simple)).toEqual(['code', 'name', 'planCode', 'path', 'viewerTokens']);
	expect(simple).toMatchObject({ code, name: whole.name, planCode, path: [whole.name] });
	expect(Object.keys(Object(simple.viewerTokens))).toEqual(Object.keys(Object(whole.viewerTokens)));
});

test('Client Path asks with the singular', async () => {
	await look({ resource: 'client', options: { clientPath: 'Client' } }, demo.clientCode);

	expect(service.sandbox.requests.at(-1)?.path).toBe(`/esapi/api/v1/Client/${demo.clientCode}`);
});

describe('a client that is not at one path of the specification', () => {
	const paths = () => service.sandbox.requests.filter(({ route }) => route === 'lookup').map(({ path }) => path);
	const both = (first: string, second: string) =>
		[first, second].map((segment) => `/esapi/api/v1/${segment}/${demo.clientCode}`);

	test.each([
		...[400, 403, 404, 409, 410, 303].map((status) => [undefined, status, both('Clients', 'Client')] as const),
		['Client', 405, both('Client', 'Clients')],
	] as const)('is asked for at the other one (Client Path %s, status %d)', async (clientPath, status, asked) => {
		service.sandbox.intercept({ route: 'lookup', reply: { status, body: '{"message":"no such address"}' } });

		const options = clientPath === undefined ? {} : { clientPath };
		const { success } = await look({ resource: 'client', options }, demo.clientCode);

		expect(success[0].json.code).toBe(demo.clientCode);
		expect(paths()).toEqual(asked);
	});

	test('nor at the other one is reported as the first response has it', async () => {
		service.sandbox.intercept({ route: 'lookup', reply: { status: 404, body: '{"message":"no such client"}' } });
		service.sandbox.intercept({ route: 'lookup', reply: { status: 500, body: '{"message":"out of order"}' } });

		const { error } = await look({ resource: 'client', options: { maxWaitSeconds: 0 } }, 'clnt_unknown');

		expect(error?.message).toMatch(/^Client clnt_unknown: The service responded with status 404: no such client/);
	});

	test.each([{ status: 429 }, { status: 503, headers: { 'Retry-After': '60' } }])(
		'is not looked for elsewhere where the service limits requests: %j',
		async (reply) => {
			service.sandbox.intercept({ route: 'lookup', reply: { ...reply, body: '{"message":"not now"}' } });

			const { error } = await look({ resource: 'client', options: { maxWaitSeconds: 0 } }, demo.clientCode);

			expect(error?.message).toMatch(new RegExp(`status ${reply.status}: not now`));
			expect(paths()).toHaveLength(1);
		},
	);
});

test.each([undefined, null, ''])('a resource whose name is %j goes by its code', async (name) => {
	const answer = (more: object) =>
		service.sandbox.intercept({
			route: 'lookup',
			reply: { status: 200, body: JSON.stringify({ code: 'bld', name, viewerTokens: {}, ...more }) },
		});
	answer({});
	const { success, error } = await look({ resource: 'building', options: { simplify: true } }, 'bld');
	expect([error, success[0].json]).toEqual([undefined, expect.objectContaining({ code: 'bld', path: ['bld'] })]);

	answer({ name: 'Tower', floors: [{ code: 'flr', name }] });
	const { success: floors } = await look({ resource: 'building', operation: 'getChildren' }, 'bld');
	expect(floors[0].json).toMatchObject({ code: 'flr', name: 'flr', path: ['Tower', 'flr'] });
});

test.each(['={{ $json.lifetime }}', '={{ null }}', '={{ "" }}'])(
	'Viewer Token Lifetime that is %j is left to the service',
	async (viewerTokenLifetime) => {
		await look({ options: { viewerTokenLifetime } }, demo.floorCode);

		const [request] = service.sandbox.requests.filter(({ route }) => route === 'lookup');
		expect(JSON.stringify(request)).not.toMatch(/lifetime/i);
	},
);

test('Viewer Token Lifetime reaches the service', async () => {
	const before = Date.now();

	const { success } = await look({ options: { viewerTokenLifetime: 5 } }, demo.floorCode);

	const { expiry } = Object(success[0].json.viewerTokens);
	expect((Date.parse(expiry) - before) / 60_000).toBeCloseTo(5, 0);
});

test('children name their kind and their parent, and nest nothing', async () => {
	const { success } = await look({ resource: 'campus', operation: 'getChildren' }, demo.campusCode);

	expect(success.map(({ json }) => json.name)).toEqual(['Harbour House', 'Mariner Court', 'The Boathouse']);
	for (const { json } of success) {
		expect(json).toMatchObject({ resource: 'building', parentCode: demo.campusCode, code: expect.any(String) });
		expect(json).not.toHaveProperty('floors');
	}
});

test('descendants come with parents before their children', async () => {
	const { success } = await look({ resource: 'client', operation: 'getDescendants' }, demo.clientCode);

	const seen = new Set<unknown>([demo.clientCode]);
	for (const { json } of success) {
		expect(seen).toContain(json.parentCode);
		seen.add(json.code);
	}
	expect(success.filter(({ json }) => json.resource === 'floor')).toHaveLength(11);
});

test('a floor has nothing below it: a clear error', async () => {
	const { error } = await look({ resource: 'floor', operation: 'getChildren' }, demo.floorCode);

	expect(error?.message).toMatch(/^Floor flr_\w+: A floor has nothing below it$/);
});

test.each(['getChildren', 'getDescendants'])('%s of what has nothing below it says so in a hint', async (operation) => {
	const body = JSON.stringify({ code: 'x', name: 'X', viewerTokens: {}, floors: [] });
	service.sandbox.intercept({ route: 'lookup', reply: { status: 200, body } });

	// Get Children has no Kinds: these were chosen before.
	const options = operation === 'getChildren' ? { kinds: ['floor'] } : {};
	const { success, hints } = await look({ resource: 'building', operation, options }, 'bld_1');

	expect(success).toEqual([]);
	expect(hints.map(({ message }) => message)).toEqual(['Nothing was found below: building bld_1.']);
});

test('Kinds of which nothing lies below are not taken for an empty building', async () => {
	const parameters = { resource: 'building', operation: 'getDescendants', options: { kinds: ['campus'] } };
	const { success, hints } = await look(parameters, demo.buildingCode);

	expect(success).toEqual([]);
	expect(hints.map(({ message }) => message)).toEqual([
		`None of the chosen Kinds was found below: building ${demo.buildingCode}.`,
	]);
});

test('a response that nests no children gives a clear error', async () => {
	const body = JSON.stringify({ code: 'x', name: 'X', viewerTokens: { allAreasAndChildren: 'token' } });
	service.sandbox.intercept({ route: 'lookup', reply: { status: 200, body } });

	const { error } = await look({ resource: 'campus', operation: 'getChildren' }, demo.campusCode);

	expect(error?.message).toContain('holds no list "buildings"');
});

test('equal lookups of one run are requested once', async () => {
	const items = Array.from({ length: 20 }, () => ({ code: demo.floorCode }));

	const { success } = await runNode({ ...lookup(), items, credential: service.credential() });

	expect(success).toHaveLength(20);
	expect(service.count('lookup')).toBe(1);
});
