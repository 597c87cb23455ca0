import { DataLayout } from '../../../../service/columns';

const entries = [
	{ key: 'k1', name: 'Room', value: '101' },
	{ key: 'k2', name: 'Area', value: null },
];
const layout = new DataLayout(entries, ['Room', 'Area']);
const [room, area] = entries;

describe('the layout of data', () => {
	it('fits entries with the same keys and names in the same order, whatever their values', () => {
		expect(layout.fits(entries)).toBe(true);
		expect(
			layout.fits([
				{ ...room, value: 7 },
				{ value: '', name: 'Area', key: 'k2' },
			]),
		).toBe(true);
	});

	it.each([
		['fewer', [room]],
		['more', [room, area, area]],
		['another order', [area, room]],
		['another key', [{ ...room, key: 'k3' }, area]],
		['another name', [{ ...room, name: 'Raum' }, area]],
		['another name at the end', [room, { ...area, name: 'Fläche' }]],
		['a further member', [room, { ...area, unit: 'm²' }]],
		['no value', [room, { key: 'k2', name: 'Area' }]],
		['no object', [room, null]],
		['a list', [room, ['k2', 'Area']]],
	])('does not fit entries with %s', (_with, others) => {
		expect(layout.fits(others)).toBe(false);
	});

	it('fits nothing where its own entries have more members than key, name and value', () => {
		const further = [{ ...room, unit: 'm²' }];

		expect(new DataLayout(further, ['Room']).fits(further)).toBe(false);
		expect(new DataLayout([{ key: 'k1', name: 'Room' }], ['Room']).fits([{ key: 'k1', name: 'Room' }])).toBe(false);
	});

	it('gives the values by column, empty ones as null or not at all', () => {
		expect(layout.valuesOf([{ ...room, value: undefined }, area], false)).toStrictEqual({ Room: null, Area: null });
		expect(
			layout.valuesOf(
				[
					{ ...room, value: '' },
					{ ...area, value: 0 },
				],
				true,
			),
		).toStrictEqual({ Area: 0 });
		expect(Object.keys(layout.valuesOf(entries, false))).toEqual(['Room', 'Area']);
	});
});
