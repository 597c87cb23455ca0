import type { IDataObject } from 'n8n-workflow';
import { zones } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { embed, getMany, lookup, push } from '../../support/engine/steps.mts';

const service = useService();

const bad: Array<[string, unknown, RegExp]> = [
	['empty', '', /code is empty/],
	['blank', ' \t', /code is empty/],
	['missing', undefined, /^No (plan|floor) code$/],
	['null', null, /^No (plan|floor) code$/],
	['a number', 7, /code must be text, but is a value of type number/],
	['a list', ['x'], /code must be text, but is an array/],
	['an object', { x: 1 }, /code must be text, but is a value of type object/],
	['..', '..', /code "\.\." is not a code/],
	['.', '.', /code "\." is not a code/],
	['broken Unicode', 'a\udfff', /code holds broken Unicode/],
];

describe.each([
	['Get Plan Features', getMany()],
	['Plan Hierarchy Lookup', lookup()],
])('%s', (_name, step) => {
	test.each(bad)(
		'a code that is %s gives a clear error with its item, and nothing is sent',
		async (_what, value, words) => {
			const { error } = await runNode({
				...step,
				items: [{ planCode: value, code: value } as IDataObject],
				credential: service.credential(),
			});

			expect(error?.message).toMatch(words);
			expect(error?.context.itemIndex).toBe(0);
			expect(service.sandbox.requests).toEqual([]);
		},
	);

	test("an expression that fails gives n8n's own words, and nothing is sent", async () => {
		const value = "={{ $('No such node').first().json.code }}";
		const parameters = { ...step.parameters, planCode: value, code: { __rl: true, mode: 'code', value } };

		const { error } = await runNode({ ...step, parameters, items: [{}], credential: service.credential() });

		expect(error?.message).toBe("Referenced node doesn't exist");
		expect(error?.context.itemIndex).toBe(0);
		expect(service.sandbox.requests).toEqual([]);
	});

	test.each(['a/b', '../../Partners', 'a b', '?x=1', '#x', 'ünï ✓', '%2e%2e', 'a\\..\\b', 'a\nb'])(
		'the code %j is encoded, never interpreted',
		async (code) => {
			await runNode({ ...step, items: [{ planCode: code, code }], credential: service.credential() });

			const [, request] = service.sandbox.requests;
			expect(request.path).toContain(`/${encodeURIComponent(code)}`);
			expect(['lookup', 'features']).toContain(request.route);
		},
	);
});

test.each([undefined, null])('the missing code %j of a lookup is no matter of plan codes', async (code) => {
	const { error } = await runNode({ ...lookup(), items: [{ code } as IDataObject], credential: service.credential() });

	expect(error?.message).toBe('No floor code');
	expect(error?.description).not.toMatch(/plan/i);
});

test.each([
	['Concurrency', getMany({ concurrency: 0 })],
	['Timeout (Seconds)', getMany({ timeoutSeconds: '={{ "soon" }}' })],
	['Timeout (Seconds)', getMany({ timeoutSeconds: 3_000_000 })],
	['Max Wait (Seconds)', getMany({ maxWaitSeconds: -1 })],
	['Max Wait (Seconds)', getMany({ maxWaitSeconds: 1e12 })],
	['Viewer Token Lifetime (Minutes)', lookup({ options: { viewerTokenLifetime: 0 } })],
])('%s out of range gives a clear error, and nothing is sent', async (label, step) => {
	const { error } = await runNode({
		...step,
		items: [{ planCode: 'pln', code: 'flr' }],
		credential: service.credential(),
	});

	expect(error?.message).toContain(`${label} must be a number`);
	expect(service.sandbox.requests).toEqual([]);
});

test.each([
	['a source of a push', push({}, { source: '={{ "Field" }}' }), /Source must be one of item, json.* item 0\./],
	[
		'a data format',
		getMany({ dataFormat: '={{ "byname" }}' }),
		/^Plan pln_\w+: Data Format must be one of byKey, byName, array, table$/,
	],
	[
		'an access',
		embed({ tokenSource: 'item', access: '={{ "everything" }}' }),
		/^Plan pln_\w+: Access must be one of allAreas, allAreasAndChildren$/,
	],
	['a switch', getMany({}, { returnAll: '={{ "perhaps" }}' }), /^Plan pln_\w+: Return All must be true or false$/],
])(
	'%s that an expression gives and the node does not offer is an error, not the default',
	async (_what, step, words) => {
		const [planCode] = service.plans(1);

		const { error } = await runNode({ ...step, items: [{ planCode }], credential: service.credential() });

		expect(error?.message).toMatch(words);
	},
);

test('a switch may be text, as sheets hand it over, and is the default where it is empty', async () => {
	const [planCode] = service.plans(1, zones(3));
	const items = [
		{ planCode, all: 'TRUE' },
		{ planCode, all: 'false' },
		{ planCode, all: '' },
	];

	const { success } = await runNode({
		...getMany({}, { returnAll: '={{ $json.all }}', limit: 1 }),
		items,
		credential: service.credential(),
	});

	expect(success.map(({ pairedItem }) => Object(pairedItem).item as number)).toEqual([0, 0, 0, 1, 2, 2, 2]);
});

test.each([{ timeoutSeconds: 2_147_483 }, { timeoutSeconds: 1000.0005 }, { maxWaitSeconds: 2_147_483 }])(
	'times are as long as a timer takes: %j',
	async (options) => {
		const [planCode] = service.plans(1, zones(1));

		const { success, error } = await runNode({
			...getMany(options),
			items: [{ planCode }],
			credential: service.credential(),
		});

		expect(error).toBeUndefined();
		expect(success).toHaveLength(1);
	},
);
