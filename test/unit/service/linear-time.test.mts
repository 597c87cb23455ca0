import {
	planFinder,
	nestedIn,
	iframeElement,
	isExpired,
	readJson,
	readLookupResponse,
	readNamedList,
	readPlanResponse,
	readTokenResponse,
	secretsOf,
	retryAfterMs,
	serviceUrl,
	readServiceMessage,
	viewerTokenOf,
} from '../../../service/api';
import { Columns, ItemReader, readRow, rowColumnsOf, rowWriter } from '../../../service/columns';
import {
	diffPlans,
	featureDigest,
	featureProblems,
	filterFeatures,
	matchFeatures,
	withoutEmptyData,
} from '../../../service/plan';
import { Secrets, canonicalText, inertText } from '../../../service/text';
import type { Feature } from '../../../service/plan';
import { parseBoundToken } from '../../../credentials/login.ts';
import { ItemFailure } from '../../../nodes/shared/item-failure.ts';
import { SIZE, isLinear, processorMs } from '../growth.mts';

const login = {
	authUrl: 'https://auth',
	applicationId: 'a',
	applicationSecret: 'b1/.',
	apiKey: 'c<<<',
	apiSecret: 'd"photos"',
	scope: 's',
};

/** Whatever a service, an item or a person gives may be rejected, but not slowly. */
function attempted(work: () => unknown): void {
	try {
		work();
	} catch (error) {
		if (!(error instanceof Error)) throw error;
	}
}

const secrets = new Secrets(['a1/.', '<<<<', '"photos"', 'a secret of some length'.repeat(20)]);

const UNITS = [
	'/',
	'.',
	' ',
	'a',
	'1',
	'<',
	'"',
	'\\',
	'\\"',
	'[',
	'{"a":',
	'%25',
	'\\u005c',
	'&amp;',
	'<script',
	'</script ',
	'&',
	'\u202e',
	'1|',
	'T1:',
	'"photos":[',
	'"imageUrl":"',
];

const readers: Array<[name: string, read: (text: string) => unknown]> = [
	['the answer of a plan', (text) => readPlanResponse(text, secrets)],
	['the answer of a lookup', (text) => readLookupResponse(text, secrets)],
	['a list of the service', (text) => readNamedList(text, secrets)],
	['any JSON', (text) => readJson(text, secrets)],
	['a text in JSON', (text) => readJson(JSON.stringify(text), secrets)],
	['the words of an answer', (text) => readServiceMessage(text, secrets)],
	['text that is made inert', inertText],
	['text in which secrets are hidden', (text) => secrets.redact(text)],
	['a refused login', (text) => readTokenResponse(400, text, secretsOf(login))],
	['the answer to a login', (text) => readTokenResponse(200, text, secretsOf(login))],
	['a token', (text) => readTokenResponse(200, JSON.stringify({ access_token: text }), secretsOf(login))],
	['a stored token', (text) => parseBoundToken(`v1|${text}`)],
	['Retry-After', (text) => retryAfterMs(text, 0)],
	['the expiry of a viewer token', (text) => isExpired({ value: '', expiresAt: `2020-01-01${text}` }, 0)],
	['a Base URL', (text) => serviceUrl(`https://host/${text}x`)],
	[
		'the message of a failure',
		(text) => new ItemFailure({ code: 'unexpectedResponse', message: `${text}x`, advice: '' }),
	],
	['an iframe', (text) => iframeElement(text, { title: text, width: text, height: text })],
	[
		'the path of a rejected feature',
		(text) => readServiceMessage(JSON.stringify({ errors: [{ path: `features[${text}`, message: text }] }), secrets),
	],
];

const key = (index: number) => `dfld_${String(index).padStart(25, '0')}`;
const list = <T,>(size: number, entry: (index: number) => T): T[] =>
	Array.from({ length: size }, (_none, index) => entry(index));
const withData =
	(entry: (index: number) => object) =>
	(size: number): Feature => ({ type: 'zone', data: list(size, entry) });

