import fc from 'fast-check';
import { FIRST_STATE, loweredLimit, raisedLimit } from '../../../nodes/shared/limiter';
import type { LimitState } from '../../../nodes/shared/limiter';

const well = (state: LimitState, nowMs = 0, most = 64) => raisedLimit(state, most, nowMs);
const refused = (state: LimitState, number: number, active: number, nowMs = 0) =>
	loweredLimit(state, { number, active }, 100, nowMs);

/** Rejections of the last calls of a round. */
function round(state: LimitState, active: number, refusals: number, nowMs = 0): LimitState {
	let next = state;
	for (let call = active - refusals + 1; call <= active; call++) next = refused(next, call, call, nowMs);
	return next;
}

it('is 16 at first, quadruples in a round of good answers, and keeps to what the runs allow', () => {
	let state = FIRST_STATE;
	expect(state.limit).toBe(16);
	for (let answer = 0; answer < 16; answer++) state = well(state, 0, 200);
	expect(state.limit).toBe(64);
	for (let answer = 0; answer < 64; answer++) state = well(state, 0, 70);
	expect(state.limit).toBe(70);
	expect(well(state, 0, 3).limit).toBe(70);
});

it.each([
	[16, 6, 10],
	[16, 3, 13],
	[35, 25, 10],
])('is what a service takes after %i calls of which it refuses %i', (active, refusals, limit) => {
	expect(round(FIRST_STATE, active, refusals).limit).toBe(limit);
});

it('is halved at most in a round, and once a round where everything is rejected', () => {
	const first = round(FIRST_STATE, 16, 16);
	expect(first.limit).toBe(8);
	expect(round(first, 8, 8).limit).toBe(8);
	expect(round({ ...first, roundEnd: 0 }, 8, 8).limit).toBe(4);
});

it('is not raised by good answers that are read before the rejections of their round', () => {
	let state = FIRST_STATE;
	for (let answer = 0; answer < 10; answer++) state = well(state);
	expect(state.limit).toBe(16);
	expect(round(state, 16, 6).limit).toBe(10);
});

it('is kept for ten seconds after a rejection, then grows by one a round, and after a minute as at first', () => {
	const after = (nowMs: number) => {
		let state = round(FIRST_STATE, 16, 6, 1000);
		for (let answer = 0; answer < 10; answer++) state = well(state, nowMs);
		return state.limit;
	};
	expect(after(10_999)).toBe(10);
	expect(after(11_000)).toBe(11);
	expect(after(61_000)).toBe(40);
});

it('is never below one, and rejections never raise it', () => {
	const events = fc.array(fc.record({ number: fc.nat(200), active: fc.integer({ min: 1, max: 300 }) }));
	fc.assert(
		fc.property(events, (list) => {
			let state = FIRST_STATE;
			for (const { number, active } of list) {
				const next = refused(state, number, active);
				expect(next.limit).toBeLessThanOrEqual(state.limit);
				expect(next.limit).toBeGreaterThanOrEqual(1);
				state = next;
			}
		}),
	);
});
