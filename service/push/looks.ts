import { assignOnPlan } from '../plan';
import type { Feature } from '../plan';
import { HELD, HELD_DIFFERENT } from './fate';
import { featuresOf, knownOnPlan, onPlanOf } from './state';
import type { PushState } from './state';

/**
 * Which of the entries the plan has. What this run put there before, and what it left out as held, is matched
 * first, so that an equal feature of these is not taken for one of the entries.
 */
export function findOnPlan(state: PushState<unknown>, indices: readonly number[], plan: readonly Feature[]): number[] {
	const known = knownOnPlan(state);
	const wanted = featuresOf(state, [...known, ...indices]);
	const places = assignOnPlan(wanted, plan, matchOf(state)).slice(known.length);
	return indices.filter((_index, position) => places[position] !== undefined);
}

/** Leaves out what the plan holds, decided once for a whole run. */
export function leaveOutHeld(state: PushState<unknown>, plan: readonly Feature[]): void {
	const { entries, fates } = state;
	const asked = [...entries.keys()].filter((index) => entries[index].rules.skipExisting);
	const match = matchOf(state);
	const places = assignOnPlan(featuresOf(state, asked), plan, match);
	asked.forEach((index, position) => {
		const place = places[position];
		if (place === undefined) return;
		const differs = match.by !== 'feature' && assignOnPlan([entries[index].feature], [plan[place]])[0] === undefined;
		fates[index] = differs ? HELD_DIFFERENT : HELD;
	});
	state.compared = true;
}

/**
 * Counts copies of what was sent again after a lost answer. No look had found these before they were sent
 * again, so what fits them beside everything that is known or may be there is the lost request, come late.
 */
export function countCopies(state: PushState<unknown>, plan: readonly Feature[]): void {
	const again = onPlanOf(state, state.sentAgain);
	if (again.length === 0) return;
	const features = featuresOf(state, again);
	// An equal feature whose own answer was lost is no copy.
	const wanted = featuresOf(state, [...new Set([...knownOnPlan(state), ...state.lost])]);
	// One more copy of each at a time: as many as lost requests at most.
	for (let more = 1, found = true; found; more++) {
		const before = wanted.length;
		for (const feature of features) wanted.push(feature);
		const places = assignOnPlan(wanted, plan, matchOf(state)).slice(before);
		again.forEach((index, position) => {
			if (places[position] !== undefined) state.doubled.set(index, more);
		});
		found = places.some((place) => place !== undefined);
	}
}

/** Items of one plan are matched alike: by what the first of them says. */
function matchOf({ entries }: PushState<unknown>) {
	return entries[0].rules.match;
}
