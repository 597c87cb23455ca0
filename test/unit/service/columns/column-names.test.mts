import { Columns, rowColumnsOf } from '../../../../service/columns';

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

	it('stand with their codes where a member is called so, too', () => {
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
