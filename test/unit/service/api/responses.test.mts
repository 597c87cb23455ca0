import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import {
	UnexpectedResponseError,
	readJson,
	readLookupResponse,
	readNamedList,
	readPlanResponse,
} from '../../../../service/api';
import { Secrets } from '../../../../service/text';
import { anyJson } from '../../../support/generators/json.mts';
import { thrownBy } from '../../thrown.mts';

const TOKENS = { allAreas: 'a', allAreasAndChildren: null, expiry: '2026-01-01T00:00:00Z' };

/** Nothing to hide. */
const NONE = new Secrets([]);

function messageOf(work: () => unknown): string {
	const error = thrownBy(work);
	expect(error).toBeInstanceOf(UnexpectedResponseError);
	return (error as Error).message;
}

describe('any response', () => {
	it('that is JSON is read as it is', () => {
		fc.assert(fc.property(anyJson, (value) => deepStrictEqual(readJson(JSON.stringify(value), NONE), value)));
	});

	it('that is empty says so', () => {
		expect(messageOf(() => readJson('', NONE))).toBe('is empty');
	});

	it.each([
		['<!doctype html><title>Sign in</title>', 'is HTML or XML, not JSON; it begins with "Sign in"'],
		['\n <html></html>', 'is HTML or XML, not JSON'],
		['{"features": [', 'is not complete JSON; it begins with "{"features": ["'],
		['a <b>', 'is not complete JSON; it begins with "a"'],
		[' ', 'is not complete JSON'],
	])('%j that is no JSON is described', (text, message) => {
		expect(messageOf(() => readJson(text, NONE))).toBe(message);
	});

	it('that is long and no JSON is quoted with its first 80 characters', () => {
		expect(messageOf(() => readJson('x'.repeat(10_000), NONE))).toBe(
			`is not complete JSON; it begins with "${'x'.repeat(80)}"`,
		);
	});

	it('that is no JSON is quoted without the secrets that it repeats, not even in parts', () => {
		for (const read of [readJson, readPlanResponse, readLookupResponse, readNamedList]) {
			expect(messageOf(() => read('You sent s3cret', new Secrets(['s3cret'])))).toBe(
				'is not complete JSON; it begins with "You sent [redacted]"',
			);
		}
		expect(messageOf(() => readJson(`${' '.repeat(497)}s3cret`, new Secrets(['s3cret'])))).not.toContain('s3c');
	});
});

describe('the response to Get features', () => {
	it('gives the features as the service sent them, unknown kinds and members too', () => {
		const features = [{ type: 'zone', zoneType: 'new', other: [1.5, null] }, {}, { type: 7 }];
		expect(readPlanResponse(JSON.stringify({ features, more: 1 }), NONE)).toStrictEqual(features);
		expect(readPlanResponse('{"features":[]}', NONE)).toEqual([]);
	});

	it.each(['[]', 'null', '"text"', '7', '[{"features":[]}]'])('%s is no object', (text) => {
		expect(messageOf(() => readPlanResponse(text, NONE))).toBe('is not a JSON object');
	});

	it.each([
		['{}', 'features Required'],
		['{"features":null}', 'features Expected array, received null'],
		['{"features":{"0":{}}}', 'features Expected array, received object'],
		['{"features":[{},[]]}', 'features.1 Expected object, received array'],
		['{"features":[{},{},"x"]}', 'features.2 Expected object, received string'],
		['{"features":[null]}', 'features.0 Expected object, received null'],
	])('%s is refused with the place and the reason', (text, reason) => {
		expect(messageOf(() => readPlanResponse(text, NONE))).toBe(`is not what the specification says: ${reason}`);
	});

	it('keeps a member named __proto__ as a member', () => {
		const [feature] = readPlanResponse('{"features":[{"__proto__":{"polluted":true}}]}', NONE);
		expect(Object.keys(feature)).toEqual(['__proto__']);
		expect(feature.polluted).toBeUndefined();
	});
});

describe('the response to a lookup', () => {
	it('is given as the service sent it, with its other fields', () => {
		const answer = { code: 'C', name: 'N', viewerTokens: { ...TOKENS, later: 1 }, floors: [{ code: 'F' }], x: null };
		expect(readLookupResponse(JSON.stringify(answer), NONE)).toStrictEqual(answer);
	});

	it.each([
		[{ name: 'N', viewerTokens: TOKENS }, 'code Required'],
		[{ code: 'C', name: 7, viewerTokens: TOKENS }, 'name Expected string, received number'],
		[{ code: 'C', name: 'N' }, 'viewerTokens Required'],
		[{ code: 'C', name: 'N', viewerTokens: { allAreas: 7 } }, 'viewerTokens.allAreas Expected string, received number'],
	])('%j is refused with the place and the reason', (answer, reason) => {
		expect(messageOf(() => readLookupResponse(JSON.stringify(answer), NONE))).toBe(
			`is not what the specification says: ${reason}`,
		);
	});

	it('that is no object is rejected', () => {
		expect(messageOf(() => readLookupResponse('[]', NONE))).toBe('is not a JSON object');
	});
});

