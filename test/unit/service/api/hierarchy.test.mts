import { RESOURCES, childrenIn, levelsBelow, lookupSchema, nestedIn, simplifiedLookup } from '../../../../service/api';
import type { Resource } from '../../../../service/api';
import type { JsonObject } from '../../../../service/text';
import { inputProblem, thrownBy } from '../../thrown.mts';

const childrenOf: typeof nestedResources = (...args) => childrenIn(...args).map(({ resource }) => resource);
const descendantsOf: typeof nestedResources = nestedResources;

function nestedResources(resource: Resource, response: JsonObject): JsonObject[] {
	return nestedIn(resource, response).map((nested) => nested.resource);
}

const floor = { code: 'F', name: 'Ground', level: 0 };
const building = { code: 'B', name: 'Tower', floors: [floor, { code: 'F2', name: 'First' }], address: { street: 'x' } };
const campus = { code: 'C', name: 'North', buildings: [building, { code: 'B2', name: 'Shed' }] };
const client = { code: 'CL', name: 'Acme', campuses: [campus, { code: 'C2', name: 'South', buildings: [] }] };

describe('what every lookup answers at least', () => {
	const lookup = { code: 'C', name: 'N', viewerTokens: { allAreas: 'a', allAreasAndChildren: 'b', expiry: 'e' } };

	it('is a code, a name and viewer tokens, which may be null or absent, and any other fields', () => {
		const none = { allAreas: null, allAreasAndChildren: null, expiry: null };
		for (const viewerTokens of [lookup.viewerTokens, none, {}, { later: 7 }]) {
			const answer = { ...lookup, viewerTokens, other: [1] };
			expect(lookupSchema.parse(answer)).toEqual(answer);
		}
	});

	it.each(['allAreas', 'allAreasAndChildren', 'expiry'])('has text for %s where it has any', (name) => {
		expect(lookupSchema.safeParse({ ...lookup, viewerTokens: { ...lookup.viewerTokens, [name]: 7 } }).success).toBe(
			false,
		);
	});

	it.each(['code', 'viewerTokens'])('has %s', (name) => {
		expect(lookupSchema.safeParse({ ...lookup, [name]: undefined }).success).toBe(false);
	});

	it.each([undefined, null, ''])('may have the name %j, in whose place its code stands in the path', (name) => {
		const unnamed = { ...lookup, name };
		expect(lookupSchema.parse(unnamed)).toEqual(unnamed);
		expect(simplifiedLookup(unnamed)).toMatchObject({ code: 'C', path: ['C'] });
	});

	it('has a plan code or null, and viewer tokens where it has any, among its main fields', () => {
		expect(simplifiedLookup({ ...lookup, other: 1 })).toStrictEqual({
			...{ code: 'C', name: 'N', planCode: null, path: ['N'] },
			viewerTokens: lookup.viewerTokens,
		});
		expect(simplifiedLookup({ code: 'C', name: 'N', planCode: 'P' })).toStrictEqual({
			...{ code: 'C', name: 'N', planCode: 'P', path: ['N'] },
		});
	});

	it('is of one of four resources', () => {
		expect(RESOURCES).toEqual(['client', 'campus', 'building', 'floor']);
		expect([levelsBelow('floor'), levelsBelow('campus')]).toEqual([[], ['building', 'floor']]);
	});
});

