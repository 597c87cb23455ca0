import type { Exchange } from './exchange.mts';
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

/** The service said that it did not take it, and took it all the same. */
export function isLie({ isTaken, isUnknown, effects }: Exchange): boolean {
	return !isTaken && !isUnknown && effects.length > 0;
}

/** Whether a read showed a feature of that name. A person's other name for it hides it. */
export function showed({ service }: History, { method, isWhole, plan, shownAt = 0 }: Exchange, name: string): boolean {
	return method === 'GET' && isWhole && service.plans.heldAt(plan, shownAt).some((one) => one.name === name);
}

/** The plan held something of it beforehand. */
export function wasBefore({ script }: History, name: string): boolean {
	return beforeNames(script).has(name);
}

const known = new WeakMap<object, Set<string>>();

function beforeNames(script: History['script']): Set<string> {
	let names = known.get(script);
	if (names === undefined) {
		names = new Set(
			script.before.map(
				({ execution, item, at }) => `${script.executions[execution]?.same ?? execution}.${item}.${at}`,
			),
		);
		known.set(script, names);
	}
	return names;
}

/** The name without what only makes it rich. */
export function plainName(name: string): string {
	return /\d+\.\d+(?:\.\d+| twin)/.exec(name)?.[0] ?? name;
}

export function hasEdits({ script }: History): boolean {
	return script.edits.length > 0;
}
