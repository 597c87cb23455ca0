import { claimedPlaces, standingsOf } from '../../../../service/plan';
import type { Feature, MatchBy, Standing } from '../../../../service/plan';

const KEY = `dfld_${'n'.repeat(25)}`;
const byNumber: MatchBy = { by: 'dataField', key: KEY };
const square = (x: number) => ({
	type: 'Polygon',
	coordinates: [
		[
			[x, 0],
			[x + 1, 0],
			[x + 1, 1],
			[x, 0],
		],
	],
});
const numbered = (value: unknown, others: Feature = {}): Feature => ({
	type: 'room',
	data: [{ key: KEY, name: 'Number', value }],
	...others,
});
const room = (value: string, at: number): Feature => numbered(value, { id: `id-${at}`, geometry: square(at) });

const plan = [room('3.101', 0), room('3.102', 1), room('Café', 2), room('WC', 3), room('WC', 4), room('007', 5)];

const standing = (row: Feature, match: MatchBy = byNumber): Standing => standingsOf([row], plan, match)[0];
const there = (place: number): Standing => ({ is: 'there', place });

describe('a row matched by the value of a data field', () => {
	it.each<[string, Feature, number]>([
		['has that value', numbered('3.101'), 0],
		['has that value, and the id and outline', room('3.102', 1), 1],
		['has it in another Unicode form and case', numbered('CAFE\u0301 '), 2],
		['has lost separators of its number, and keeps id and outline', room('3101', 0), 0],
		['has lost leading zeros, and keeps its outline', numbered('7', { geometry: square(5) }), 5],
		['shares its value with others of the plan, and has the id of one', numbered('WC', { id: 'id-4' }), 4],
		['has no value, and an outline', { type: 'room', geometry: square(3) }, 3],
		['has no type', { ...room('3.101', 0), type: undefined }, 0],
		['was given another outline', { ...room('3.101', 0), geometry: square(9) }, 0],
	])('is the feature of the plan when it %s', (_what, row, place) => {
		expect(standing(row)).toEqual(there(place));
	});

	it.each<[string, Feature]>([
		['its value, id and outline are unknown', room('4.001', 9)],
		['the outline is that of a feature of another type', { ...room('Quay Books', 0), id: undefined, type: 'zone' }],
		['it has an empty outline', numbered('4.001', { geometry: [] })],
	])('is new when %s', (_what, row) => {
		expect(standing(row)).toEqual({ is: 'new' });
	});

	it.each<[string, Feature, string]>([
		['is new by Number 3.999, but has the id and outline of 3.101', room('3.999', 0), '0'],
		['is new by Number 3.999, but has the outline of 3.101', numbered('3.999', { geometry: square(0) }), '0'],
		['is 3.102 by Number, but has the id of 3.101', numbered('3.102', { id: 'id-0' }), '0,1'],
		['has the id of 3.101, but the outline of 3.102', room('3.101', 0), '0,1'],
		['has Number WC, which 2 features of the plan have', numbered('WC'), '3,4'],
		['has no value in Number, by which features are matched', { type: 'room' }, '0,1,2,3,4,5'],
		['has no value in Number, by which features are matched', numbered(' ', { type: '' }), ''],
		['is new by Number 3101, but may be 3.101, written otherwise', numbered('3101'), '0'],
		['is new by Number 7, but may be 007, written otherwise', numbered(7), '5'],
	])('is unclear: %s', (reason, given, may) => {
		const row = reason.includes('but the outline') ? { ...given, geometry: square(1) } : given;
		const one = standing(row);
		expect(one).toMatchObject({ is: 'unclear', reason });
		expect([...claimedPlaces([one])].sort().join()).toBe(may);
	});

	it('is unclear where another row is the same feature, and so is that one', () => {
		const standings = standingsOf([room('3.101', 0), numbered('3.102'), numbered('3.101')], plan, byNumber);
		expect(standings.map(({ is }) => is)).toEqual(['unclear', 'there', 'unclear']);
		expect(standings[0]).toMatchObject({ reason: 'is the same feature of the plan as feature 3; give it once' });
		expect(standings[2]).toMatchObject({ reason: 'is the same feature of the plan as feature 1; give it once' });
	});

	it('is unclear where a new value is given twice, also in another case', () => {
		const rows = [numbered('a–1'), numbered('A-1'), numbered('A-2')];
		const standings = standingsOf(rows, [], byNumber, (index) => `row ${index + 2}`);
		expect(standings).toEqual([
			{ is: 'unclear', reason: 'has the value to match by of row 3; give it once', may: expect.anything() },
			{ is: 'unclear', reason: 'has the value to match by of row 2; give it once', may: expect.anything() },
			{ is: 'new' },
		]);
	});

	it('names what it is matched by where it is a member, or a code that nobody has', () => {
		expect(standing({ type: 'room' }, { by: 'member', path: 'ref' })).toMatchObject({
			reason: 'has no value in ref, by which features are matched',
		});
		const match: MatchBy = { by: 'dataField', key: `dfld_${'x'.repeat(25)}` };
		expect(standingsOf([{}], [], match)[0]).toMatchObject({ reason: expect.stringContaining('in dfld_xxx') });
	});
});

describe('a row matched as a whole', () => {
	const whole = (...rows: Feature[]): Standing[] => standingsOf(rows, plan);

	it('is the feature that it equals, or is near to', () => {
		expect(whole(room('3.102', 1), numbered('cafe\u0301'), numbered('WC'), numbered('WC'))).toEqual([
			there(1),
			there(2),
			there(3),
			there(4),
		]);
	});

	it('is the feature whose id or outline it has, whatever was edited', () => {
		expect(whole(room('9', 0), numbered('8', { id: 'id-1' }), numbered('7', { geometry: square(2) }))).toEqual([
			there(0),
			there(1),
			there(2),
		]);
	});

	it('is new where nothing of it is on the plan, as often as it is given', () => {
		expect(whole(room('9', 9), room('9', 9), numbered('3.101', { type: 'zone' }))).toEqual(
			Array.from({ length: 3 }, () => ({ is: 'new' })),
		);
	});

	it('is unclear where it was copied, and the first stays what it is', () => {
		expect(whole(room('3.101', 0), room('3.101', 0), room('new tenant', 0))).toEqual([
			there(0),
			{ is: 'unclear', reason: 'is the same feature of the plan as feature 1; give it once', may: [[0]] },
			{ is: 'unclear', reason: 'is the same feature of the plan as feature 1; give it once', may: [[0]] },
		]);
	});

	it('is unclear where id and outline name two, or the id another than what it is like', () => {
		const named = [{ type: 'room', name: 'Foyer', id: 1 }, room('3.101', 0)];
		expect(standingsOf([{ type: 'room', id: 1, name: 'x', geometry: square(0) }], named)).toEqual([
			{ is: 'unclear', reason: 'has the id of Foyer, but the outline of feature 2 of the plan', may: [[0, 1]] },
		]);
		expect(standingsOf([{ ...room('3.101', 0), id: 1, geometry: null }], named)).toEqual([
			{ is: 'unclear', reason: 'has the id of Foyer, but is like feature 2 of the plan', may: [[0, 1]] },
		]);
	});
});
