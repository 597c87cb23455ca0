import { assignOnPlan, contentText, findLike, isFit, standingsOf } from '../plan';
import type { Feature, Found } from '../plan';
import { entriesWhere, isOnPlan } from './outcome';
import type { Known, PushState } from './state';

/** What a look at the plan shows of some entries, and of those that the service has acknowledged in this run. */
export interface Sight {
	/** Entries that are there. */
	there: number[];
	/** Something near to one of the others is there, or something new that nobody knows. */
	isUnclear: boolean;
	/** How many that were acknowledged it does not show. */
	unshown: number;
	/** One that was acknowledged is there otherwise than it was sent. */
	isChanged: boolean;
}

/** Known before others, so that nothing equal is taken for one of them. */
const isShown = (one: Known) => isOnPlan(one) || (one.fate.kind === 'held' && !one.wasThere);

/** What is new on a plan since it was looked at before, and how much of what was there is gone. */
export interface View {
	fresh: readonly Feature[];
	vanished: number;
}

/**
 * Which of the entries the plan has, among what is new since it was looked at before. What this run put there comes
 * first. A look that does not show all of that may miss more.
 */
export function sightOf(state: PushState<unknown>, indices: readonly number[], { fresh, vanished }: View): Sight {
	const shown = entriesWhere(state, isShown);
	const own = new Set(indices);
	const others = entriesWhere(state, ({ mayArrive }) => mayArrive).filter((index) => !own.has(index));
	const found = findLike(featuresOf(state, [...shown, ...indices, ...others]), fresh, matchOf(state));
	// Where nobody looked before, what is near may have been there all the time.
	const isSeen = (position: number) =>
		found[position] !== undefined && (found[position].likeness === 'equal' || state.before !== undefined);
	const ours = found.slice(shown.length, shown.length + indices.length);
	const strangers = fresh.length - vanished - found.filter((one) => one !== undefined).length;
	return {
		there: indices.filter((_index, position) => ours[position]?.likeness === 'equal'),
		isUnclear: ours.some((one) => one?.likeness === 'near') || (state.before !== undefined && strangers > 0),
		unshown: shown.filter((_index, position) => !isSeen(position)).length,
		isChanged: shown.some((index, position) => isOnPlan(state.known[index]) && found[position]?.likeness === 'near'),
	};
}

/** One that the plan holds, or may hold. */
export interface Held {
	index: number;
	/** The plan has it otherwise, or perhaps. */
	differs: boolean;
}

/** Of those that wait, which a plan holds or may hold and are to be left out then. */
export function heldOn(state: PushState<unknown>, plan: readonly Feature[]): Held[] {
	const { entries } = state;
	const asked = entriesWhere(state, ({ fate, mayArrive }) => fate.kind === 'waiting' && !mayArrive).filter(
		(index) => entries[index].rules.skipExisting,
	);
	const others = entriesWhere(state, (one) => isOnPlan(one) || one.fate.kind === 'held' || one.mayArrive);
	const match = matchOf(state);
	const found = findLike(featuresOf(state, [...others, ...asked]), plan, match);
	// A value that features are matched by says nothing of the rest.
	const isEqual = (index: number, { likeness, place }: Found) =>
		match.by === 'feature' ? likeness === 'equal' : isFit(entries[index].feature, plan[place]);
	const held: Held[] = [];
	const missing: number[] = [];
	asked.forEach((index, position) => {
		const one = found[others.length + position];
		if (one === undefined) missing.push(index);
		else held.push({ index, differs: !isEqual(index, one) });
	});
	if (missing.length === 0) return held;
	// The rest may have been changed there: what is left of the plan may have its id or its outline.
	const taken = new Set(found.map((one) => one?.place));
	const left = plan.filter((_feature, place) => !taken.has(place));
	const standings = standingsOf(featuresOf(state, missing), left, match);
	missing.forEach((index, position) => {
		if (standings[position].is !== 'new') held.push({ index, differs: true });
	});
	return held;
}

/**
 * How many copies of these a plan has: what is there beside all that is known or may be there is one too many.
 * @returns one number for each
 */
export function copiesOn(state: PushState<unknown>, indices: readonly number[], { fresh }: View): number[] {
	const features = featuresOf(state, indices);
	// An equal feature whose own answer was lost is no copy.
	const wanted = featuresOf(
		state,
		entriesWhere(state, (one) => isShown(one) || one.mayArrive),
	);
	// What is near may have been there before, where nobody looked, and the service gives back what it was sent.
	const placesOf = (those: Feature[]) =>
		state.before === undefined && !state.isChanging
			? assignOnPlan(those, fresh, matchOf(state))
			: findLike(those, fresh, matchOf(state)).map((one) => one?.place);
	const copies = indices.map(() => 0);
	// One more copy of each at a time: as many as requests at most.
	for (let more = 1, isFound = true; isFound; more++) {
		const begin = wanted.length;
		for (const feature of features) wanted.push(feature);
		const places = placesOf(wanted).slice(begin);
		places.forEach((place, position) => {
			if (place !== undefined) copies[position] = more;
		});
		isFound = places.some((place) => place !== undefined);
	}
	return copies;
}

export function viewOf(state: PushState<unknown>, plan: readonly Feature[]): View {
	const { before } = state;
	if (before === undefined) return { fresh: plan, vanished: 0 };
	const texts = (state.textsBefore ??= before.map(contentText));
	const kept = new Map<string, number>();
	const noteText = (text: string, more: number) => kept.set(text, (kept.get(text) ?? 0) + more);
	const isKept = (text: string) => {
		if ((kept.get(text) ?? 0) === 0) return false;
		noteText(text, -1);
		return true;
	};
	for (const text of texts) noteText(text, 1);
	const fresh = plan.filter((feature) => !isKept(contentText(feature)));
	// What is left of those before is gone, or was edited: then it is known by its value.
	const gone = before.filter((_feature, place) => isKept(texts[place]));
	const match = matchOf(state);
	const edited = new Set(match.by === 'feature' ? [] : findLike(gone, fresh, match).map((found) => found?.place));
	const others = fresh.filter((_feature, place) => !edited.has(place));
	return { fresh: others, vanished: gone.length - (fresh.length - others.length) };
}

function featuresOf({ entries }: PushState<unknown>, indices: readonly number[]): Feature[] {
	return indices.map((index) => entries[index].feature);
}

/** Items of one plan are matched alike: by what the first of them says. */
function matchOf({ entries }: PushState<unknown>) {
	return entries[0].rules.match;
}
