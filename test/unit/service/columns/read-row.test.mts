import {
	ItemReader,
	inputKind,
	isEmptyRow,
	isGeoJsonFeature,
	readRow,
	repeatsHeading,
	rowColumnsOf,
	rowWriter,
	withoutByteOrderMark,
} from '../../../../service/columns';
import type { RowKind, RowOptions } from '../../../../service/columns';
import type { Feature } from '../../../../service/plan';
import { throughJson } from '../../../support/generators/json.mts';
import { inWords } from '../../../support/problems.mts';

const ROOM = { key: `dfld_${'r'.repeat(25)}`, name: 'Room' };
const AREA = { key: `dfld_${'a'.repeat(25)}`, name: 'Area' };
const entryOf = (field: typeof ROOM, value: unknown) => ({ ...field, value });
const room = (value: string, area = '') => [entryOf(ROOM, value), entryOf(AREA, area)];

const plan: Feature[] = [
	{ id: 'i1', type: 'room', label: 'North', geometry: { type: 'Polygon' }, data: room('101', '12') },
	{ id: 'i2', type: 'room', label: 'South', data: room('102') },
];

/** What is sent of a row, and the rules that it breaks. */
function read(row: Feature, options: Partial<RowOptions> = {}, onPlan = plan) {
	const { feature, problems } = readRow(row, rowColumnsOf(onPlan), { extra: 'error', ...options });
	return { feature: throughJson(feature), rules: problems.map(({ path, rule }) => `${path}: ${rule}`) };
}

describe('a row', () => {
	it.each<[Feature, boolean, string?]>([
		[{}, true],
		[{ Room: '', Area: null, Note: ' \u200b' }, true],
		[{ planCode: 'p', row_number: 3, Room: '' }, true],
		[{ type: 'room', Room: '' }, true],
		[{ Room: '---', Area: ':---:' }, true],
		[{ Room: '======', Area: '' }, true],
		[{ Room: '', Area: false }, true],
		[{ Room: ' - ', Area: 'n/a', Note: '' }, true],
		[{ Room: '-', Area: 'TBD', Note: 'x' }, false],
		[{ Room: '---A', Area: '' }, false],
		[{ Room: 'A---', Area: '' }, false],
		[{ Room: '', Area: 0 }, false],
		[{ Room: '', Area: 'falsework' }, false],
		[{ Room: '', Area: 'not false' }, false],
		[{ Room: 'Room', Area: ' AREA ' }, true],
		[{ type: 'room', Room: 'room' }, true],
		[{ type: 'room' }, false],
		[{ type: 'room', geometry: '' }, false],
		[{ Room: '101' }, false],
		[{ Room: 101 }, false],
		[{ Room: '', Bookable: 'FALSE' }, true],
		[{ Room: '', Bookable: false }, true],
		[{ Bookable: false }, false],
		[{ Room: '', Bookable: true }, false],
		[{ Room: '101', Bookable: false }, false],
		[{ type: 'room', Room: '101', Area: '' }, false],
		[{ Floor: 'L1', Room: '' }, false],
		[{ Floor: 'L1', Room: '' }, true, 'Floor'],
		[{ Floor: 'L1', Room: '101' }, false, 'Floor'],
		[{ data: Object.assign(Object.create(null), { Room: '101' }) }, false],
	])('%j says nothing: %j, where Plan reads the column %j', (row, isEmpty, column = '') => {
		expect(isEmptyRow(row, new Set([column]))).toBe(isEmpty);
	});

	it('repeats its heading in any spelling, by text alone', () => {
		expect(['Room', ' ROOM\n', 'Rooms', 7, null].map((cell) => repeatsHeading('room', cell))).toEqual([
			true,
			true,
			false,
			false,
			false,
		]);
	});

	it('begins with no byte order mark, in no column', () => {
		expect(withoutByteOrderMark({ '\ufeffRoom': '\ufeff101', Area: 12 })).toEqual({ Room: '\ufeff101', Area: 12 });
		const row = { Room: '101', 'Area\ufeff': 12 };
		expect(withoutByteOrderMark(row)).toBe(row);
	});

	it.each<[Feature, RowKind, RowKind]>([
		[{ type: 'Feature', properties: {}, data: [] }, 'row', 'json'],
		[{ Room: '101' }, 'row', 'json'],
		[{ Room: '101', data: [] }, 'feature', 'feature'],
		[{ Room: '101', data: '[]' }, 'feature', 'feature'],
		[{ Room: '101', dataFields: [] }, 'feature', 'feature'],
		[{ Room: '101', data: 'text' }, 'row', 'json'],
		[{ Room: '101', data: {} }, 'row', 'json'],
		[{ type: 'room', planCode: 'p', Room: undefined }, 'feature', 'feature'],
		[{ type: 'room', id: 'a', name: 'b', geometry: {} }, 'feature', 'feature'],
		[{ type: 'room', name: 'b', position: {} }, 'feature', 'feature'],
		[{ type: 'room', Code: 'A102', position: {} }, 'row', 'ownFeature'],
		[{ type: 'room', name: 'b', icons: [] }, 'feature', 'feature'],
		[{ type: 'room', name: 'b' }, 'row', 'json'],
		[{ type: 'room', name: 'b', position: null, geometry: 'POLYGON((0 0))' }, 'row', 'json'],
		[{ type: 'fixedIcon', position: 'POINT (1 2)', icons: [{}] }, 'row', 'json'],
		[{ icons: '[{"iconType":"desk"}]' }, 'row', 'json'],
		[{ type: 'fixedIcon', position: null, icons: '' }, 'feature', 'feature'],
		[{ name: 'b', geometry: {} }, 'row', 'json'],
		[{ type: 'room', Room: '101', geometry: {} }, 'row', 'ownFeature'],
		[{ type: 'room', id: 'a', Room: '101', geometry: {} }, 'row', 'ownFeature'],
	])('%j is read as %s in a table, as %s in JSON', (item, asRow, asJson) => {
		expect([inputKind(item, 'row'), inputKind(item, 'json')]).toEqual([asRow, asJson]);
	});
});

