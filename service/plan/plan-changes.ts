import type { FeatureMark } from './feature-mark';

/** One difference between two states of a plan, by positions in its lists of marks. */
export type PlanChange =
	| { change: 'added'; now: number }
	| { change: 'changed'; before: number; now: number }
	| { change: 'removed'; before: number };

/**
 * What changed between two states of a plan: removed features in the order they had, then changed and then added ones
 * in the order they have now, so that who applies the events one by one does not remove what was just added. Equal
 * features are counted; features that share an identity are matched by content first, the rest of them one to one.
 * Linear.
 */
export function planChanges(before: readonly FeatureMark[], now: readonly FeatureMark[]): PlanChange[] {
	const left = new Set(before.keys());
	const take = (positions: number[] | undefined): number | undefined => {
		const position = positions?.pop();
		if (position !== undefined) left.delete(position);
		return position;
	};
	const same = positionsBy([...left], (position) => before[position].identity + before[position].content);
	const fresh = [...now.keys()].filter((position) => {
		const { identity, content } = now[position];
		return take(same.get(identity + content)) === undefined;
	});
	const identified = [...left].filter((position) => before[position].identity !== '');
	const alike = positionsBy(identified, (position) => before[position].identity);
	const changes = fresh.map((position): PlanChange => {
		const match = take(alike.get(now[position].identity));
		return match === undefined
			? { change: 'added', now: position }
			: { change: 'changed', before: match, now: position };
	});
	const removed = [...left].map((position): PlanChange => ({ change: 'removed', before: position }));
	const [changed, added] = (['changed', 'added'] as const).map((kind) =>
		changes.filter(({ change }) => change === kind),
	);
	return [...removed, ...changed, ...added];
}

/** A plan with fewer features may well have been emptied on purpose. */
const MANY_FEATURES = 5;

/**
 * Whether an empty answer should be seen twice before all features count as removed: a service that has lost its way
 * answers so too, and a workflow would act on every feature.
 * @param before how many features the plan had
 */
export function isDoubtfullyEmpty(before: number, now: number): boolean {
	return now === 0 && before >= MANY_FEATURES;
}

/**
 * Whether all features have other identities and the contents are as they were: then the service has made new
 * identities, and no feature has changed.
 */
export function areIdentitiesRemade(before: readonly FeatureMark[], now: readonly FeatureMark[]): boolean {
	const known = before.filter(({ identity }) => identity !== '');
	const identities = new Set(now.map(({ identity }) => identity));
	if (known.length < MANY_FEATURES || known.some(({ identity }) => identities.has(identity))) return false;
	const [contents, contentsNow] = [before, now].map((marks) => marks.map(({ content }) => content).sort());
	if (contents.join() === contentsNow.join()) return true;
	const [distinct, distinctNow] = [new Set(contents), new Set(contentsNow)];
	const left = [...distinct].filter((content) => distinctNow.has(content));
	return distinct.size >= MANY_FEATURES && left.length > distinct.size / 2;
}

/** Whether there are as many features as before, and all of them are other ones. */
export function areAllReplaced(before: readonly FeatureMark[], now: readonly FeatureMark[]): boolean {
	const known = new Set(before.map(nameOf));
	return before.length >= MANY_FEATURES && before.length === now.length && !now.some((mark) => known.has(nameOf(mark)));
}

function nameOf({ identity, content }: FeatureMark): string {
	return identity || content;
}

/**
 * Positions by key. Each list runs backwards, because `pop` takes its last entry and the lowest position is wanted
 * first.
 */
function positionsBy(positions: number[], keyOf: (position: number) => string): Map<string, number[]> {
	const lists = new Map<string, number[]>();
	for (const position of positions.reverse()) {
		const key = keyOf(position);
		const list = lists.get(key);
		if (list === undefined) lists.set(key, [position]);
		else list.push(position);
	}
	return lists;
}
