import { arrivals, countsOf, hasEdits, existingBefore, isLie, requestsOf, wasLikeEdited } from './exchanges.mts';
import { isSkipped } from './features.mts';
import type { Ended, History } from './history.mts';

/** After a person did what the items say, everything is there, and as often as requested. */
export function repaired(history: History): string[] {
	const { service, executions, script: whole } = history;
	const there = service.plans.counts();
	const isShared = executions.some(({ script: { same } }) => same !== undefined);
	const pushed = service.exchanges.filter(({ execution }) => execution < executions.length);
	return executions.flatMap(({ script, names }, execution) => {
		if (script.isVolatile || whole.service.rejection.archived) return [];
		return names.flatMap((own, item) => {
			if (script.items[item].features.includes('bad')) return [];
			return [...countsOf(own)].flatMap(([name, count]) => {
				if (service.plans.edited.has(name) || wasLikeEdited(history, name)) return [];
				// Who runs an item again that the service said no to can only believe that.
				if (pushed.some((send) => send.names.includes(name) && isLie(send))) return [];
				const existing = there.get(name) ?? 0;
				// A value that stands twice on the plan keeps the item from being pushed, which says so.
				const isAmbiguous = own.some((one) => {
					const isEdited = service.plans.edited.has(one);
					// Of equal features a person changed the one that is there: each of them may be that one.
					const isTwin = (countsOf(own).get(one) ?? 0) > 1;
					if (script.options.byLabel) return (there.get(one) ?? 0) > 1 || isEdited;
					return isTwin && (isEdited || wasLikeEdited(history, one));
				});
				if (existing + existingBefore(history, name) < count && !isAmbiguous)
					return [`missing in the end: "${name}" of execution ${execution}`];
				// What came twice by the executions themselves is judged by how it was sent.
				// Who pushes anyway what another execution pushes requests it twice.
				if (isShared && executions.some(({ script: one }) => !one.options.skip)) return [];
				const byExecutions = arrivals(pushed, name).length;
				return existing > Math.max(count, byExecutions)
					? [`doubled by the repair: "${name}" of execution ${execution}`]
					: [];
			});
		});
	});
}

/** Isolate knows a plan that rejects everything after few requests. */
export function stopsAtArchived({ service, executions, script }: History): string[] {
	if (!script.service.rejection.archived) return [];
	return executions.flatMap(({ names, script: { maxTries } }, execution) => {
		if (maxTries !== 1) return [];
		const rejected = service.exchanges.filter((one) => one.execution === execution && one.status === 400).length;
		const most = 2 * Math.ceil(Math.log2(names.flat().length + 1)) + 4;
		return rejected > most * script.plans.length
			? [`execution ${execution} is rejected ${rejected} times by plans that reject everything`]
			: [];
	});
}

/** Without a fault all is done, and no request is made beyond POSTs and the read of Skip in each attempt. */
export function cheap(history: History): string[] {
	const { service, executions, script } = history;
	if ([...service.met].some((name) => name !== 'none') || executions.length !== 1 || hasEdits(history)) return [];
	const [{ script: one, shown, reported, names }] = executions;
	if (shown.isStopped || one.isVolatile || script.service.rewrites) return [];
	const found = reported.flatMap(({ kind }, item) =>
		kind === 'done' || script.before.length > 0 ? [] : [`item ${item} is reported ${kind}, and nothing was wrong`],
	);
	for (const plan of script.plans.keys()) {
		const items = [...names.keys()].filter((item) => one.items[item].plan === plan);
		const features = items.reduce((sum, item) => sum + names[item].length, 0);
		const all = requestsOf(history, 0).filter((exchange) => exchange.plan === plan);
		const posts = all.filter(({ method }) => method === 'POST').length;
		const reads = items.some((item) => isSkipped(one, item)) ? shown.attempts.length : 0;
		if (all.length - posts > reads)
			found.push(`plan ${plan} is read ${all.length - posts} times, and nothing was wrong`);
		const sizes = items.map((item) => one.items[item].batchSize ?? one.options.batchSize);
		if (new Set(sizes).size === 1 && posts > Math.ceil(features / sizes[0]) * authorsOf(one, items))
			found.push(`plan ${plan} gets ${posts} requests for ${features} features, and nothing was wrong`);
	}
	return found;
}

/** Batches are made by author: as many more of them as there are authors. */
function authorsOf({ items: all }: Ended['script'], items: number[]): number {
	return new Set(items.map((item) => `${all[item].author} ${all[item].skip}`)).size;
}