describe('what a node adds to its rows is no cell', () => {
	const DATA_TABLE = { id: 3, createdAt: '2026-01-01', updatedAt: '2026-01-01' };
	const AIRTABLE = { id: 'recAbCdEfGhIjKl12', createdTime: '2026-01-01' };
	const FORM = { submittedAt: '2026-01-01', formMode: 'test', formQueryParameters: {}, headers: {}, user: {} };

	it.each([DATA_TABLE, AIRTABLE, FORM, { row_number: 2 }])('%j', (added) => {
		expect(read({ ...added, Room: '101' })).toEqual({ feature: { data: [entryOf(ROOM, '101')] }, rules: [] });
		expect(isEmptyRow({ ...added, Room: '' })).toBe(true);
	});

	it.each([
		[{ createdAt: '2026-01-01', id: 3 }, ['createdAt: planColumn']],
		[{ ...DATA_TABLE, id: 'i1' }, ['createdAt: planColumn', 'updatedAt: planColumn']],
		...['rec123', 'xrecAbCdEfGhIjKl12', 'recAbCdEfGhIjKl123', 'recAbCdEfGhI-Kl12'].map((id): [Feature, string[]] => [
			{ ...AIRTABLE, id },
			['createdTime: planColumn'],
		]),
		[{ id: AIRTABLE.id }, []],
		[{ submittedAt: '2026-01-01' }, ['submittedAt: planColumn']],
		[{ formMode: 'test' }, ['formMode: planColumn']],
	])('but %j is', (row, rules) => {
		const { id } = row as Feature;
		expect(read(row)).toEqual({ feature: id === undefined ? {} : { id: String(id) }, rules });
	});

	it('also where the plan has such columns: they are properties, and so is the id', () => {
		const onPlan = plan.map((feature) => ({ ...feature, createdTime: 'once' }));
		expect(read(AIRTABLE, {}, onPlan).feature).toEqual(AIRTABLE);
	});

	it('by itself in a mapped row, which has what a person mapped', () => {
		expect(read({ row_number: 2 }, { as: 'mapped' }).rules).toEqual(['row_number: mappedColumn']);
	});
});

