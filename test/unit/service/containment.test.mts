import { heldByPlan } from '../../../service';
import type { Feature } from '../../../service';

const zone = (members: Feature = {}): Feature => ({ type: 'zone', ...members });

function holds(there: Feature, pushed: Feature): boolean {
	// Not at the same place: what is equal there is not looked into.
	const [held] = heldByPlan([pushed], [{ type: 'nothing like it' }, there]);
	return held;
}

describe('a plan holds a feature', () => {
	it('when one there has every member of it, equal in depth, whatever else it has', () => {
		const pushed = zone({ geometry: { type: 'Polygon', coordinates: [[1, 2]] }, label: null });
		expect(holds({ id: 7, data: [], ...pushed }, pushed)).toBe(true);
		expect(holds(zone({ label: null, geometry: { coordinates: [[1, 2]], type: 'Polygon' } }), pushed)).toBe(true);
	});

	it.each([
		['differs in depth', zone({ geometry: { coordinates: [[1, 3]] } })],
		['has more within a member', zone({ geometry: { coordinates: [[1, 2]], more: 1 } })],
		['lacks a member', zone()],
		['is of another kind', { ...zone({ geometry: { coordinates: [[1, 2]] } }), type: 'room' }],
	])('but not when the one there %s', (_what, there) => {
		expect(holds(there, zone({ geometry: { coordinates: [[1, 2]] } }))).toBe(false);
	});

	it('when members of it stand in another order of arrays, no', () => {
		expect(holds(zone({ icons: [{ a: 1 }, { b: 1 }] }), zone({ icons: [{ b: 1 }, { a: 1 }] }))).toBe(false);
	});

	it('whose position is null, wherever the one there is', () => {
		const pushed = zone({ position: null, label: 'A' });
		expect(holds(zone({ position: { x: 1 }, label: 'A' }), pushed)).toBe(true);
		expect(holds(zone({ label: 'A' }), pushed)).toBe(true);
		expect(holds(zone({ position: { x: 1 }, label: 'B' }), pushed)).toBe(false);
	});

	it('whose position is given, only there', () => {
		expect(holds(zone({ position: { x: 1 } }), zone({ position: { x: 1 } }))).toBe(true);
		expect(holds(zone({ position: { x: 2 } }), zone({ position: { x: 1 } }))).toBe(false);
		expect(holds(zone({ position: null }), zone({ position: { x: 1 } }))).toBe(false);
	});

	it('with a null member other than position only where there is null', () => {
		expect(holds(zone({ geometry: { a: 1 } }), zone({ geometry: null }))).toBe(false);
		expect(holds(zone(), zone({ geometry: null }))).toBe(false);
		expect(holds(zone({ geometry: null }), zone({ geometry: null }))).toBe(true);
	});

	it('whatever its photos', () => {
		expect(holds(zone({ photos: [] }), zone({ photos: [{ imageUrl: 'https://one' }] }))).toBe(true);
		expect(holds(zone(), zone({ photos: [] }))).toBe(true);
	});

	it('with members that are undefined as if they were not there', () => {
		expect(holds(zone(), zone({ label: undefined }))).toBe(true);
		expect(holds(zone({ geometry: null }), zone({ label: undefined }))).toBe(true);
	});

	it('without a type by its other members', () => {
		expect(holds(zone({ label: 'A' }), { label: 'A' })).toBe(true);
		expect(holds(zone({ label: 'B' }), { label: 'A' })).toBe(false);
		expect(holds({ type: { kind: 1 } }, { type: { kind: 1 } })).toBe(true);
		expect(holds({ type: { kind: 2 } }, { type: { kind: 1 } })).toBe(false);
	});

	it.each(['constructor', 'toString', '__proto__'])('with a member named %s only where there is one', (name) => {
		const pushed = JSON.parse(`{"type":"zone","${name}":null}`) as Feature;
		expect(holds(pushed, pushed)).toBe(true);
		expect(holds(zone(), pushed)).toBe(false);
	});
});

describe('pushed features and those of a plan', () => {
	const texts = (features: Feature[], plan: Feature[]) =>
		features.filter((_feature, index) => heldByPlan(features, plan)[index]).map(({ label }) => label);

	it('are matched once each, earlier ones first', () => {
		expect(heldByPlan([zone(), zone(), zone()], [zone(), zone()])).toEqual([true, true, false]);
		expect(heldByPlan([zone(), zone()], [{ type: 'room' }, zone()])).toEqual([true, false]);
	});

	it('are matched so that a vague one leaves the only match of an exact one', () => {
		const plan = [zone({ position: { x: 1 }, label: 'A' }), zone({ position: { x: 2 }, label: 'A' })];
		expect(heldByPlan([zone({ position: null, label: 'A' }), plan[0]], plan)).toEqual([true, true]);
	});

	it('are matched so that an entry without a value leaves the only match of one with it', () => {
		const plan = [zone({ data: [{ key: 'k', value: 'x' }] }), zone({ data: [{ key: 'k' }] })];
		expect(heldByPlan([plan[1], plan[0]], plan)).toEqual([true, true]);
	});

	it('are matched so that fewer entries leave the only match of more', () => {
		const plan = [zone({ data: [{ key: 'k' }, { key: 'l' }] }), zone({ data: [{ key: 'k' }] })];
		expect(heldByPlan([plan[1], plan[0]], plan)).toEqual([true, true]);
	});

	it('are told apart by all of their members together', () => {
		const plan = [zone({ label: 'A', size: 1 }), zone({ label: 'B', size: 2 })];
		expect(texts([zone({ label: 'A', size: 2 }), zone({ label: 'B', size: 2 })], plan)).toEqual(['B']);
	});

	it('are none when either side is empty', () => {
		expect(heldByPlan([], [zone()])).toEqual([]);
		expect(heldByPlan([zone()], [])).toEqual([false]);
	});

	it('are compared in time that grows linearly with their number', () => {
		const many = Array.from({ length: 50_000 }, (_none, index) => zone({ label: `L${index}`, position: { x: index } }));
		const startedAtMs = performance.now();
		expect(heldByPlan(many, [...many].reverse()).every(Boolean)).toBe(true);
		expect(performance.now() - startedAtMs).toBeLessThan(30_000);
	});
});
