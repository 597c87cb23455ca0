import { countsOf, isSafeToRepeat, newPush, sortedByFate } from '../../../../service/push';
import type { Known, PushState } from '../../../../service/push';
import { entriesOf } from './push-run.mts';

type Fate = Known['fate'];

const [WAITING, UNDER_WAY, PUSHED, RECOVERED, UNKNOWN] = (
	['waiting', 'underWay', 'pushed', 'recovered', 'unknown'] as const
).map((kind): Fate => ({ kind }));
const HELD: Fate = { kind: 'held', differs: false };
const HELD_DIFFERENT: Fate = { kind: 'held', differs: true };
const REFUSED: Fate = { kind: 'refused', words: 'no' };

function pushOf(fates: Fate[]): PushState<string> {
	const state: PushState<string> = newPush(entriesOf('a'.repeat(fates.length)));
	fates.forEach((fate, index) => (state.known[index].fate = fate));
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
		state.known[7].copies = 1;
		for (const index of [7, 8]) state.known[index].isSentAgain = true;

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
		lost.known[0].mayArrive = true;

		expect(isSafeToRepeat(lost, [0])).toBe(false);
		expect(isSafeToRepeat(pushOf([WAITING, PUSHED]), [0, 1])).toBe(false);
	});
});