describe('the columns of a row', () => {
	it('that Plan reads are no cells', () => {
		expect(read({ Floor: 'L1', Room: '101' }, { planColumns: new Set(['Floor']) }).rules).toEqual([]);
	});

	it('without a meaning are counted, and left out or kept as they are chosen', () => {
		for (const extra of ['error', 'ignore', 'keep'] as const) {
			const unmapped = new Map();
			const { feature, rules } = read({ Note: 'a', Empty: '', Size: 7, List: [1] }, { extra, unmapped });
			const ignored = extra === 'ignore' ? 1 : 0;
			expect([...unmapped]).toEqual([
				['Note', { filled: 1, ignored, kept: 0 }],
				['Empty', { filled: 0, ignored: 0, kept: 0 }],
				['Size', { filled: 1, ignored, kept: 0 }],
				['List', { filled: 1, ignored, kept: 0 }],
			]);
			expect(feature).toEqual(extra === 'keep' ? { Note: 'a', Size: 7, List: [1] } : {});
			expect(rules).toHaveLength(extra === 'error' ? 3 : 0);
		}
	});

	it('without a heading or separated are problems, whatever is chosen', () => {
		const row = { __EMPTY: 1, __EMPTY_12: 2, ' ': 3, 'geometry.type': 4, 'sep=;': 5 };
		const rules = ['A column: noHeading', 'A column: noHeading', 'A column: noHeading'];
		expect(read(row, { extra: 'keep' }).rules).toEqual([...rules, 'geometry.type: wholeValue', 'sep=;: separatorLine']);
		const others = { __EMPTY_x: 1, 'a;b': 2, 'Line sep=5': 3 };
		expect(read(others).rules).toEqual(['__EMPTY_x: planColumn', 'a;b: delimiter', 'Line sep=5: planColumn']);
		// As Extract from File gives them where Header Row is off.
		expect(read({ row: ['101', 'Acme'] }).rules).toEqual(['row: noHeading']);
	});

	it('of a feature in JSON may hold anything, and are kept', () => {
		const own = { type: 'room', geometry: {}, Note: { a: 1 }, Formula: '=A1', Room: '101' };
		const { data, ...properties } = read(own, { as: 'ownFeature' }).feature as Feature;
		expect(properties).toEqual({ type: 'room', geometry: {}, Note: { a: 1 }, Formula: '=A1' });
		expect(data).toEqual([entryOf(ROOM, '101')]);
		expect(read(own, { extra: 'keep' }).rules).toEqual(['Formula: errorCell']);
	});

	it('have a name that no feature of the plan has where they say nothing but what features have', () => {
		expect(read({ type: 'room', id: 'x', name: 'Hall', planCode: 'p', Other: '' }).feature).toEqual({
			...{ type: 'room', name: 'Hall' },
			id: 'x',
		});
		for (const row of [{ name: 'Hall' }, { type: '', name: 'Hall' }, { type: 'room', name: '101', Area: '30' }])
			expect(read(row).rules).toEqual(['name: planColumn']);
	});

	it('have the name as a property of such rows where a feature of the plan has it, whatever fields there are', () => {
		const field = { key: `dfld_${'n'.repeat(25)}`, name: 'Name' };
		const pushed = [{ type: 'room', name: 'Hall', data: [{ ...field, value: null }] }];
		for (const as of ['row', 'json', 'mapped'] as const) {
			const of = (name: string) => read({ type: 'room', name }, { as }, pushed).feature;
			expect(of('Hall')).toEqual({ type: 'room', name: 'Hall' });
			const ofField = { data: [{ ...field, value: 'Lab' }] };
			expect(of('Lab')).toEqual({ type: 'room', ...(as === 'json' ? { name: 'Lab' } : ofField) });
		}
	});

	it('that are a data field and a property are the field, whatever their cells say', () => {
		const both = [...plan, { type: 'icon', room: 'lamp' }, { type: 'icon', Area: 7 }];
		for (const Area of ['7', '8'])
			for (const as of ['row', 'mapped', 'json'] as const)
				expect(read({ Area }, { as }, both).feature).toEqual({ data: [entryOf(AREA, Area)] });
		// A feature in JSON has what features of the plan have.
		expect(read({ Area: '8' }, { as: 'ownFeature' }, both).feature).toEqual({ Area: '8' });
		// An earlier push may have kept it so.
		expect(read({ Area: '7' }, { extra: 'keep' }, both).feature).toEqual({ Area: '7' });
		expect(read({ Area: '8' }, { extra: 'keep' }, both).feature).toEqual({ data: [entryOf(AREA, '8')] });
		expect(read({ 'Area (property)': '7' }, {}, both).feature).toEqual({ Area: 7 });
		const spelled = [...both, { type: 'icon', area: 'x' }];
		expect(read({ ' Area (property)': 'A', 'area (property)': 'B' }, {}, spelled).feature).toEqual({
			Area: 'A',
			area: 'B',
		});
		expect(read({ Area: '' }, {}, both).feature).toEqual({ data: [entryOf(AREA, '')] });
	});

	it('of a mapping are what their ids say: a property of the specification, whatever fields are called', () => {
		const onPlan = [...plan, { type: 'room', data: [{ key: 'dfld_t', name: 'Type', value: '' }] }];
		expect(read({ type: 'room', id: 'x', Room: '1' }, { as: 'mapped' }, onPlan)).toEqual({
			feature: { type: 'room', id: 'x', data: [entryOf(ROOM, '1')] },
			rules: [],
		});
		expect(read({ type: 'room' }, {}, onPlan).rules).toEqual(['type: oneMeaning']);
		expect(read({ type: 'room' }, { extra: 'keep' }, onPlan).rules).toEqual(['type: oneMeaning']);
		expect(read({ Other: '1' }, { as: 'mapped', extra: 'ignore' }, onPlan).rules).toEqual(['Other: mappedColumn']);
	});

	it('that name a field twice may leave one empty', () => {
		const [twice, code] = [{ Room: '101', ROOM: '' }, `Room (${ROOM.key.toUpperCase()})`];
		for (const row of [twice, { ROOM: '', Room: '101' }, { [code]: '101', Room: '101' }])
			expect(read(row)).toEqual({ feature: { data: [entryOf(ROOM, '101')] }, rules: [] });
		expect(read({ Room: '101', [code]: '102' }).rules).toEqual([`${code}: secondColumn`]);
		// Also where a feature of the plan has no value there.
		expect(read({ Area: '12', AREA: '' })).toEqual({ feature: { data: [entryOf(AREA, '12')] }, rules: [] });
	});

	it('with a code name fields that the plan need not have; empty cells say nothing of those', () => {
		const other = `Owner  (dfld_${'o'.repeat(25)})`;
		const entry = { key: `dfld_${'o'.repeat(25)}`, name: 'Owner', value: 'A' };
		expect(read({ [other]: 'A' }).feature).toEqual({ data: [entry] });
		expect(read({ [other]: '' }).feature).toEqual({});
		expect(read({ [`Raum (${ROOM.key})`]: '101' }).feature).toEqual({ data: [entryOf(ROOM, '101')] });
		for (const column of [`x${other}`.slice(0, -1), `${other} x`, `(dfld_${'o'.repeat(25)})`])
			expect(read({ [column]: 'A' }).rules).toEqual([`${column}: planColumn`]);
	});

	it('have at most a million characters in a cell', () => {
		const long = 'x'.repeat(1_000_001);
		expect(read({ Room: long.slice(1) }).rules).toEqual([]);
		expect(read({ Room: long }).rules).toEqual(['Room: longCell']);
		expect(read({ Note: long, 'Room;Note': long }, { extra: 'ignore' }).rules).toEqual([]);
		expect(read({ Note: long }, { extra: 'keep' }).rules).toEqual(['Note: longCell']);
	});

	it('hold the foot of a page beside what is no cell of it', () => {
		const foot = { type: 'room', row_number: 9, Floor: 'L1', Room: 'Page 1 of 3' };
		expect(read(foot, { planColumns: new Set(['Floor']) }).rules).toEqual([': totals']);
		expect(read({ Room: 'Total', Area: '12' }).rules).toEqual([': totals']);
		expect(read({ Room: 'Total', Area: '12', label: 'North' }).rules).toEqual([]);
		expect(read({ label: 'Total: 2' }, {}, [...plan, { label: 'total: 2' }]).rules).toEqual([]);
	});
});