describe('a response that says that it is a part of the plan', () => {
	it.each([
		[{ total: 3 }, 'its "total" is 3'],
		[{ total_count: 2 }, 'its "total_count" is 2'],
		[{ '@odata.count': 9 }, 'its "@odata.count" is 9'],
		[{ nextPage: 2 }, 'its "nextPage" leads to a further page'],
		[{ next: 'https://plans/2' }, 'its "next" leads to a further page'],
		[{ '@odata.nextLink': '/2' }, 'its "@odata.nextLink" leads to a further page'],
		[{ hasMore: true }, 'its "hasMore" leads to a further page'],
		[{ total: '3' }, 'its "total" is 3'],
		...['total', 'totalCount', 'total_items', 'totalResults', 'totalElements', 'total_records'].map(
			(name): [object, string] => [{ [name]: 2 }, `its "${name}" is 2`],
		),
		...['has_more', 'hasNext', 'has_next', 'hasNextPage'].map((name): [object, string] => [
			{ [name]: true },
			`its "${name}" leads to a further page`,
		]),
		...['next', 'next_page', 'nextLink', 'nextCursor', 'next_page_token', 'nextUrl'].map((name): [object, string] => [
			{ [name]: 'x' },
			`its "${name}" leads to a further page`,
		]),
		...['links', '_links', 'meta', 'metadata', 'paging', 'pagination', 'pageInfo', 'page_info'].map(
			(name): [object, string] => [{ [name]: { next: '/2' } }, 'its "next" leads to a further page'],
		),
		[{ hasNext: false, total: 500 }, 'its "total" is 500'],
		[{ hasMore: false, meta: { hasMore: true } }, 'its "hasMore" leads to a further page'],
		[{ totalFeatures: 3 }, 'its "totalFeatures" is 3'],
		[{ meta: { total: 3 } }, 'its "total" is 3'],
		[{ _links: { next: { href: '/2' } } }, 'its "next" leads to a further page'],
	])('by %j is no plan', (more, words) => {
		expect(messageOf(() => readPlanResponse(JSON.stringify({ ...more, features: [{}] }), NONE))).toBe(
			`holds only a part of the plan, 1 features: ${words}`,
		);
	});

	it.each([
		{ total: 1 },
		{ total: 0 },
		{ total: 1.5 },
		{ hasMore: false, nextPage: 0 },
		{ nextPage: 0 },
		{ hasMore: 'false', next: 'null' },
		{ hasMore: false, next: '/2' },
		{ total: [5], next: [5], nextStep: 'x', subtotal: 5, totals: 5, what_next: 'x' },
		{ mymeta: { total: 5 }, metadatas: { total: 5 }, other: { next: '/2' }, meta: 5, next: {} },
		{ meta: { total: 1 }, links: { next: null } },
		{ next: null },
		{ next: '' },
		{ hasMore: false },
	])('is one where it says %j', (more) => {
		expect(readPlanResponse(JSON.stringify({ ...more, features: [{}] }), NONE)).toEqual([{}]);
	});
});

describe('a response with a message', () => {
	const migrating = { message: 'The plan is being migrated, s3cret' };

	it('is no plan and no lookup', () => {
		const lookup = { code: 'C', name: 'N', viewerTokens: TOKENS };
		const secrets = new Secrets(['s3cret']);
		for (const read of [
			() => readPlanResponse(JSON.stringify({ ...migrating, features: [] }), secrets),
			() => readPlanResponse(JSON.stringify(migrating), secrets),
			() => readLookupResponse(JSON.stringify({ ...lookup, ...migrating }), secrets),
		])
			expect(messageOf(read)).toBe('has a message: The plan is being migrated, [redacted]');
	});

	it.each([
		[{ Message: 'The plan is locked' }, 'The plan is locked'],
		[{ error: { code: 5, message: 'busy' } }, 'busy'],
		[{ error: 'not licensed' }, 'not licensed'],
		[{ errors: [{ path: 'plan', message: 'is locked' }] }, 'plan is locked'],
	])('such as %j is none either', (said, message) => {
		const lookup = { code: 'C', name: 'N', viewerTokens: TOKENS };
		for (const [read, response] of [
			[readPlanResponse, { features: [], ...said }],
			[readPlanResponse, said],
			[readLookupResponse, { ...lookup, ...said }],
		] as const)
			expect(messageOf(() => read(JSON.stringify(response), NONE))).toBe(`has a message: ${message}`);
	});

	it.each(['error', 'errors', 'Message'])('may have an empty %s', (name) => {
		for (const none of [null, '', [], {}, false])
			expect(readPlanResponse(JSON.stringify({ [name]: none, features: [{}] }), NONE)).toEqual([{}]);
	});

	it.each([null, '', ' ', 7, {}])('is one without it where that is %j', (message) => {
		expect(readPlanResponse(JSON.stringify({ message, features: [{}] }), NONE)).toEqual([{}]);
	});
});

describe('the response to a listing', () => {
	it('is a list of codes and names', () => {
		const [first, second] = readNamedList('[{"code":"A","name":"One","more":1},{"code":"B","name":"Two"}]', NONE);
		expect([first, second]).toMatchObject([
			{ code: 'A', name: 'One' },
			{ code: 'B', name: 'Two' },
		]);
		expect(readNamedList('[]', NONE)).toEqual([]);
	});

	it('has the code in place of a name that is missing', () => {
		const list = '[{"code":"A"},{"code":"B","name":null},{"code":"C","name":""}]';
		expect(readNamedList(list, NONE)).toEqual(['A', 'B', 'C'].map((code) => ({ code, name: code })));
	});

	it.each(['{}', '[{"code":"A","name":7}]', '[{"name":"One"}]', '[{"code":7,"name":"One"}]', '["A"]', 'null'])(
		'%s is refused',
		(text) => {
			expect(messageOf(() => readNamedList(text, NONE))).toBe('is not a list of codes and names');
		},
	);
});
