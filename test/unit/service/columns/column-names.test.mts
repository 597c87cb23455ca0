import fc from 'fast-check';

import { ColumnNames } from '../../../../service/columns';
import { featureWithData } from '../../../support/generators/features.mts';

const entry = (key: string, name: string) => ({ key, name, value: '' });

describe('columns of a plan', () => {
	const plan = [
		{ data: [entry('k1', 'Area'), entry('k2', 'Area')] },
		{ data: [entry('k2', 'Area')] },
		{ data: 'none' },
	];

	it('are the same in every feature, also where a feature has only the second field of a name', () => {
		const columns = new ColumnNames('byName', plan);

		expect(columns.of([entry('k2', 'Area')])).toEqual(['Area (k2)']);
		expect(columns.of([entry('k1', 'Area')])).toEqual(['Area']);
		expect(columns.fields).toEqual([
			{ column: 'Area', key: 'k1', name: 'Area' },
			{ column: 'Area (k2)', key: 'k2', name: 'Area' },
		]);
	});

	it('are also what people call the data fields', () => {
		const columns = new ColumnNames('byName', plan);

		expect([columns.labelOf('k1'), columns.labelOf('k2'), columns.labelOf('k3')]).toEqual([
			'Area',
			'Area (k2)',
			undefined,
		]);
	});

	it('never are the same for two entries, also where a field has the name of a copy', () => {
		const named = ['Area (k) 2', 'Area (k)', 'Area'].map((name, index) => entry(`k${index}`, name));

		expect(new ColumnNames('byName', []).of([...named, entry('k', 'Area'), entry('k', 'Area')])).toEqual([
			'Area (k) 2',
			'Area (k)',
			'Area',
			'Area (k) 3',
			'Area (k) 4',
		]);
	});

	it('are the same in whatever order features are asked for', () => {
		fc.assert(
			fc.property(fc.array(featureWithData, { maxLength: 6 }), fc.infiniteStream(fc.nat()), (features, choices) => {
				const inOrder = new ColumnNames('byName', features);
				const anyhow = new ColumnNames('byName', features);
				const layoutsOf = (columns: ColumnNames, asked: typeof features) =>
					new Map(asked.map((feature) => [feature, columns.layoutOf(feature.data as unknown[])]));
				const wanted = layoutsOf(inOrder, features);
				const given = layoutsOf(anyhow, features.filter(() => (choices.next().value ?? 0) % 2 === 0).reverse());
				for (const [feature, layout] of given) expect(layout?.columns).toEqual(wanted.get(feature)?.columns);
				expect(anyhow.fields).toEqual(inOrder.fields);
			}),
		);
	});

	it('leave the names of members alone', () => {
		expect(new ColumnNames('byName', [], ['type']).of([entry('k', 'type')])).toEqual(['type (k)']);
	});
});
