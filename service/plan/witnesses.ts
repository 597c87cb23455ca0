import { findLike } from './assign-on-plan';
import { dataFieldsOf, isEmptyValue, withoutEmptyData } from './data-entries';
import type { Feature } from './features';
import { identityOf } from './identity';
import type { IdentifyingMatch, MatchBy } from './identity';
import { PlanIndex } from './plan-index';
import { NOWHERE, Places, PlanMarks, formsOf, isNear } from './plan-marks';
import { inertText } from '../text';

/**
 * What a given feature is on the plan: new there, the feature at a place, or unclear. `reason` is a predicate, such as
 * "is new by Number 3101, but has the id and outline of 3.101". It may mean each feature at the places of `may`, lists
 * that rows share.
 */
export type Standing =
	| { is: 'new' }
	| { is: 'there'; place: number }
	| { is: 'unclear'; reason: string; may: ReadonlyArray<readonly number[]> };

const NEW: Standing = { is: 'new' };

/**
 * One standing for each wanted feature. Its witnesses are the value that features are matched by, that value near, and,
 * where unique on the plan among features of its type, its id and its outline: a tenant's zone may lie on its room.
 * All that speak name one feature: it is that one, changed or not (`isFit` tells). None speaks: it is new. What they
 * disagree about, a value that says nothing or too much, and two of the wanted that name one feature are unclear.
 *
 * Whole features are assigned where they are equal, as many as can be and each once, then where they are near; only
 * those that are left are asked for id and outline. An empty plan tells what is wrong with the wanted alone. Linear in
 * both lists.
 * @param labelOf how words name another of the wanted features
 */
export function standingsOf(
	wanted: readonly Feature[],
	plan: readonly Feature[],
	match: MatchBy = { by: 'feature' },
	labelOf: (index: number) => string = (index) => `feature ${index + 1}`,
): Standing[] {
	if (match.by === 'feature' && plan.length === 0) return wanted.map(() => NEW);
	const named = match.by === 'feature' ? namedWhole(wanted, plan) : namedByValue(wanted, plan, match);
	return withoutSharing(named, labelOf);
}

/** The places of the plan that one of the wanted is, or may be. */
export function claimedPlaces(standings: readonly Standing[]): Set<number> {
	const claimed = new Set<number>();
	const lists = new Set<readonly number[]>();
	for (const standing of standings) {
		if (standing.is === 'there') claimed.add(standing.place);
		if (standing.is === 'unclear') for (const list of standing.may) lists.add(list);
	}
	for (const list of lists) for (const place of list) claimed.add(place);
	return claimed;
}

/** What the witnesses of one feature say. */
interface Named {
	place?: number;
	/** Why it is not known which feature it is. */
	reason?: string;
	/** The value that it is known by. */
	value?: string;
	may: ReadonlyArray<readonly number[]>;
	/** Equal or near in all, so that nobody else takes its place. */
	isAssigned?: boolean;
}

function namedWhole(wanted: readonly Feature[], plan: readonly Feature[]): Named[] {
	const marks = new PlanMarks(plan);
	return findLike(wanted, plan).map((found, index): Named => {
		if (found?.likeness === 'equal') return { place: found.place, may: [], isAssigned: true };
		const { places } = marksOf(wanted[index], marks);
		const all = [...new Set([...places, ...(found === undefined ? [] : [found.place])])];
		if (all.length < 2) return { place: all[0], may: [places], isAssigned: found !== undefined };
		const [one, other] = all.map((place) => titleOf(plan, place));
		const what = places.length < 2 ? 'is like' : 'the outline of';
		return { reason: `has the id of ${one}, but ${what} ${other}`, may: [all] };
	});
}

/** The one place that id and outline name, or both where they differ. */
function marksOf(feature: Feature, marks: PlanMarks): { places: readonly number[]; words: string } {
	const [id, outline] = [marks.find(feature, 'id'), marks.find(feature, 'outline')];
	const places = [...new Set([id, outline])].filter((place) => place !== undefined);
	return { places, words: [id === undefined ? [] : 'id', outline === undefined ? [] : 'outline'].flat().join(' and ') };
}