describe('a cell of a property', () => {
	const typed = [
		{ type: 'room', label: 'North', size: 1.5, isOpen: true, since: '31.12.2026', info: { a: 1 }, none: null },
		{ type: 'room', label: 'South', size: 2.25, isOpen: false, since: '01.02.2027', none: null },
	];

	it.each<[Feature, unknown, string?]>([
		[{ label: ' West ' }, { label: 'West' }],
		[{ label: 7 }, { label: '7' }],
		[{ label: true }, { label: true }, 'label: format'],
		[{ label: {} }, { label: {} }, 'label: oneText'],
		[{ label: '' }, { label: '' }],
		[{ label: '#REF!' }, { label: '#REF!' }, 'label: errorCell'],
		[{ size: '2.25' }, { size: 2.25 }],
		[{ size: 3 }, { size: 3 }],
		[{ size: 12.345678 }, { size: 12.345678 }],
		[{ size: '3,50' }, { size: 3.5 }],
		[{ size: '' }, {}],
		[{ size: 'large' }, { size: 'large' }, 'size: format'],
		[{ size: 1e21 }, { size: 1e21 }, 'size: exactNumber'],
		[{ isOpen: 'FALSE' }, { isOpen: false }],
		[{ isOpen: 1 }, { isOpen: true }],
		[{ since: '2026-03-01' }, { since: '01.03.2026' }],
		[{ since: new Date('2026-03-01T00:00:00Z') }, { since: '01.03.2026' }],
		[{ since: 'soon' }, { since: 'soon' }, 'since: format'],
		[{ info: ' {"a":2} ' }, { info: { a: 2 } }],
		[{ info: { b: 1 } }, { info: { b: 1 } }],
		[{ info: ' ' }, {}],
		[{ none: { a: 1 } }, { none: { a: 1 } }],
		[{ type: { en: 'room' } }, { type: { en: 'room' } }, 'type: oneText'],
		[{ label: { en: 'Hall' } }, { label: { en: 'Hall' } }, 'label: oneText'],
		[{ type: '', zoneType: ' ', id: '' }, {}],
		[{ position: { x: 1e21 } }, { position: { x: 1e21 } }],
		[
			{ position: 1e21, geometry: 1e22 },
			{ position: 1e21, geometry: 1e22 },
		],
	])('%j is sent as %j; problem: %s', (row, feature, problem = '') => {
		expect(read(row, {}, typed)).toEqual({ feature, rules: problem === '' ? [] : [problem] });
	});

	it('that is no value is a problem which shows one of the plan', () => {
		const { problems } = readRow({ size: 'large' }, rowColumnsOf(typed), { extra: 'error' });
		expect(inWords(problems)).toEqual([
			{ path: 'size', message: 'is "large", but values of size look like "1.5"; write it like these' },
		]);
	});

	it('takes the format of its values, whatever features have none', () => {
		const some = [{ bookable: 'Y' }, { bookable: 'N' }, { bookable: null }, { bookable: '' }];
		expect(read({ bookable: true }, {}, some).feature).toEqual({ bookable: 'Y' });
	});

	it('is an id as it is, also where other ids have a format, and says nothing where it is empty', () => {
		const some = [{ id: '001' }, { id: '002' }];
		expect(read({ id: 5 }, {}, [...some, {}]).feature).toEqual({ id: '5' });
		expect(read({ id: '', label: 'A' }, {}, some).feature).toEqual({});
	});

	it('stays as it is on the plan', () => {
		const odd = [{ label: ' #REF! ' }, { label: '' }];
		expect(read({ label: ' #REF! ' }, {}, odd)).toEqual({ feature: { label: ' #REF! ' }, rules: [] });
	});
});

