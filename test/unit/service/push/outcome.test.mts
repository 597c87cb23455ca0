import {
	HELD,
	HELD_DIFFERENT,
	PUSHED,
	RECOVERED,
	UNDER_WAY,
	UNKNOWN,
	WAITING,
	countsOf,
	isSafeToRepeat,
	newPush,
	sortedByFate,
} from '../../../../service/push';
import type { Fate, PushState } from '../../../../service/push';
import { entriesOf } from './push-run.mts';

const REFUSED: Fate = { kind: 'refused', words: 'no' };

function pushOf(fates: Fate[]): PushState<string> {
	const state: PushState<string> = newPush(entriesOf('a'.repeat(fates.length)));
	fates.forEach((fate, index) => (state.fates[index] = fate));
	return state;
}

describe('the outcome of a push', () => {
	it('counts the features by what became of them', () => {
		const state = pushOf([PUSHED, RECOVERED, HELD, HELD_DIFFERENT, REFUSED, WAITING, UNKNOWN]);
		state.requests = 4;
		state.retries = 3;

		expect(countsOf(state)).toEqual({
			pushed: 2,
			recovered: 1,
			skipped: 2,
			skippedDifferent: 1,
			requests: 4,
			retries: 3,
		});
	});

	it('sorts the features by what a person has to be told of them', () => {
		const state = pushOf([REFUSED, WAITING, UNKNOWN, UNDER_WAY, PUSHED, RECOVERED, HELD, PUSHED, PUSHED]);
		state.doubled.set(7, 1);
		state.uncounted.add(7).add(8);

		expect(sortedByFate(state)).toEqual({
			onPlan: [4, 5],
			unknown: [2, 3],
			refused: [0],
			notPushed: [1],
			doubled: [7],
			uncounted: [8],
		});
	});

	it('sorts no other features than it is asked for', () => {
		expect(sortedByFate(pushOf([PUSHED, REFUSED, PUSHED]), [2])).toEqual({
			onPlan: [2],
			unknown: [],
			refused: [],
			notPushed: [],
			doubled: [],
			uncounted: [],
		});
	});

	it.each<[Fate, boolean]>([
		[WAITING, true],
		[HELD, true],
		[REFUSED, true],
		[UNDER_WAY, false],
		[PUSHED, false],
		[RECOVERED, false],
		[UNKNOWN, false],
	])('of %j alone may be repeated: %j', (fate, isSafe) => {
		expect(isSafeToRepeat(pushOf([fate]), [0])).toBe(isSafe);
	});

	it('may not be repeated where an answer was lost, nor where one feature of several may not', () => {
		const lost = pushOf([WAITING]);
		lost.lost.add(0);

		expect(isSafeToRepeat(lost, [0])).toBe(false);
		expect(isSafeToRepeat(pushOf([WAITING, PUSHED]), [0, 1])).toBe(false);
	});
});
