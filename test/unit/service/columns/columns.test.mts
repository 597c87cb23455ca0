import { Columns, rowColumnsOf } from '../../../../service/columns';
import type { Feature } from '../../../../service/plan';

const entry = (key: string, name: string) => ({ key, name, value: '' });

describe('columns of a plan', () => {
	const plan = [
		{ data: [entry('k1', 'Area'), entry('k2', 'Area')] },
		{ data: [entry('k2', 'Area')] },
		{ data: 'none' },
	];

	it('are also what people call the data fields', () => {
		const columns = new Columns('byName', plan);

		expect([columns.labelOf('k1'), columns.labelOf('k2'), columns.labelOf('k3')]).toEqual([
			'Area',
			'Area (k2)',
			undefined,
		]);
	});

	it('stand with their codes where a property is called so, too', () => {
		const columns = rowColumnsOf([{ Area: 12, data: [entry('k1', 'Area'), entry('k3', 'Rent')] }]);

		expect([columns.labelOf('k1'), columns.labelOf('k3')]).toEqual(['Area (k1)', 'Rent']);
	});

	it.each<[string, boolean]>([
		['Tenat', true],
		['labels', true],
		['Colour', false],
	])('are nearly %j, so that it is probably mistyped: %j', (written, isNear) => {
		const columns = rowColumnsOf([{ label: 'A', data: [entry('k1', 'Tenant')] }]);

		expect(columns.isNearName(written)).toBe(isNear);
	});

	it.each<[string, string, boolean]>([
		['Tenant', 'Acme', true],
		['TENANT', 'Acme', true],
		['Tenant', 'Beta', false],
		['label', 'north', true],
		['label', 'South', false],
		['Colour', 'North', false],
	])('%s has the text %j on the plan: %j', (column, text, isThere) => {
		const columns = rowColumnsOf([{ label: 'North', data: [{ ...entry('k1', 'Tenant'), value: 'Acme' }] }]);

		expect(columns.hasValue(column, text)).toBe(isThere);
	});

	it('never are the same for two fields, also where one has the column of another for its name', () => {
		const named = ['Area (k)_', 'Area (k)', 'Area'].map((name, index) => entry(`k${index}`, name));

		expect(new Columns('byName', []).fieldsIn([...named, entry('k', 'Area')])?.map((one) => one.column)).toEqual([
			'Area (k)_',
			'Area (k)',
			'Area',
			'Area (k)__',
		]);
	});
});

describe('the properties of the features of a plan', () => {
	const typesOf = (plan: readonly Feature[]) =>
		Object.fromEntries([...rowColumnsOf(plan).properties].map(([name, types]) => [name, [...types]]));
	const specified = {
		...{ type: ['string'], zoneType: ['string'] },
		...{ position: ['object'], geometry: ['object'], icons: ['object'], data: ['object'], photos: ['object'] },
	};

	it('are those of the specification, with their types, on a plan without features', () => {
		expect(typesOf([])).toEqual(specified);
	});

	it('are also those that features have, each with all types of its values', () => {
		const plan = [
			{ label: 'A', level: 1, open: true, tags: ['x'], note: null },
			{ label: 2, level: 3, tags: { a: 1 }, note: undefined, zoneType: null, type: 7 },
		];
		expect(typesOf(plan)).toEqual({
			...specified,
			...{ label: ['string', 'number'], level: ['number'], open: ['boolean'], tags: ['object'], note: [] },
			type: ['string', 'number'],
		});
	});

	it('are emptied where every feature has a text, even an empty one', () => {
		const columns = rowColumnsOf([
			{ type: 'zone', label: '', note: 'x', level: 1 },
			{ type: 'room', label: 'B', level: 'two' },
		]);
		const emptied = (name: string) => columns.property(name).valueOf('').value;
		expect(['label', 'note', 'level'].map(emptied)).toEqual(['', undefined, undefined]);
		for (const name of ['zoneType', 'geometry'])
			expect(rowColumnsOf([]).property(name).valueOf('').value).toBeUndefined();
	});
});