describe('a cell of a data field', () => {
	it.each<[string, unknown]>([
		['nothing', null],
		['a text', 'Y'],
		['an entry without a name', { key: ROOM.key, value: 'x' }],
		['a number', entryOf(ROOM, 7)],
		['an empty text', entryOf(ROOM, '')],
		['no value', ROOM],
	])('has the format of its values, also where the data of a feature hold %s', (_what, entry) => {
		const some = [{ data: [entry] }, { data: [entryOf(ROOM, 'Y')] }, { data: [entryOf(ROOM, 'N')] }];
		expect(read({ Room: true }, {}, some).feature).toEqual({ data: [entryOf(ROOM, 'Y')] });
	});
});

describe('GeoJSON', () => {
	it.each([
		[{ type: 'Feature', properties: {} }, true],
		[{ type: 'Feature', properties: null }, true],
		[{ type: 'Feature', geometry: {} }, true],
		[{ type: 'Feature', geometry: null }, false],
		[{ type: 'Feature', properties: 'text', geometry: {} }, false],
		[{ type: 'room', properties: {} }, false],
		[['Feature'], false],
		[null, false],
	])('%j is a feature of it: %j', (value, isFeature) => {
		expect(isGeoJsonFeature(value)).toBe(isFeature);
	});

	it('has its columns among its properties and beside them, and names in one language', () => {
		const properties = { Room: '101', name: { en: 'Hall' }, alt: { 'pt-BR': 'Sala', en: 'Hall' }, size: { en: 7 } };
		const names = { a: { deutsch: 'Saal' }, b: { 'de-CH-1901': 'Saal' }, c: { 'x y': 'z' }, d: {}, e: { 'de-': 'S' } };
		const ofFile = { id: 7, bbox: [], geometry: {}, geometry_name: 'g' };
		const item = { type: 'Feature', ...ofFile, feature_type: 'unit', properties: { ...properties, ...names } };
		expect(throughJson(new ItemReader().read(item, rowColumnsOf([])).feature)).toEqual({
			...{ feature_type: 'unit', ...properties, ...names },
			...{ name: 'Hall', b: 'Saal', d: '' },
		});
	});
});

