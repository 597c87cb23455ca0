import type { Exchange } from './exchange.mts';
import type { Ended, History } from './history.mts';
import { held } from './worlds.mts';

/** How often each name stands in a list. */
export function asked(names: readonly string[]): Map<string, number> {
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

/**
 * A look of an execution is evidence when it is a 200 that does not tell that it is old, and shows everything that the
 * service has acknowledged to the execution.
 */
export function isEvidence({ service }: History, own: readonly Exchange[], look: Exchange): boolean {
	if (look.method !== 'GET' || !look.isWell) return false;
	if (!held.behind && !held.cached) return true;
	// One that tells its age is as good, where what it shows is later than the last request.
	const sent = own.findLast(
		({ method, plan, sentAt }) => method === 'POST' && plan === look.plan && sentAt < look.sentAt,
	);
	if (!look.isFresh && (look.lookedAt ?? 0) < (sent?.endedAt ?? Infinity)) return false;
	const taken = own.filter(
		({ method, plan, isWell, endedAt = Infinity }) =>
			method === 'POST' && plan === look.plan && isWell && endedAt <= look.sentAt,
	);
	if (taken.length === 0) return true;
	const shown = new Set(service.plans.heldAt(look.plan, look.lookedAt ?? 0).map(({ name }) => name));
	// What a person has renamed is known by its value.
	return taken.every(({ names }) => names.every((name) => shown.has(name) || service.plans.edited.has(name)));
}

/** The service said no, and the features are there all the same. */
export function isLie({ status, effects }: Exchange): boolean {
	return status >= 300 && status < 500 && status !== 400 && effects.length > 0;
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

/** Some of the item may be more often on the plan than asked for, and it is told. */
export function isToldDoubled({ told }: Ended, item: number): boolean {
	return told[item].isDoubled || told[item].isUnknown;
}