const sameName = withData(() => ({ key: key(0), name: 'Tenant', value: '' }));
const sameNames = withData((index) => ({ key: key(index), name: 'Tenant', value: 'x' }));
const takenNames = withData((index) => ({
	key: key(0),
	name: index % 2 === 0 ? 'Tenant' : `Tenant (${key(0)}) ${index}`,
	value: 'x',
}));

const columned = (feature: Feature, by: 'byName' | 'byKey' = 'byName') =>
	rowWriter(new Columns(by, [feature]), { dropEmpty: by === 'byKey' })(feature);
const backFromColumns = (feature: Feature) => new ItemReader().read(feature, rowColumnsOf([]));

const features: Array<[name: string, make: (size: number) => Feature, read: (feature: Feature) => unknown]> = [
	['many data fields of one name and code, by name', sameName, (feature) => columned(feature)],
	['many data fields of one code, by key', sameName, (feature) => columned(feature, 'byKey')],
	['many data fields of one name, by name', sameNames, (feature) => columned(feature)],
	['data fields named like columns that are made', takenNames, (feature) => columned(feature)],
	['many data fields, back from columns', sameNames, (feature) => backFromColumns(columned(feature))],
	[
		'columns that no data field knows',
		(size) => ({ data: Object.fromEntries(list(size, (index) => [`c${index}`, 1])), dataFields: [] }),
		backFromColumns,
	],
	[
		'a row of many columns',
		(size) => Object.fromEntries(list(size, (index) => [`c${index}`, 1])),
		(row) => readRow(row, rowColumnsOf([]), { extra: 'error' }),
	],
	['empty data', sameName, withoutEmptyData],
	['data that break the rules', withData(() => ({ key: 'x' })), featureProblems],
	['many data fields, as text', sameName, canonicalText],
	['many data fields, remembered', sameName, (feature) => featureDigest(feature, { by: 'dataField', key: key(0) })],
	['lists in lists', (size) => ({ geometry: { coordinates: list(size, (index) => [[index], [{}]]) } }), canonicalText],
	[
		'many floors',
		(size) => ({
			code: 'c',
			campuses: [
				{
					code: 'c',
					name: 'c',
					buildings: list(size, () => ({ code: 'c', name: 'c', floors: [{ code: 'c', name: 'c' }] })),
				},
			],
		}),
		(client) => nestedIn('client', client),
	],
	[
		'many viewer tokens',
		(size) => ({ viewerTokens: Object.fromEntries(list(size, (index) => [`t${index}`, 'x'])) }),
		(lookup) => viewerTokenOf(lookup, 'allAreas'),
	],
	[
		'many rejected features',
		(size) => ({ errors: list(size, (index) => ({ path: `features[${index}].data[0].key`, message: 'no' })) }),
		(body) => readServiceMessage(JSON.stringify(body), secrets),
	],
	[
		'a plan that is filtered',
		(size) => ({ features: list(size, () => ({ type: 'room' })) }),
		(plan) => filterFeatures(plan.features as Feature[], { types: ['zone', 'room'], zoneTypes: [], data: [] }),
	],
	[
		'plans that differ in everything',
		(size) => ({ marks: list(size, (index) => ({ identity: 'same', content: `${index}` })) }),
		({ marks }) =>
			diffPlans(
				marks as never[],
				(marks as Array<{ content: string }>).map(({ content }) => ({ identity: 'same', content: `${content}x` })),
			),
	],
];

const ownNames: Array<[name: string, feature: (index: number) => Feature]> = [
	['members', (index) => ({ type: 'room', [`m${index}`]: 1 })],
	['data fields', (index) => ({ type: 'room', data: [{ key: `k${index}`, value: 'x' }] })],
	['empty data fields', (index) => ({ type: 'room', data: [{ key: `k${index}`, value: '' }] })],
];