describe('a feature that says its data itself', () => {
	const readOf = (more: Feature) => {
		const item = { type: 'zone', data: [entryOf(ROOM, '101')], ...more };
		const { feature, problems } = new ItemReader().read(item, rowColumnsOf([]));
		return { feature: throughJson(feature), rules: problems.map(({ path, rule }) => `${path}: ${rule}`) };
	};
	const sent = { type: 'zone', data: [entryOf(ROOM, '101')] };

	it('has properties of the specification in any spelling, as databases write them', () => {
		const feature = { ...sent, zoneType: 'private', position: { x: 1 } };
		expect(readOf({ zonetype: 'private', Position: { x: 1 } })).toEqual({ feature, rules: [] });
		expect(readOf({ zoneType: 'private', zonetype: 'common' }).rules).toEqual(['zonetype: secondColumn']);
		expect(readOf({ zoneType: 'private', zonetype: '' }).rules).toEqual([]);
	});

	it('has other properties as they are, whatever its fields are called', () => {
		const others = { Room: '102', room: 'x', Note: 'y' };
		expect(readOf(others)).toEqual({ feature: { ...sent, ...others }, rules: [] });
	});
});

describe('an item of Get', () => {
	const dataFields = [
		{ column: 'Room', ...ROOM, unit: 'm' },
		{ column: 'Area', ...AREA },
	];
	const item = (more: Feature, fields: object[] = dataFields, onPlan?: Feature[]) => {
		const given = { type: 'room', data: {}, dataFields: fields, ...more };
		const read = new ItemReader().read(given, rowColumnsOf(onPlan ?? []));
		const rules = read.problems.map(({ path, rule }) => `${path}: ${rule}`);
		return { ...(throughJson(read.feature) as Feature), rules, needsPlan: read.needsPlan };
	};
	const sent = { type: 'room', data: [], rules: [], needsPlan: false };

	it('has JSON in cells where a sheet wrote it there', () => {
		const cells = { geometry: '{"a":1}', position: ' ', icons: 'none', data: '[]', photos: '' };
		expect(item(cells)).toEqual({ ...sent, geometry: { a: 1 }, icons: 'none' });
	});

	it('has its own texts as they are, but a date that an expression wrote', () => {
		for (const text of [
			' #REF! ',
			'2026-03-01T00:00:00.000Z',
			'a text of just 29 characters ',
			'2026-03-01T00:00:00.0000+01:00',
		])
			expect(item({ data: { Area: text } })).toEqual({ ...sent, data: [entryOf(AREA, text)] });
		const date = '2026-03-01T00:00:00.000+01:00';
		const onPlan = [{ data: [entryOf(AREA, '31.12.2026')] }];
		const written = { data: [entryOf(AREA, '01.03.2026')], needsPlan: true };
		expect(item({ data: { Area: date } }, dataFields, onPlan)).toMatchObject(written);
		for (const other of [
			`x${date.slice(1)}`,
			date.replace('01T', 'x1T'),
			date.replace('+', ' '),
			date.replace(':00', ':0x'),
		])
			expect(item({ data: { Area: other } }, dataFields, onPlan)).toMatchObject({ data: [entryOf(AREA, other)] });
	});

	it('has columns beside its data whose names are numbers, too, which JavaScript puts first', () => {
		const year = { column: '2024', key: `dfld_${'y'.repeat(25)}`, name: '2024' };
		const { column, ...entry } = { ...year, value: 'let' };
		expect(item({ [column]: 'let' }, [...dataFields, year])).toMatchObject({ data: [entry], needsPlan: true });
		expect(item({ 2025: 'let' })).toMatchObject({ 2025: 'let', needsPlan: false });
	});

	it('has columns before its plan code, where it was merged with a sheet', () => {
		const merged = { ' room': 101, Other: 'x', planCode: 'p', label: 'North' };
		const of = (given: Feature) => new ItemReader().read(given, rowColumnsOf([]));
		const sheetFirst = of({ ...merged, type: 'room', data: {}, dataFields });
		expect(sheetFirst.feature.data).toEqual([{ ...entryOf(ROOM, '101'), unit: 'm' }]);
		expect(sheetFirst.added).toEqual(['Other']);
		// Nobody knows what stands before a list alone, or where the plan code was added.
		for (const given of [
			{ Other: 'x', data: {}, dataFields },
			{ Other: 'x', data: {}, dataFields, planCode: 'p' },
		])
			expect(of(given)).toMatchObject({ added: [], needsPlan: false });
	});

	it('takes a column that several of its fields are called like for none of them', () => {
		const fields = ['b', 'c'].map((letter) => {
			const key = `dfld_${letter.repeat(25)}`;
			return { column: key, key, name: 'Tenant' };
		});
		expect(item({ Tenant: 'New' }, fields)).toMatchObject({ data: [], Tenant: 'New', needsPlan: true });
	});

	it('has columns beside its data: those of its fields, behind them in any spelling', () => {
		expect(item({ Room: 101 })).toEqual({ ...sent, data: [{ ...entryOf(ROOM, '101'), unit: 'm' }], needsPlan: true });
		expect(item({ ' AREA': '12', data: { Area: '7' } })).toMatchObject({ data: [entryOf(AREA, '12')] });
		// Only the plan shows what it is.
		expect(item({ Other: '12' })).toEqual({ ...sent, Other: '12', needsPlan: true });
		const alike = [...dataFields, { column: 'AREA', key: 'dfld_x', name: 'AREA' }];
		expect(item({ area: '12' }, alike)).toMatchObject({ area: '12', data: [], needsPlan: true });
		const before = { 'room ': 'a', type: 'room', data: {}, dataFields };
		expect(throughJson(new ItemReader().read(before, rowColumnsOf([])).feature)).toEqual({
			type: 'room',
			'room ': 'a',
			data: [],
		});
	});

	it('has a property that is called like a field of it, or of the plan', () => {
		expect(item({ Area: '12' }, [{ column: 'Area', ...AREA, isProperty: true }])).toEqual({ ...sent, Area: '12' });
		expect(item({ Area: '12' }, dataFields, [{ Area: 1 }])).toEqual({ ...sent, Area: '12' });
	});

	it('has fields of the plan that it does not list, too', () => {
		const { feature, problems } = new ItemReader().read({ data: { room: '101', Other: '' } }, rowColumnsOf(plan));
		expect(throughJson(feature)).toEqual({ data: [entryOf(ROOM, '101')] });
		expect(problems).toMatchObject([{ path: 'data.Other', rule: 'listedColumn' }]);
	});

	it('has a property that is called error under a name that Retry On Fail does not see', () => {
		expect(item({ 'error (property)': 'E5' })).toEqual({ ...sent, error: 'E5' });
		expect(item({ data: undefined, dataFields: 'x', 'error (property)': 'E5' })).toMatchObject({
			'error (property)': 'E5',
		});
	});
});

