import fc from 'fast-check';

import { Columns, rowColumnsOf } from '../../../../service/columns';
import type { DataEntry } from '../../../../service/plan';
import { featureWithData } from '../../../support/generators/features.mts';

const entry = (key: string, name: string) => ({ key, name, value: '' });

describe('columns of a plan', () => {
	const plan = [
		{ data: [entry('k1', 'Area'), entry('k2', 'Area')] },
		{ data: [entry('k2', 'Area')] },
		{ data: 'none' },
	];

	it('are the same in every feature, also where a feature has only the second field of a name', () => {
		const columns = new Columns('byName', plan);

		expect(columns.layoutOf([entry('k2', 'Area')]).columns).toEqual(['Area (k2)']);
		expect(columns.layoutOf([entry('k1', 'Area')]).columns).toEqual(['Area']);
		expect(columns.all).toEqual([
			{ column: 'Area', key: 'k1', name: 'Area' },
			{ column: 'Area (k2)', key: 'k2', name: 'Area' },
		]);
	});

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

	it('never are the same for two entries, also where a field has the name of a copy', () => {
		const named = ['Area (k) 2', 'Area (k)', 'Area'].map((name, index) => entry(`k${index}`, name));

		expect(new Columns('byName', []).layoutOf([...named, entry('k', 'Area'), entry('k', 'Area')]).columns).toEqual([
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
				const inOrder = new Columns('byName', features);
				const anyhow = new Columns('byName', features);
				const layoutsOf = (columns: Columns, asked: typeof features) =>
					new Map(asked.map((feature) => [feature, columns.layoutOf(feature.data as DataEntry[])]));
				const wanted = layoutsOf(inOrder, features);
				const given = layoutsOf(anyhow, features.filter(() => (choices.next().value ?? 0) % 2 === 0).reverse());
				for (const [feature, layout] of given) expect(layout.columns).toEqual(wanted.get(feature)?.columns);
				expect(anyhow.all).toEqual(inOrder.all);
			}),
		);
	});

	it('leave the names of members that the specification knows alone; other members give way', () => {
		const plan = [{ type: 'room', label: 'A', data: [entry('k1', 'type'), entry('k2', 'label')] }];
		const columns = rowColumnsOf(plan);

		expect(columns.all.map(({ column }) => column)).toEqual(['type (k1)', 'label']);
		expect(['type', 'label', 'zoneType'].map((property) => columns.columnOfProperty(property))).toEqual([
			'type (property)',
			'label (property)',
			'zoneType',
		]);
	});
});
