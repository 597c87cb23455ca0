import type { IDataObject } from 'n8n-workflow';
import { runNode } from '../engine/outcome.mts';
import { useService } from '../engine/service.mts';
import { getMany, lookup } from '../engine/steps.mts';

const service = useService();

const bad: Array<[string, unknown, RegExp]> = [
	['empty', '', /code is empty/],
	['blank', ' \t', /code is empty/],
	['missing', undefined, /code must be text, but is missing/],
	['null', null, /code must be text, but is null/],
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
	test.each(bad)('a code that is %s gives a clear error with its item, and nothing is sent', async (_what, value, words) => {
		const { error } = await runNode({
			...step,
			items: [{ planCode: value, code: value } as IDataObject],
			credential: service.credential(),
		});

		expect(error?.message).toMatch(words);
		expect(error?.context.itemIndex).toBe(0);
		expect(service.sandbox.requests).toEqual([]);
	});

	test("an expression that fails gives n8n's own words, and nothing is sent", async () => {
		const value = "={{ $('No such node').first().json.code }}";
		const parameters = { ...step.parameters, planCode: value, code: { __rl: true, mode: 'code', value } };

		const { error } = await runNode({ ...step, parameters, items: [{}], credential: service.credential() });

		expect(error?.message).toBe("Referenced node doesn't exist");
		expect(error?.context.itemIndex).toBe(0);
		expect(service.sandbox.requests).toEqual([]);
	});

	test.each(['a/b', '../../Partners', 'a b', '?x=1', '#x', 'ünï ✓', '%2e%2e', 'a\\..\\b', 'a\nb'])('the code %j is encoded, never interpreted', async (code) => {
		await runNode({ ...step, items: [{ planCode: code, code }], credential: service.credential() });

		const [, request] = service.sandbox.requests;
		expect(request.path).toContain(`/${encodeURIComponent(code)}`);
		expect(['lookup', 'features']).toContain(request.route);
	});
});

test.each([
	['options.concurrency', getMany({ concurrency: 0 })],
	['options.timeoutSeconds', getMany({ timeoutSeconds: '={{ "soon" }}' })],
	['options.maxWaitSeconds', getMany({ maxWaitSeconds: -1 })],
	['options.viewerTokenLifetime', lookup({ options: { viewerTokenLifetime: 0 } })],
])('%s out of range gives a clear error, and nothing is sent', async (name, step) => {
	const { error } = await runNode({ ...step, items: [{ planCode: 'pln', code: 'flr' }], credential: service.credential() });

	expect(error?.message).toContain(`The parameter ${name} must be a number`);
	expect(service.sandbox.requests).toEqual([]);
});
