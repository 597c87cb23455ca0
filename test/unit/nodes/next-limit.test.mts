import fc from 'fast-check';
import { FIRST_STATE, nextLimit } from '../../../nodes/shared/next-limit';
import type { LimitState } from '../../../nodes/shared/next-limit';

const well = (state: LimitState, nowMs = 0, most = 64) => nextLimit(state, { kind: 'well', most, nowMs });
const refused = (state: LimitState, startedAs: number, active: number, nowMs = 0) =>
	nextLimit(state, { kind: 'refused', startedAs, started: 100, active, nowMs });

/** Refusals of one round, as they arrive: each ends a call. */
function round(state: LimitState, active: number, refusals: number, from = 1, nowMs = 0): LimitState {
	let next = state;
	for (let refusal = 0; refusal < refusals; refusal++) next = refused(next, from + refusal, active - refusal, nowMs);
	return next;
}

it('is 16 at first, quadruples in a round of good answers, and keeps to what the runs allow', () => {
	let state = FIRST_STATE;
	expect(state.limit).toBe(16);
	for (let answer = 0; answer < 16; answer++) state = well(state, 0, 200);
	expect(state.limit).toBe(64);
	for (let answer = 0; answer < 100; answer++) state = well(state, 0, 70);
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

it('is halved at most in a round, and once a round where everything is refused', () => {
	const first = round(FIRST_STATE, 16, 16);
	expect(first.limit).toBe(8);
	expect(round(first, 8, 8, 50).limit).toBe(8);
	expect(round({ ...first, roundEnd: 20 }, 8, 8, 50).limit).toBe(4);
});

it('is kept for ten seconds after a refusal, then grows by one a round, and after a minute as at first', () => {
	const state = round(FIRST_STATE, 16, 6, 1, 1000);
	expect(well(state, 10_999).limit).toBe(10);
	expect(well(state, 11_000).limit).toBeCloseTo(10.1);
	expect(well(state, 61_000).limit).toBe(13);
});

it('is never below one, and refusals never raise it', () => {
	const events = fc.array(fc.record({ startedAs: fc.nat(200), active: fc.integer({ min: 1, max: 300 }) }));
	fc.assert(
		fc.property(events, (list) => {
			let state = FIRST_STATE;
			for (const { startedAs, active } of list) {
				const next = refused(state, startedAs, active);
				expect(next.limit).toBeLessThanOrEqual(state.limit);
				expect(next.limit).toBeGreaterThanOrEqual(1);
				state = next;
			}
		}),
	);
});