type PropertyType = keyof typeof VALUES;
const VALUES = { string: 'a text', number: 7, boolean: true, object: {} };

describe('the property that a cell of a table stands for', () => {
	it.each<[unknown, PropertyType[], unknown]>([
		['null', ['object'], null],
		['null', ['number'], null],
		['null', ['string'], 'null'],
		[null, ['string'], null],
		[undefined, ['number'], undefined],
	])('%j is, where the plan has %j, %j', (cell, types, property) => {
		const columns = rowColumnsOf([...types.map((type) => ({ label: VALUES[type] })), { label: null }]);
		const row: Feature = { label: cell };
		expect(readRow(row, columns, { extra: 'error' }).feature.label).toEqual(property);
	});
});

describe('a property that is called like a data field, in another case', () => {
	const field = { key: `dfld_${'n'.repeat(25)}`, name: 'Name' };
	const plan = [
		{ type: 'zone', data: [{ ...field, value: '3.01' }] },
		{ type: 'leaderLineIcon', name: 'printer', data: [{ ...field, value: '' }] },
	];
	const columns = rowColumnsOf(plan);
	const readOf = (row: object) => readRow({ ...row }, columns, { extra: 'error' });

	it('leaves the column to the data field, however the sheet spells it', () => {
		for (const column of ['Name', 'name', ' NAME ']) {
			const { feature, problems } = readOf({ type: 'zone', [column]: '3.02' });
			expect({ feature, problems }).toEqual({
				feature: { type: 'zone', data: [{ ...field, value: '3.02' }] },
				problems: [],
			});
		}
	});

	it('has a column of its own, which no spreadsheet takes for the other one', () => {
		const row = rowWriter(columns, { dropEmpty: false })(plan[1]);

		expect(row).toMatchObject({ Name: '', 'name (property)': 'printer' });
		expect(Object.keys(row).filter((column) => column.toLowerCase() === 'name')).toEqual(['Name']);
		expect(readOf(row).feature).toEqual(plan[1]);
	});
});