describe('takes time in proportion to its length', () => {
	it.each(readers)('%s, whatever it repeats', (_name, read) => {
		const slow = UNITS.filter(
			(unit) =>
				!isLinear(
					(size) => unit.repeat(size),
					(text) => attempted(() => read(text)),
				),
		);

		expect(slow).toEqual([]);
	});

	it.each(ownNames)('finding features on a plan in another order, whose %s are their own', (_name, feature) => {
		const plans = (size: number) => ({ plan: list(size, feature), wanted: list(size, feature).reverse() });

		const work = ({ plan, wanted }: ReturnType<typeof plans>) => matchFeatures(wanted, plan);

		expect(isLinear(plans, work)).toBe(true);
		expect(new Set(work(plans(99)).map(({ kind }) => kind))).toEqual(new Set(['existing']));
	});

	it.each(['id', 'member that nobody has', 'value that all have'])('telling what rows are by an %s', (path) => {
		const room = (index: number) => ({ id: `${index}`, 'value that all have': 'WC', geometry: [index, index + 1] });
		const lists = (size: number) => ({ plan: list(size, room), wanted: list(size, room).reverse() });
		const work = ({ plan, wanted }: ReturnType<typeof lists>) =>
			matchFeatures(wanted, plan, { columns: [{ by: 'property', path }], isRow: () => true });

		expect(isLinear(lists, work)).toBe(true);
		expect(new Set(work(lists(9)).map(({ kind }) => kind))).toEqual(
			new Set([path === 'member that nobody has' ? 'ambiguous' : 'existing']),
		);
	});

	it('telling new features apart that share what they are matched by', () => {
		const desks = (size: number) => list(size, (index) => ({ type: 'desk', position: [index, 0] }));
		const work = (wanted: Feature[]) => matchFeatures(wanted, [], { columns: [{ by: 'property', path: 'type' }] });

		expect(isLinear(desks, work)).toBe(true);
		expect(new Set(work(desks(9)).map(({ kind }) => kind))).toEqual(new Set(['ambiguous']));
	});

	it('finding plans by names that nobody has, and by names that many have', () => {
		const path = (at: number) => [`Client ${at % 3}`, `A building of a long name ${at}`, `Level ${at % 9}`];
		const lists = (size: number) => ({
			plans: list(size / 8, (at) => ({ planCode: `pln_${at}`, path: path(at) })),
			texts: list(size / 8, (at) =>
				at % 2 === 0 ? `A bilding of a long name ${at}` : `Level ${at % 9} › Client ${at % 3}`,
			),
		});

		expect(
			isLinear(lists, ({ plans, texts }) => {
				const names = planFinder(plans);
				return texts.map((text) => names(text));
			}),
		).toBe(true);
	});

	it.each(features)('%s', (_name, make, read) => {
		expect(isLinear(make, (feature) => attempted(() => read(feature)))).toBe(true);
	});
});

describe('words of a huge answer', () => {
	/** Twenty million characters in CI. */
	const length = 610 * SIZE;
	const repeated = (part: string) => part.repeat(length / part.length);
	const hidden = new Secrets(['a-secret-of-the-credential', 'x'.repeat(2000)]);

	it.each([
		['one word', repeated('x')],
		['percent signs', repeated('%25')],
		['backslashes', repeated('\\')],
		['open tags', repeated('<script')],
		['angle brackets', repeated('<')],
		['one text', JSON.stringify({ message: repeated('\\u0078') })],
		[
			'many errors',
			JSON.stringify({
				title: 'x'.repeat(length / 20),
				errors: Array.from({ length: length / 100 }, (_, index) => ({ index, message: 'x is odd' })),
			}),
		],
	])('of %s are there at once', (_what, body) => {
		const tookMs = processorMs(() => {
			expect(readServiceMessage(body, hidden).length).toBeLessThanOrEqual(300);
		});
		expect(tookMs).toBeLessThan(SIZE / 4);
	});
});

it('finds what is quadratic', () => {
	expect(
		isLinear(
			(size) => '/'.repeat(2 * size),
			(text) => `${text}x`.replace(/\/+$/, ''),
		),
	).toBe(false);
});

it('takes work for linear that a slow machine holds up', () => {
	const busy = (milliseconds: number) => {
		const from = process.threadCpuUsage().user;
		while (process.threadCpuUsage().user - from < milliseconds * 1000);
	};

	expect(
		isLinear(
			(size) => size,
			(size) => busy(size / 32),
		),
	).toBe(true);
});
