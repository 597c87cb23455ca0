import type { Exchange } from './exchange.mts';
import {
	arrivals,
	countsOf,
	existingBefore,
	isLie,
	isMaybe,
	requestsOf,
	shownBy,
	timesIn,
	wasLikeEdited,
} from './exchanges.mts';
import { isSkipped } from './features.mts';
import type { Ended, History } from './history.mts';
import { itemsOf } from './reported.mts';

/** What is reported of an item is so on the plan. */
export function reportedTrue(history: History, { reported, names, shown, script }: Ended, index: number): string[] {
	if (shown.isStopped) return [];
	const own = requestsOf(history, index);
	const others = history.service.exchanges.filter(({ execution }) => execution !== index);
	// Who runs an item again that the service said no to can only believe that.
	const honest = own.filter((exchange) => !isLie(exchange));
	const hasSent = own.some(isMaybe);
	const takeDifferent = differentIn(shown);
	return reported.flatMap(({ kind, isSafe, isNamed, isUnknown, isRejected, isNothingSent }, item) => {
		const where = `item ${item} of execution ${index}`;
		const found: string[] = [];
		if (isNothingSent && hasSent) found.push(`execution ${index} says that nothing was sent`);
		const isGood = !script.items[item].features.includes('bad') && !history.script.service.rejection.archived;
		if (isRejected && isGood) found.push(`${where} is reported as rejected, and is good`);
		for (const [name, count] of countsOf(names[item])) {
			const there = arrivals(own, name).length;
			const existing = there + existingBefore(history, name) + arrivals(others, name).length;
			// What a person has removed or renamed no read shows.
			const isEdited = history.service.plans.edited.has(name);
			const isExisting = isSkipped(script, item) && (existing >= count || isEdited || wasLikeEdited(history, name));
			const skips = isSkipped(script, item);
			const missing = count - (skips ? existing : there);
			if (kind === 'done' && missing > 0 && (!skips || takeDifferent(item, missing) < missing))
				found.push(`lost: "${name}" of ${where} is reported to be on the plan`);
			const sends = own.filter(({ names: sent }) => sent.includes(name));
			const last = sends.findLastIndex((send) => send.isUnknown);
			const inDoubt = last < 0 ? undefined : sends[last];
			const most = timesIn(sends.slice(0, last + 1).filter(isMaybe), name);
			const isShown =
				inDoubt !== undefined &&
				own.some((read) => read.sentAt >= (inDoubt.endedAt ?? Infinity) && shownBy(history, read, name) >= most);
			// An older read shows what a person has removed before.
			const isInDoubt = inDoubt !== undefined && !isShown && !wasLikeEdited(history, name);
			if (kind === 'failed' && isSafe && isInDoubt)
				found.push(`${where} is called safe to retry, and "${name}" is in doubt`);
			if (kind === 'failed' && isInDoubt && !isUnknown)
				found.push(`"${name}" of ${where} is in doubt, and nobody is told`);
			if (kind === 'failed' && isSafe && !isSkipped(script, item) && !isEdited && arrivals(honest, name).length > 0)
				found.push(`${where} is called safe to retry, and "${name}" is on the plan`);
			if (shown.error !== undefined && there < count && !isNamed && !isNothingSent && !isExisting)
				found.push(`"${name}" of ${where} is missing, and the error does not name the item`);
		}
		return found;
	});
}

/**
 * What is left out because the plan has it otherwise is counted, plan by plan.
 *
 * @returns how many of some missing features of an item are counted so, each once
 */
function differentIn({ output = [] }: Ended['shown']): (item: number, missing: number) => number {
	const left = new Map(output.map((one) => [one, Number(one.json.skippedDifferent ?? 0)]));
	return (item, missing) => {
		const summary = output.find((one) => itemsOf(one).includes(item));
		if (summary === undefined) return 0;
		const count = left.get(summary) ?? 0;
		left.set(summary, Math.max(0, count - missing));
		return Math.min(count, missing);
	};
}

/** Counts of a summary are those of the requests. */
export function counts(history: History, { shown, names, script, reported }: Ended, index: number): string[] {
	return (shown.output ?? []).flatMap((one) => {
		const { planCode, pushed, skipped, requests, retries, confirmed } = one.json;
		if (typeof planCode !== 'string' || shown.isStopped) return [];
		const posts = requestsOf(history, index).filter(
			({ method, plan }) => method === 'POST' && planCode === `pln_${plan}`,
		);
		const items = [...names.keys()].filter((item) => planCode === `pln_${script.items[item].plan}`);
		const done = itemsOf(one).reduce((sum, item) => sum + names[item].length, 0);
		const all = items.reduce((sum, item) => sum + names[item].length, 0);
		const skips = items.some((item) => isSkipped(script, item));
		const acknowledged = posts.reduce((sum, post) => sum + (post.isTaken ? post.names.length : 0), 0);
		// The second POST after a 401 is no retry.
		const repeats = posts.filter((post, at) => {
			const before = posts.at(at - 1);
			return at > 0 && before?.isUnauthorized === true && before.names.join() === post.names.join();
		});
		const isWhole = items.every((item) => reported[item].kind === 'done');
		const isRight =
			requests === posts.length &&
			Number(retries) + repeats.length < Math.max(1, posts.length) &&
			Number(pushed) - Number(confirmed) === acknowledged &&
			Number(pushed) + Number(skipped) >= done &&
			Number(pushed) + Number(skipped) <= all &&
			(!isWhole || Number(pushed) + Number(skipped) === all) &&
			(skips || skipped === 0) &&
			isDifferentRight(history, index, one.json.skippedDifferent, items, names, isWhole);
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
	history: History,
	index: number,
	reported: unknown,
	items: number[],
	names: string[][],
	isWhole: boolean,
): boolean {
	const { service, executions, before, edits } = history.script;
	if (!isWhole || executions.length > 1 || service.changes.length > 0 || service.rewrites) return true;
	if (executions[0].options.byLabel || edits.length > 0 || service.behindMs.length > 0) return true;
	if (service.cache !== undefined) return true;
	// What a rejected request put there, and what came twice, differs from what is made anew.
	const isUnrequested = (one: Exchange) => isLie(one) || one.isTwice;
	if (executions[0].isVolatile && requestsOf(history, index).some(isUnrequested)) return true;
	const skipped = countsOf(items.filter((item) => isSkipped(executions[0], item)).flatMap((item) => names[item]));
	const beforeAs = (as: string) =>
		countsOf(before.filter((one) => one.as === as).map(({ item, at }) => names[item]?.[at] ?? ''));
	const [equal, near] = [beforeAs('equal'), beforeAs('near')];
	const different = [...skipped].map(([name, count]) =>
		Math.min(near.get(name) ?? 0, Math.max(0, count - (equal.get(name) ?? 0))),
	);
	return Number(reported ?? 0) === different.reduce((sum, count) => sum + count, 0);
}

/** Features go under the author of their item, and in requests no larger than it allows. */
export function sentAsRequested(history: History, { names, script }: Ended, index: number): string[] {
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