describe('children', () => {
	it('of a client are its campuses, with the own fields of each and without what they nest', () => {
		expect(childrenOf('client', client)).toStrictEqual([
			{ resource: 'campus', code: 'C', name: 'North', parentCode: 'CL', path: ['Acme', 'North'] },
			{ resource: 'campus', code: 'C2', name: 'South', parentCode: 'CL', path: ['Acme', 'South'] },
		]);
	});

	it('of a campus are its buildings', () => {
		const inNorth = { resource: 'building', parentCode: 'C', campus: 'North' };
		expect(childrenOf('campus', campus)).toStrictEqual([
			{ ...inNorth, code: 'B', name: 'Tower', path: ['North', 'Tower'], address: { street: 'x' } },
			{ ...inNorth, code: 'B2', name: 'Shed', path: ['North', 'Shed'] },
		]);
	});

	it('of a building are its floors', () => {
		const inTower = { resource: 'floor', parentCode: 'B', building: 'Tower' };
		expect(childrenOf('building', building)).toStrictEqual([
			{ ...inTower, code: 'F', name: 'Ground', path: ['Tower', 'Ground'], level: 0 },
			{ ...inTower, code: 'F2', name: 'First', path: ['Tower', 'First'] },
		]);
	});

	it('keep resource and parentCode, whatever fields of that name the service sends, in the same place', () => {
		const [child] = childrenOf('building', {
			code: 'B',
			floors: [{ level: 1, parentCode: 'X', resource: 'Y', name: 'N', code: 'F' }],
		});
		expect(child).toStrictEqual({
			...{ resource: 'floor', code: 'F', name: 'N', parentCode: 'B' },
			...{ path: ['B', 'N'], building: 'B', level: 1 },
		});
		expect(Object.keys(child)).toEqual(['resource', 'code', 'name', 'parentCode', 'path', 'building', 'level']);
	});

	it('of a response without a code have an empty parentCode', () => {
		expect(childrenOf('building', { floors: [floor] })).toMatchObject([{ parentCode: '' }]);
		expect(childrenOf('building', { code: 7, floors: [floor] })).toMatchObject([{ parentCode: '' }]);
	});

	it.each([{}, { code: '', name: '' }, { code: 7, name: null }])(
		'of a response with neither a code nor a name, %j, have nothing but their own name in their path',
		(unnamed) => {
			expect(childrenOf('building', { ...unnamed, floors: [floor] })).toStrictEqual([
				{ resource: 'floor', code: 'F', name: 'Ground', parentCode: '', path: ['Ground'], level: 0 },
			]);
		},
	);

	it('are whole where the response says what lies below them, and floors always', () => {
		const wholeOf: (...args: Parameters<typeof childrenIn>) => boolean[] = (...args) =>
			childrenIn(...args).map(({ isWhole }) => isWhole);

		expect(wholeOf('campus', campus)).toEqual([true, false]);
		expect(wholeOf('building', building)).toEqual([true, true]);
	});

	it.each([[[]], [null]])('of a list that is %j are none', (floors) => {
		expect(childrenOf('building', { code: 'B', floors })).toEqual([]);
		expect(descendantsOf('building', { code: 'B', floors })).toEqual([]);
	});

	it('of a floor are rejected', () => {
		expect(thrownBy(() => childrenOf('floor', { code: 'F', floors: [] }))).toMatchObject(
			inputProblem('A floor has nothing below it', 'hasLevelBelow'),
		);
	});

	it.each([
		['client', 'campuses'],
		['campus', 'buildings'],
		['building', 'floors'],
	] as const)('of a %s that nests no list "%s" are refused', (resource, member) => {
		for (const answer of [{ code: 'X' }, { code: 'X', [member]: {} }]) {
			expect(thrownBy(() => childrenOf(resource, answer))).toMatchObject(
				inputProblem(`The service's response for this ${resource} holds no list "${member}"`, 'nestsChildren'),
			);
		}
	});

	it.each([{}, { name: null }, { name: '' }])('that have %j as their name go by their code', (named) => {
		const floors = [{ code: 'F', ...named }];
		const [child] = childrenOf('building', { code: 'B', name: 'Tower', floors });
		expect(child).toMatchObject({ code: 'F', name: 'F', path: ['Tower', 'F'] });
		const inUnnamed = descendantsOf('campus', {
			code: 'C',
			name: 'North',
			buildings: [{ code: 'B', ...named, floors }],
		});
		expect(inUnnamed.map(({ path }) => path)).toEqual([
			['North', 'B'],
			['North', 'B', 'F'],
		]);
	});

	it.each([null, 'F', { name: 'N' }, { code: 7, name: 'N' }, { code: 'F', name: 7 }])(
		'that are %j are refused',
		(entry) => {
			expect(thrownBy(() => childrenOf('building', { code: 'B', floors: [floor, entry] }))).toMatchObject({
				message: 'has at floors[1] no floor with a code',
			});
		},
	);
});

describe('descendants', () => {
	it('are all resources below, parents before their children', () => {
		expect(
			descendantsOf('client', client).map(({ resource, code, parentCode }) => [resource, code, parentCode]),
		).toEqual([
			['campus', 'C', 'CL'],
			['building', 'B', 'C'],
			['floor', 'F', 'B'],
			['floor', 'F2', 'B'],
			['building', 'B2', 'C'],
			['campus', 'C2', 'CL'],
		]);
	});

	it('of a building are its floors', () => {
		expect(descendantsOf('building', building)).toEqual(childrenOf('building', building));
	});

	it('say where they lie, in names from the top down', () => {
		const places = descendantsOf('client', client).map(({ path, campus, building }) => [path, campus, building]);
		expect(places.slice(0, 3)).toEqual([
			[['Acme', 'North'], undefined, undefined],
			[['Acme', 'North', 'Tower'], 'North', undefined],
			[['Acme', 'North', 'Tower', 'Ground'], 'North', 'Tower'],
		]);
	});

	it('that nest something else than a list are rejected', () => {
		const broken = { code: 'C', buildings: [{ ...building, floors: 'none' }] };
		expect(thrownBy(() => descendantsOf('campus', broken))).toMatchObject({
			message: 'The service\'s response for this building holds no list "floors"',
		});
	});

	it('do not include what a floor may nest', () => {
		expect(descendantsOf('building', { code: 'B', floors: [{ ...floor, floors: [floor] }] })).toHaveLength(1);
	});

	it('that nest null have nothing below them', () => {
		const campus = { code: 'C', buildings: [{ code: 'B', name: 'Building', floors: null }] };

		expect(descendantsOf('campus', campus).map(({ code }) => code)).toEqual(['B']);
	});

	it('of a floor are rejected', () => {
		expect(thrownBy(() => descendantsOf('floor', floor))).toMatchObject({ message: 'A floor has nothing below it' });
	});
});