describe('an unmapped column', () => {
	const feature = { type: 'room', geometry: { type: 'Polygon' } };
	it.each<[unknown, boolean]>([
		[{ type: 'room', geometry: {} }, true],
		[[{ type: 'room', data: [] }], true],
		[{ type: 'FeatureCollection', features: [{ type: 'Feature', properties: {} }] }, true],
		[{ Room: '102' }, false],
		['[{"type":"room","position":{}}]', true],
		['{"features":[{"type":"room","data":[]}]}', true],
		[[{ type: 'room', name: 'A' }], false],
		[[{ geometry: {} }], false],
		['room with "data"', false],
		['[1]', false],
	])('that holds %j is an envelope: %j', (rooms, holds) => {
		const { rules } = read({ Room: '101', rooms }, { extra: 'ignore' });
		expect(rules).toEqual(holds ? ['rooms: holdsFeatures'] : []);
	});

	it('holds the row where it has more of its data fields than other objects, such as those of SharePoint', () => {
		const contentType = { id: '0x01', Room: 'Item' };
		const fields = { Room: '101', Area: '12', Modified: '2026-01-01' };
		const { rules } = read({ id: '7', contentType, fields, fields2: [fields] }, { extra: 'ignore' });

		expect(rules).toEqual(['fields: holdsRow', 'fields2: holdsFeatures']);
		expect(read({ id: '7', contentType }, { extra: 'ignore' }).rules).toEqual(['contentType: holdsRow']);
	});

	it('that holds the row comes first, because the columns around it are none', () => {
		const { rules } = read({ createdDateTime: '2026-01-01', fields: { Room: '101', Area: '12' } });

		expect(rules).toEqual(['fields: holdsRow', 'createdDateTime: planColumn']);
	});

	it('without a heading comes first, because the title of a report is none', () => {
		const headings = { 'Room Schedule': 'Level', _: 'Name', '': 'Number' };

		expect(read(headings).rules).toEqual(['A column: noHeading', 'Room Schedule: planColumn', '_: planColumn']);
	});

	it('of ArcGIS or JSON:API leads to what it holds', () => {
		expect(read({ id: '7', attributes: { Room: '101' } }, { extra: 'ignore' }).rules).toEqual([
			'attributes: attributes',
		]);
	});

	it.each<[string, unknown, boolean]>([
		['fields', { Room: '110' }, true],
		['fields', { room: '110', Other: 1 }, true],
		['properties', { Other: 1 }, true],
		['attributes', {}, true],
		['Rooom', 'A', true],
		['fields', { Other: '110' }, false],
		['fields', ['Room'], false],
		['more', 'A', false],
	])('%s of a feature in JSON with %j is probably a mistake: %j', (name, value, isMistake) => {
		const unmapped: RowOptions['unmapped'] = new Map();
		const { rules, feature: own } = read({ ...feature, [name]: value }, { as: 'ownFeature', unmapped });
		expect(rules).toEqual(isMistake ? [`${name}: planColumn`] : []);
		expect(unmapped.get(name)).toEqual({ filled: 1, ignored: 0, kept: isMistake ? 0 : 1 });
		if (!isMistake) expect(own).toEqual({ ...feature, [name]: value });
	});
});
