import type { INodeParameters } from 'n8n-workflow';
import { demo } from '../../../tools/sandbox/server.mts';
import { ON_ERROR, failureWords, runChain, runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { embed, getMany, lookup } from '../../support/engine/steps.mts';

const service = useService();

interface Embed {
	url: string;
	iframe: string;
	expiresAt: string | null;
}

const soon = new Date(Date.now() + 3_600_000).toISOString();
const past = '2020-01-01T00:00:00Z';

function item(viewerTokens: object | undefined, planCode?: string) {
	return {
		code: 'x',
		...(viewerTokens === undefined ? {} : { viewerTokens }),
		...(planCode === undefined ? {} : { planCode }),
	} as never;
}

async function create(input: ReturnType<typeof item>, parameters: Parameters<typeof embed>[0] = {}) {
	return await runNode({
		...embed({ tokenSource: 'item', ...parameters }),
		items: [input],
		credential: service.credential(),
	});
}

test('the address from a lookup opens the plan', async () => {
	const { success } = await runChain({
		items: [{ code: demo.floorCode }],
		credential: service.credential(),
		steps: [lookup(), embed({ tokenSource: 'item' })],
	});

	const { url, expiresAt } = Object(success[0].json.embed) as Embed;
	expect(success[0].json).toMatchObject({ code: demo.floorCode, viewerTokens: { expiry: expiresAt } });
	const answer = await fetch(url);
	expect(answer.status).toBe(200);
	expect(await answer.text()).toContain('<svg');
});

test('it makes no request and needs no login', async () => {
	const { success } = await runNode({
		...embed({ tokenSource: 'item' }),
		items: [item({ allAreas: 'token', expiry: soon }, 'pln')],
		credential: service.credential({ apiSecret: '', authUrl: '' }),
	});

	expect(success[0].json.embed).toMatchObject({ expiresAt: soon });
	expect(service.sandbox.requests).toEqual([]);
});

test('a typed token is taken without what was copied along; an invisible character is told', async () => {
	const manual = (viewerToken: string) => ({ tokenSource: 'manual', viewerToken });
	const { success } = await create({} as never, manual(' abc+/=\n'));
	const { error } = await create({} as never, manual('abc\u200b'));

	expect((success[0].json.embed as Embed).url).toMatch(/viewerToken=abc%2B%2F%3D$/);
	expect(error?.message).toContain('The viewer token contains an invisible character (U+200B)');
});

test('a URL in place of a token or a code is an error that does not show the viewer token in it', async () => {
	const url = 'https://plans.example/plans-embed/v1/plan?viewerToken=s3cret-of-the-plan';
	const token = { tokenSource: 'manual', viewerToken: url };
	const code = { __rl: true, mode: 'code', value: url };
	const names = { __rl: true, mode: 'names', value: url };
	const encoded = { ...code, value: 'viewerToken%3Ds3cret-of-the-plan' };
	const outcomes = [
		await create({} as never, token),
		await create(item({ allAreas: 't', expiry: soon }), { planCode: names }),
		await create(item({ allAreas: 't', expiry: soon }), { planCode: encoded }),
		await create(item({ allAreas: 't', expiry: soon }), { planCode: code }),
		await create(item(undefined), { tokenSource: 'lookup', code }),
	];

	expect(outcomes.map(({ error }) => error?.message)).toEqual([
		'The viewer token is a URL',
		'The names of the plan are a URL',
		'The URL of the plan has no "planCode=…"',
		'The URL of the plan has no "planCode=…"',
		'The floor code is a URL',
	]);
	const words = outcomes.map(({ error }) => [error?.message, error?.description, error?.context.details]);
	expect(JSON.stringify(words)).not.toContain('s3cret');
});

test('with Warn, an expiry that can not be read is a hint', async () => {
	const input = item({ allAreas: 't', expiry: 'soon' }, 'pln');
	const { success, hints } = await create(input, { options: { expired: 'warn' } });

	expect(success[0].json.embed).toMatchObject({ expiresAt: 'soon' });
	expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(/expiry can't be read: 1$/)]);
});

test('token and plan code are encoded, and the iframe is inert', async () => {
	const [hostile, title] = ['a+b/c=&x="><script>', `"><img src=x onerror='alert(1)'>`];

	const { success } = await create(item({ allAreas: hostile, expiry: soon }, 'pln&planCode=other'), {
		options: { title, width: '"><b>', height: "' onload='x" },
	});

	const { url, iframe } = Object(success[0].json.embed) as Embed;
	expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
		viewerToken: hostile,
		planCode: 'pln&planCode=other',
	});
	expect(iframe.match(/</g)).toHaveLength(2);
	expect(iframe).toMatch(/^<iframe [^<>]*><\/iframe>$/);
	expect(iframe).not.toMatch(/'/);
});

test.each([
	[{ width: ' 800 ', height: '100 %' }, 'width="800" height="100%"'],
	[{ width: 640, height: '400px' }, 'width="640" height="400"'],
	[{ width: '={{ $json.nothing }}', height: '={{ null }}' }, 'width="100%" height="600"'],
])('a size is what browsers take: %j', async (options, sizes) => {
	const { success } = await create(item({ allAreas: 'T', expiry: soon }, 'pln'), { options });
	expect((success[0].json.embed as Embed).iframe).toContain(sizes);
});

test('query parameters of the options stand in the address and in the iframe', async () => {
	const values = [
		{ name: 'interactive', value: '={{ true }}' },
		{ name: 'layers', value: 'structure,zone' },
		{ name: 'floor', value: '={{ $json.nothing }}' },
	];

	const { success } = await create(item({ allAreas: 'T', expiry: soon }, 'pln'), {
		options: { parameters: { values } },
	});

	const { url, iframe } = Object(success[0].json.embed) as Embed;
	expect(new URL(url).search).toBe('?viewerToken=T&planCode=pln&interactive=true&layers=structure%2Czone');
	expect(iframe).toContain('&amp;interactive=true&amp;layers=structure%2Czone');
});

test.each([
	[
		'a null token',
		item({ allAreas: null, allAreasAndChildren: 't', expiry: soon }, 'pln'),
		{},
		/"allAreas" is null/,
		/campus or floor whose planCode is null\. .*All Areas and Children/,
	],
	[
		'a query parameter twice',
		item({ allAreas: 'T', expiry: soon }, 'pln'),
		{ options: { parameters: { values: [{ name: 'plancode', value: 'other' }] } } } as INodeParameters,
		/"plancode" is there twice/,
		/its own name/,
	],
	['a missing token', item({ expiry: soon }, 'pln'), {}, /"allAreas" is missing/, /All Areas and Children/],
	['no viewer tokens', item(undefined, 'pln'), {}, /holds no viewer tokens/, /Plan Hierarchy Lookup/],
	[
		'an expired token',
		item({ allAreas: 't', expiry: past }, 'pln'),
		{},
		/expired at 2020-01-01/,
		/Look the resource up again/,
	],
	['an expiry that is no time', item({ allAreas: 't', expiry: 'soon' }, 'pln'), {}, /not a timestamp/, /unchanged/],
	[
		'no plan code for all children',
		item({ allAreasAndChildren: 't', expiry: soon }),
		{ access: 'allAreasAndChildren' },
		/plan code is missing/,
		/opens many plans/,
	],
	[
		'a blank plan code for all children',
		item({ allAreasAndChildren: 't', expiry: soon }, ' '),
		{ access: 'allAreasAndChildren' },
		/plan code is missing/,
		/opens many plans/,
	],
	[
		'a plan code that is no text',
		item({ allAreas: 't', expiry: soon }),
		{ planCode: '={{ 7 }}' },
		/plan code must be text/,
		/^Give the code as/,
	],
	[
		'a typed token that is empty',
		item(undefined, 'pln'),
		{ tokenSource: 'manual', viewerToken: ' ' },
		/viewer token is empty/,
		/lookup/,
	],
] as const)('%s gives an error that says what to change', async (_what, input, parameters, words, advice) => {
	const { error } = await create(input, { ...parameters });

	expect(error?.message).toMatch(words);
	expect(error?.description).toMatch(advice);
});

test.each([
	[{ resource: 'building', code: 'bldg_1' }, 'Building bldg_1: '],
	[{ resource: 'floor', code: 'flr_1' }, 'Floor flr_1: '],
	[{ resource: 'floor', code: 'flr_1', planCode: 'pln' }, 'Plan pln: '],
	[{ code: 'x', planCode: 'pln' }, 'Plan pln: '],
	[{ resource: 'room', code: 'x' }, ''],
])('a failure of the item %j begins with %j', async (about, subject) => {
	const viewerTokens = { allAreas: null, allAreasAndChildren: 't', expiry: soon };
	const { error } = await create({ ...about, viewerTokens } as never);

	expect(error?.message).toBe(`${subject}The viewer token "allAreas" is null`);
});

describe('Look It Up', () => {
	const code = { __rl: true, mode: 'code', value: demo.floorCode };

	test('of a building that has no plan of its own names the building', async () => {
		const building = { ...code, value: demo.buildingCode };
		const { error } = await create(item(undefined), {
			tokenSource: 'lookup',
			lookupResource: 'building',
			code: building,
		});

		expect(error?.message).toBe(`Building ${demo.buildingCode}: The viewer token "allAreas" is null`);
	});

	test('asks for a fresh token of a floor and opens its plan, whatever the item is about', async () => {
		const { success } = await create({ name: 'kept', planCode: 'pln_other' } as never, {
			tokenSource: 'lookup',
			lookupResource: 'floor',
			code,
		});
		const { url, expiresAt } = Object(success[0].json.embed) as Embed;

		expect(success[0].json).toMatchObject({ name: 'kept' });
		expect(Date.parse(String(expiresAt))).toBeGreaterThan(Date.now());
		expect(new URL(url).searchParams.get('planCode')).toBe(demo.planCode);
		expect(await (await fetch(url)).text()).toContain('<svg');
		expect(service.sandbox.requests.filter(({ route }) => route === 'lookup')).toHaveLength(1);
	});

	test('with All Areas and Children opens the plan that the item names', async () => {
		const building = {
			tokenSource: 'lookup',
			lookupResource: 'building',
			code: { ...code, value: demo.buildingCode },
			access: 'allAreasAndChildren',
		};
		const { success } = await create(item(undefined, demo.planCode), building);

		expect((await fetch((Object(success[0].json.embed) as Embed).url)).status).toBe(200);
	});

	test.each([
		['allAreas', { planCode: 'pln_own' }, 'pln_item', 'pln_own'],
		['allAreas', {}, 'pln_item', 'pln_item'],
		['allAreas', { planCode: '' }, 'pln_item', 'pln_item'],
		['allAreas', { planCode: null }, 'pln_item', null],
		['allAreas', { planCode: ' ' }, undefined, null],
		['allAreasAndChildren', { planCode: 'pln_own' }, 'pln_item', 'pln_item'],
		['allAreasAndChildren', { planCode: 'pln_own' }, undefined, 'pln_own'],
	])(
		'with %s of a resource with %j, for an item about %j, opens the plan %s',
		async (access, own, planCode, opened) => {
			const viewerTokens = { allAreas: 't', allAreasAndChildren: 't', expiry: soon };
			const body = JSON.stringify({ code: 'x', name: 'Campus', viewerTokens, ...own });
			service.sandbox.intercept({ route: 'lookup', reply: { status: 200, body } });

			const { success } = await create(item(undefined, planCode), {
				tokenSource: 'lookup',
				lookupResource: 'campus',
				code,
				access,
			});

			expect(new URL((Object(success[0].json.embed) as Embed).url).searchParams.get('planCode')).toBe(opened);
		},
	);

	test.each<[string, string, Record<string, string>, RegExp[]]>([
		['that is over gives a hint', past, {}, [/^Viewer tokens that have expired, .*: 1$/]],
		['that is over by our clock alone gives none', past, { date: 'Tue, 31 Dec 2019 23:00:00 GMT' }, []],
		["that is over by the service's gives one", soon, { date: 'Fri, 01 Jan 2100 00:00:00 GMT' }, [/expired, .*: 1$/]],
	])('a token that was just requested is never rejected: an expiry %s', async (_what, expiry, headers, expected) => {
		const body = JSON.stringify({ code: 'x', name: 'Level', viewerTokens: { allAreas: 't', expiry } });
		service.sandbox.intercept({ route: 'lookup', reply: { status: 200, headers, body } });

		const { success, error, hints } = await create(item(undefined, 'pln'), { tokenSource: 'lookup', code });

		expect({ error, count: success.length }).toEqual({ error: undefined, count: 1 });
		expect(success[0].json.embed).toMatchObject({ expiresAt: expiry });
		expect(hints.map(({ message }) => message)).toEqual(expected.map((one) => expect.stringMatching(one)));
	});

	test('of a code that the service does not know names it, by the error output', async () => {
		const { error } = await create(item(undefined), { tokenSource: 'lookup', code: { ...code, value: 'flr_none' } });

		expect(error?.context.details).toMatchObject({
			status: 404,
			resource: 'floor',
			code: 'notFound',
			resourceCode: 'flr_none',
		});
	});
});

test('a dot in Output Field leads into an object, which keeps its members', async () => {
	const input = { ...Object(item({ allAreas: 't', expiry: soon }, 'pln')), building: { name: 'House' } };
	const { success } = await create(input as never, { options: { outputField: 'building.embed' } });

	expect(success[0].json.building).toEqual({ name: 'House', embed: expect.objectContaining({ expiresAt: soon }) });
	expect(input.building).toEqual({ name: 'House' });
	const made = await create(input as never, { options: { outputField: 'page.embed' } });
	expect(made.success[0].json.page).toEqual({ embed: expect.objectContaining({ expiresAt: soon }) });
	const { error } = await create(input as never, { options: { outputField: 'code.embed' } });
	expect(error?.message).toBe('Plan pln: The field "code" of the item is no object');
});

test('the address stands right behind the plan code, before the counts of a push', async () => {
	const summary = { planCode: 'pln', pushed: 3, skipped: 0 };
	const { success } = await create(summary as never, { tokenSource: 'manual', viewerToken: 't' });
	const withoutPlan = await create({ pushed: 3 } as never, {
		tokenSource: 'manual',
		viewerToken: 't',
		planCode: 'pln',
	});

	expect(Object.keys(success[0].json)).toEqual(['planCode', 'embed', 'pushed', 'skipped']);
	expect(Object.keys(withoutPlan.success[0].json)).toEqual(['pushed', 'embed']);
});

test('an empty Output Field is the usual one', async () => {
	const { success } = await create(item({ allAreas: 't', expiry: soon }, 'pln'), { options: { outputField: '' } });

	expect(success[0].json.embed).toMatchObject({ expiresAt: soon });
});

test('binary data of the item, such as photos, stay with it', async () => {
	const [planCode] = service.plans(1);
	const photos = [{ imageUrl: '/photos/a.png' }];
	service.sandbox.setFeatures(planCode, [{ type: 'zone', photos }]);

	const { success } = await runChain({
		items: [{ planCode }],
		credential: service.credential(),
		steps: [getMany({ downloadPhotos: true }), embed({ tokenSource: 'manual', viewerToken: 'token' })],
	});

	expect(Object.keys(success[0].binary ?? {})).toEqual(['photo_0']);
	expect(success[0].json).toHaveProperty('embed.url');
});

test('Expired Token: Warn builds the address and shows a hint', async () => {
	const { success, hints } = await create(item({ allAreas: 't', expiry: past }, 'pln'), {
		options: { expired: 'warn', outputField: 'viewer' },
	});

	expect(success[0].json.viewer).toMatchObject({ expiresAt: past });
	expect(hints[0].message).toContain('1');
});

test.each(ON_ERROR)(
	'a base address that is none fails each item, and nothing throws under Continue: %s',
	async (onError) => {
		const items = [1, 2].map(() => item({ allAreas: 't', expiry: soon }, 'pln'));

		const outcome = await runNode({
			...embed({ tokenSource: 'item' }),
			items,
			credential: service.credential({ baseUrl: 'ftp://x' }),
			onError,
		});

		const told = onError === 'stopWorkflow' ? 1 : items.length;
		expect(failureWords(outcome)).toEqual(Array(told).fill(expect.stringContaining('Base URL')));
	},
);
