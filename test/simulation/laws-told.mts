import { arrivals, asked, isLie, plainName, requestsOf, wasBefore } from './evidence.mts';
import { isSkipped } from './features.mts';
import type { Ended, History } from './history.mts';
import { itemsOf } from './told.mts';
import { held } from './worlds.mts';

/** What is told of an item is so on the plan. */
export function toldTrue(history: History, { told, names, shown, script }: Ended, index: number): string[] {
	if (shown.isStopped) return [];
	const own = requestsOf(history, index);
	const others = history.service.exchanges.filter(({ execution }) => execution !== index);
	// Who runs an item again that the service said no to can only believe that.
	const honest = own.filter((exchange) => !isLie(exchange));
	const hasSent = own.some(({ method }) => method === 'POST');
	return told.flatMap(({ kind, isSafe, isNamed, isCopied, isRefused, isNothingSent }, item) => {
		const where = `item ${item} of execution ${index}`;
		const found: string[] = [];
		if (isNothingSent && hasSent) found.push(`execution ${index} says that nothing was sent`);
		const isAlone = script.same === undefined && !history.executions.some(({ script: one }) => one.same === index);
		// Of twins that were pushed in part only, the copy of one stands where the other would.
		const hasTwins = asked(names[item]).size < names[item].length;
		const isPlain = isAlone && !hasTwins && honest.length === own.length;
		if (isCopied && isPlain && names[item].every((name) => arrivals(own, name).length <= 1))
			found.push(`${where} is told to be there too often, and is not`);
		const isGood = !script.items[item].features.includes('bad') && !history.script.service.refusal.archived;
		if (held.refusals && isRefused && isGood) found.push(`${where} is told to be refused, and is good`);
		for (const [name, count] of asked(names[item])) {
			const there = arrivals(own, name).length;
			const isHeld =
				isSkipped(script, item) &&
				(wasBefore(history, plainName(name)) || there + arrivals(others, name).length >= count);
			if (kind === 'done' && there < count && !isHeld)
				found.push(`lost: "${name}" of ${where} is told to be on the plan`);
			// What a person has removed or renamed no look shows.
			const isEdited = history.service.plans.edited.has(name);
			if (kind === 'failed' && isSafe && !isEdited && arrivals(honest, name).length > 0)
				found.push(`${where} is called safe to retry, and "${name}" is on the plan`);
			if (shown.error !== undefined && there < count && !isNamed && !isNothingSent && !isHeld)
				found.push(`"${name}" of ${where} is missing, and the error does not name the item`);
		}
		return found;
	});
}

/** The advice fits: a service that does not give back what it was sent makes Skip useless, and then nobody names it. */
export function advised(history: History, { told, shown, script }: Ended, index: number): string[] {
	const { rewrites } = history.script.service;
	if (!held.changes || shown.isStopped || !rewrites || script.options.byLabel) return [];
	return told.flatMap(({ kind, advice }, item) =>
		kind === 'failed' && /set to Skip/.test(advice)
			? [`item ${item} of execution ${index} is advised to use Skip, which such a service makes useless`]
			: [],
	);
}

/** Counts of a summary are those of the requests. */
export function counts(history: History, { shown, names, script, told }: Ended, index: number): string[] {
	return (shown.output ?? []).flatMap((one) => {
		const { planCode, pushed, skipped, requests, retries, recovered } = one.json;
		if (typeof planCode !== 'string' || shown.isStopped) return [];
		const posts = requestsOf(history, index).filter(
			({ method, plan }) => method === 'POST' && planCode === `pln_${plan}`,
		);
		const items = [...names.keys()].filter((item) => planCode === `pln_${script.items[item].plan}`);
		const done = itemsOf(one).reduce((sum, item) => sum + names[item].length, 0);
		const all = items.reduce((sum, item) => sum + names[item].length, 0);
		const skips = items.some((item) => isSkipped(script, item));
		const acknowledged = posts.reduce((sum, post) => sum + (post.isWell ? post.names.length : 0), 0);
		const isWhole = items.every((item) => told[item].kind === 'done');
		const isRight =
			requests === posts.length &&
			Number(retries) < Math.max(1, posts.length) &&
			Number(pushed) - Number(recovered) === acknowledged &&
			Number(pushed) + Number(skipped) >= done &&
			Number(pushed) + Number(skipped) <= all &&
			(!isWhole || Number(pushed) + Number(skipped) === all) &&
			(skips || skipped === 0) &&
			isDifferentRight(history, one.json.skippedDifferent, items, names, isWhole);
		return isRight
			? []
			: [
					`execution ${index} reports ${JSON.stringify(one.json)} after ${posts.length} requests for ${done} of ` +
						`${all} features, ${acknowledged} of them acknowledged`,
				];
	});
}

/** Those that were left out although they differ are counted: nobody is told too few, or of such as are equal. */
function isDifferentRight(
	{ script }: History,
	told: unknown,
	items: number[],
	names: string[][],
	isWhole: boolean,
): boolean {
	const { service, executions, before } = script;
	if (!held.before || !isWhole || executions.length > 1 || service.changes.length > 0 || service.rewrites) return true;
	if (executions[0].options.byLabel || script.edits.length > 0) return true;
	const isThere = (item: number, at: number, as: string) =>
		before.some((one) => one.item === item && one.at === at && one.as === as);
	const near = items
		.filter((item) => isSkipped(executions[0], item))
		.flatMap((item) => names[item].filter((_name, at) => isThere(item, at, 'near') && !isThere(item, at, 'equal')));
	return Number(told ?? 0) === near.length;
}

/** Features go under the author of their item, and in requests no larger than it allows. */
export function sentAsAsked(history: History, { names, script }: Ended, index: number): string[] {
	const itemOf = new Map(names.flatMap((list, item) => list.map((name) => [name, script.items[item]] as const)));
	return requestsOf(history, index).flatMap(({ method, names: sent, author }) => {
		if (method !== 'POST') return [];
		const items = sent.map((name) => itemOf.get(name));
		const most = Math.min(...items.map((item) => item?.batchSize ?? script.options.batchSize));
		return [
			...(sent.length > most ? [`execution ${index} sends ${sent.length} features where ${most} are the most`] : []),
			...(items.some((item) => (item?.author ?? '') !== author)
				? [`execution ${index} sends features under the author "${author}" that are another's`]
				: []),
		];
	});
}
