import { rowColumnsOf } from '../../../../service/columns';
import type { Feature } from '../../../../service/plan';

describe('the members of the features of a plan', () => {
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
		const emptied = (name: string) => columns.propertyOf(name, '').value;
		expect(['label', 'note', 'level'].map(emptied)).toEqual(['', undefined, undefined]);
		for (const name of ['zoneType', 'geometry']) expect(rowColumnsOf([]).propertyOf(name, '').value).toBeUndefined();
	});
});
