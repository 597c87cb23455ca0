import { ColumnNames } from '../../../service';

const entry = (key: string, name: string) => ({ key, name, value: '' });

describe('columns of a plan', () => {
	const plan = [{ data: [entry('k1', 'Area'), entry('k2', 'Area')] }, { data: [entry('k2', 'Area')] }, { data: 'none' }];

	it('are the same in every feature, also where a feature has only the second field of a name', () => {
		const columns = new ColumnNames('byName', plan);

		expect(columns.of([entry('k2', 'Area')])).toEqual(['Area (k2)']);
		expect(columns.of([entry('k1', 'Area')])).toEqual(['Area']);
		expect(columns.fields).toEqual([{ column: 'Area', key: 'k1', name: 'Area' }, { column: 'Area (k2)', key: 'k2', name: 'Area' }]);
	});

	it('leave the names of members alone', () => {
		expect(new ColumnNames('byName', [], ['type']).of([entry('k', 'type')])).toEqual(['type (k)']);
	});
});