function namedByValue(wanted: readonly Feature[], plan: readonly Feature[], match: IdentifyingMatch): Named[] {
	const marks = new PlanMarks(plan);
	const values = plan.map((feature) => identityOf(feature, match));
	const places = new Places(plan, (_feature, index) => formsOf(values[index]));
	let planIndex: PlanIndex | undefined;
	let known: string | undefined;
	const label = () => (known ??= labelOfMatch(match, [plan, wanted]));
	const titleAt = (place: number) => quoted(values[place]) ?? titleOf(plan, place);

	/** What a feature without a value may be: each that has all the rest of it. */
	const fitting = (feature: Feature) => {
		const rest = withoutEmpty(feature);
		return Object.keys(rest).length === 0 ? NOWHERE : (planIndex ??= new PlanIndex(plan)).findFitting(rest);
	};

	return wanted.map((feature): Named => {
		const { places: marked, words } = marksOf(feature, marks);
		const value = identityOf(feature, match);
		const [exact, near, ...numbers] = formsOf(value).map((form) => places.at(form));
		const may = [marked, near ?? NOWHERE, ...numbers];
		const unclear = (reason: string): Named => ({ reason, value, may });
		if (marked.length > 1)
			return unclear(`has the id of ${titleAt(marked[0])}, but the outline of ${titleAt(marked[1])}`);
		if (value === undefined && marked.length === 0) {
			const reason = `has no value in ${label()}, by which features are matched`;
			return { reason, may: [fitting(feature)] };
		}
		if (value === undefined) return { place: marked[0], may };
		const own = exact.length > 0 ? exact : near;
		const said = `${label()} ${quoted(value)}`;
		if (marked.length === 1) {
			const [place] = marked;
			if (exact.length > 0 ? values[place] === value : isNear(value, values[place])) return { place, value, may };
			const claim = own.length > 0 ? `is ${titleAt(own[0])} by ${label()}` : `is new by ${said}`;
			return unclear(`${claim}, but has the ${words} of ${titleAt(place)}`);
		}
		if (own.length > 1) return unclear(`has ${said}, which ${own.length} features of the plan have`);
		const other = numbers.find((list) => list.length > 0);
		if (own.length === 1 || other === undefined) return { place: own[0], value, may };
		return unclear(`is new by ${said}, but may be ${titleAt(other[0])}, written otherwise`);
	});
}

/** A feature of the plan is one of the wanted at most, and a value that features are matched by is given once. */
function withoutSharing(named: readonly Named[], labelOf: (index: number) => string): Standing[] {
	const claimants = new Map<string | number, number[]>();
	const claims = named.map(({ place, value, reason }) =>
		reason === undefined ? (place ?? formsOf(value)[1]) : undefined,
	);
	claims.forEach((claim, index) => {
		if (claim === undefined) return;
		const known = claimants.get(claim);
		if (known === undefined) claimants.set(claim, [index]);
		else known.push(index);
	});
	return named.map(({ place, reason, may, isAssigned }, index): Standing => {
		if (reason !== undefined) return { is: 'unclear', reason, may };
		const [first, second] = claimants.get(claims[index] ?? '') ?? [];
		if (second !== undefined && isAssigned !== true) {
			const what = place === undefined ? 'has the value to match by of' : 'is the same feature of the plan as';
			return { is: 'unclear', reason: `${what} ${labelOf(first === index ? second : first)}; give it once`, may };
		}
		return place === undefined ? NEW : { is: 'there', place };
	});
}

/** A name of a data field that the plan, or else the features, give its code. */
function labelOfMatch(match: IdentifyingMatch, lists: ReadonlyArray<readonly Feature[]>): string {
	if (match.by === 'member') return inertText(match.path);
	const fields = lists.flatMap((features) => dataFieldsOf(features));
	return inertText(fields.find(({ key }) => key === match.key)?.name.trim() ?? match.key);
}

function withoutEmpty(feature: Feature): Feature {
	const filled = Object.entries(withoutEmptyData(feature)).filter(([, value]) => !isEmptyValue(value));
	return Object.fromEntries(filled.filter(([, value]) => !Array.isArray(value) || value.length > 0));
}

function quoted(value: string | undefined): string | undefined {
	return value === undefined ? undefined : inertText(value).slice(0, 60);
}

function titleOf(plan: readonly Feature[], place: number): string {
	const { name, number } = plan[place];
	const title = [name, number].find((given) => typeof given === 'string' || typeof given === 'number');
	return title === undefined || title === '' ? `feature ${place + 1} of the plan` : inertText(String(title));
}
