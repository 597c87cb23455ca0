import type { Exchange } from './exchange.mts';
import { featureBefore } from './features.mts';
import type { History } from './history.mts';

/** How often each name stands in a list. */
export function countsOf(names: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

/** What the execution sent and read, in time's order. */
export function requestsOf({ service }: History, execution: number): Exchange[] {
	return service.exchanges.filter((exchange) => exchange.execution === execution);
}

/** When a feature of that name came onto the plan by these. */
export function arrivals(exchanges: readonly Exchange[], name: string): number[] {
	return exchanges.flatMap(({ effects }) => effects.filter((effect) => effect.name === name).map(({ at }) => at));
}

/** The service did not say that it did not take it. */
export function isMaybe({ isTaken, isUnknown }: Exchange): boolean {
	return isTaken || isUnknown;
}

/** How often a feature of that name was sent by these. */
export function timesIn(exchanges: readonly Exchange[], name: string): number {
	return exchanges.flatMap(({ names }) => names.filter((one) => one === name)).length;
}

/** The service said that it did not take it, and took it all the same. */
export function isLie({ isTaken, isUnknown, effects }: Exchange): boolean {
	return !isTaken && !isUnknown && effects.length > 0;
}

/** How many features of that name a read showed. A person's other name for one hides it. */
export function shownBy({ service }: History, { method, isWhole, plan, shownAt = 0 }: Exchange, name: string): number {
	if (method !== 'GET' || !isWhole) return 0;
	return service.plans.heldAt(plan, shownAt).filter((one) => one.name === name).length;
}

/** How many features like that one a plan held beforehand. */
export function existingBefore({ script }: History, name: string): number {
	let counts = known.get(script);
	if (counts === undefined) {
		const names = script.before.map(
			({ execution, item, at }) => featureBefore(script, execution, item, at)?.name ?? '',
		);
		counts = countsOf(names);
		known.set(script, counts);
	}
	return counts.get(name) ?? 0;
}

/** A person has edited what the plan held like that one: by its outline it may be any of several equal ones. */
export function wasLikeEdited({ service }: History, name: string): boolean {
	return [`equal ${name}`, `near ${name}`].some((one) => service.plans.edited.has(one));
}

const known = new WeakMap<object, Map<string, number>>();

export function hasEdits({ script }: History): boolean {
	return script.edits.length > 0;
}
