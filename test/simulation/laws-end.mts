import { arrivals, asked, hasEdits, plainName, wasBefore } from './evidence.mts';
import { isSkipped } from './features.mts';
import type { Ended, History } from './history.mts';
import { held } from './worlds.mts';

/** After a person did what the items say, everything is there, and as often as asked for. */
export function repaired(history: History): string[] {
	const { service, executions, script: whole } = history;
	const there = service.plans.counts();
	const pushed = service.exchanges.filter(({ execution }) => execution < executions.length);
	return executions.flatMap(({ script, names, told, shown }, execution) => {
		if (script.isVolatile || whole.service.refusal.archived) return [];
		return names.flatMap((own, item) => {
			if (script.items[item].features.includes('bad') || (told[item].isDoubled && !shown.isStopped)) return [];
			return [...asked(own)].flatMap(([name, count]) => {
				if (service.plans.edited.has(name)) return [];
				const held = there.get(name) ?? 0;
				// A value that stands twice on the plan keeps Match By from pushing the item, which says so.
				const isUnclear =
					script.options.byLabel && own.some((one) => (there.get(one) ?? 0) > 1 || service.plans.edited.has(one));
				const isBefore = own.some((one) => wasBefore(history, plainName(one)));
				if (held < count && !isUnclear && !isBefore && !isHidden(history, told[item]))
					return [`missing in the end: "${name}" of execution ${execution}`];
				// Copies of the executions themselves are judged by how they were sent.
				const byExecutions = arrivals(pushed, name).length;
				return held > Math.max(count, byExecutions)
					? [`doubled by the repair: "${name}" of execution ${execution}`]
					: [];
			});
		});
	});
}

/** Of a plan that refuses everything two features alone are enough to know it. */
export function stopsAtArchived({ service, executions, script }: History): string[] {
	if (!held.refusals || !script.service.refusal.archived) return [];
	return executions.flatMap(({ names, script: { options, maxTries } }, execution) => {
		if (!options.isolate || maxTries !== 1) return [];
		const refused = service.exchanges.filter((one) => one.execution === execution && one.status === 400).length;
		const most = 2 * Math.ceil(Math.log2(names.flat().length + 1)) + 4;
		return refused > most * script.plans.length
			? [`execution ${execution} is refused ${refused} times by plans that refuse everything`]
			: [];
	});
}

/** With Skip the advice is to look at the plan oneself where the service does not give back what it was sent. */
function isHidden({ script }: History, { isUnknown }: Ended['told'][number]): boolean {
	return isUnknown && script.service.rewrites && !script.executions.some(({ options }) => options.byLabel);
}

/** Without a fault all is done, and no request is made beyond POSTs, the look of Skip, and one last look after it. */
export function cheap(history: History): string[] {
	const { service, executions, script } = history;
	if ([...service.met].some((name) => name !== 'none') || executions.length !== 1 || hasEdits(history)) return [];
	const [{ script: one, shown, told, names }] = executions;
	if (shown.isStopped || one.isVolatile || script.service.rewrites) return [];
	const found = told.flatMap(({ kind }, item) =>
		kind === 'done' || script.before.length > 0 ? [] : [`item ${item} is told ${kind}, and nothing was wrong`],
	);
	for (const plan of script.plans.keys()) {
		const items = [...names.keys()].filter((item) => one.items[item].plan === plan);
		const features = items.reduce((sum, item) => sum + names[item].length, 0);
		const all = service.exchanges.filter((exchange) => exchange.plan === plan && exchange.execution === 0);
		const posts = all.filter(({ method }) => method === 'POST').length;
		const looks = items.some((item) => isSkipped(one, item)) || (held.turns && one.options.byLabel) ? 1 : 0;
		const last = held.lastLook && looks > 0 && posts > 0 ? 1 : 0;
		// Where features are matched by a value, each try checks the items against the plan before it is their turn.
		const check = looks > 0 && one.options.byLabel ? shown.tries.length : 0;
		if (all.length - posts > looks + last + check)
			found.push(`plan ${plan} is read ${all.length - posts} times, and nothing was wrong`);
		const sizes = items.map((item) => one.items[item].batchSize ?? one.options.batchSize);
		if (new Set(sizes).size === 1 && posts > Math.ceil(features / sizes[0]) * authorsOf(one, items))
			found.push(`plan ${plan} gets ${posts} requests for ${features} features, and nothing was wrong`);
	}
	return found;
}

/** Batches are made by author: as many more of them as there are authors. */
function authorsOf({ items: all }: Ended['script'], items: number[]): number {
	if (held.authors) return new Set(items.map((item) => `${all[item].author} ${all[item].skip}`)).size;
	return items.length;
}
