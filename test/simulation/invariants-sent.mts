import type { Exchange } from './exchange.mts';
import { arrivals, countsOf, isLie, isMaybe, requestsOf, shownBy, timesIn } from './exchanges.mts';
import { isSkipped } from './features.mts';
import type { Ended, History } from './history.mts';

/** So long a process remembers what it sent with an unknown outcome. */
const KEPT_MS = 120_000;

/**
 * Within an execution, also one that n8n repeats, a feature is sent again only if the service said that it did not take
 * it, so nothing is there twice by it.
 */
export function sentOnce(history: History, ended: Ended, execution: number): string[] {
	const posts = requestsOf(history, execution).filter(({ method }) => method === 'POST');
	return [...countsOf(ended.names.flat())].flatMap(([name, count]) => {
		const where = `"${name}" of execution ${execution}`;
		const sends = posts.filter(({ names }) => names.includes(name));
		const found: string[] = [];
		let mayBeThere = 0;
		for (const send of sends) {
			const times = timesIn([send], name);
			if (mayBeThere + times > count) found.push(`sent again although it may have been taken: ${where}`);
			if (isMaybe(send)) mayBeThere += times;
		}
		// What the service delivers twice, or takes although it says no, is its own.
		const honest = sends.filter((send) => !isLie(send) && !send.isTwice);
		if (arrivals(honest, name).length > count) found.push(`there twice: ${where}`);
		return found;
	});
}

/**
 * With Skip no execution of a process sends what another one of it sent with an unknown outcome in the two minutes
 * before, unless a read showed it since.
 */
export function sentOnceByProcess(history: History): string[] {
	const all = [...history.executions, ...history.repairs];
	const { exchanges } = history.service;
	const lost = exchanges.filter(({ method, isUnknown }) => method === 'POST' && isUnknown);
	return lost.flatMap(({ plan, process, execution, names, endedAt = Infinity }) => {
		const volatile = all[execution].script.isVolatile;
		return exchanges.flatMap((send) => {
			if (send.method !== 'POST' || send.execution === execution || send.plan !== plan) return [];
			if (send.process !== process || send.sentAt < endedAt || send.sentAt > endedAt + KEPT_MS) return [];
			const { names: lists, script } = all[send.execution];
			if (volatile || script.isVolatile) return [];
			const skipping = new Set(lists.flatMap((list, item) => (isSkipped(script, item) ? list : [])));
			const reads = exchanges.filter(
				(read) => read.plan === plan && read.process === process && read.sentAt >= endedAt && read.sentAt < send.sentAt,
			);
			const before = exchanges.filter((one) => one.execution === execution && one.sentAt < endedAt && isMaybe(one));
			// Who pushes anyway has read nothing, so what was there before can't be told from what was sent.
			const isAnyway = (name: string) =>
				!isSkipped(
					all[execution].script,
					all[execution].names.findIndex((list) => list.includes(name)),
				);
			const alike = (name: string) => [name, ...(isAnyway(name) ? [`equal ${name}`, `near ${name}`] : [])];
			const shown = (read: Exchange, name: string) =>
				alike(name).reduce((sum, one) => sum + shownBy(history, read, one), 0);
			const isShown = (name: string) => reads.some((read) => shown(read, name) >= timesIn(before, name));
			return send.names
				.filter((name) => skipping.has(name) && names.includes(name) && !isShown(name))
				.map((name) => `"${name}" of execution ${send.execution} is sent while execution ${execution} has it in doubt`);
		});
	});
}

/** After an unknown outcome with Skip the plan is read back up to four times, and with Push Anyway never. */
export function readBack(history: History, { reported, script, names, shown }: Ended, execution: number): string[] {
	const own = requestsOf(history, execution);
	// Once a fresh token, or the login for one, is rejected nothing more is requested.
	const isShut = own.some(({ status }) => status === 401 || status === 403) || script.login?.fails === true;
	return [...new Set(script.items.map(({ plan }) => plan))].flatMap((plan) => {
		const items = [...names.keys()].filter((item) => script.items[item].plan === plan);
		const reads = own.filter((one) => one.method === 'GET' && one.plan === plan);
		if (!items.some((item) => isSkipped(script, item))) {
			// Of rows, and where columns are matched on, each attempt reads what columns stand for before it sends. What
			// is made anew has no outline and no data, so it is a row.
			const readsColumns = script.isVolatile || script.options.byLabel;
			const isRequested = ({ sentAt }: Exchange) =>
				readsColumns &&
				!own.some((one) => {
					const triedAt = shown.attempts.findLast((at) => at <= sentAt) ?? 0;
					return one.method === 'POST' && one.plan === plan && one.sentAt >= triedAt && one.sentAt < sentAt;
				});
			return reads.every(isRequested) ? [] : [`execution ${execution} reads plan ${plan}, which nothing needs`];
		}
		if (shown.isStopped || isShut) return [];
		return items.flatMap((item) => {
			if (!isSkipped(script, item) || !reported[item].isUnknown) return [];
			const ofItem = own.filter((one) => one.plan === plan && one.names.some((name) => names[item].includes(name)));
			const lost = ofItem.findLast((one) => one.isUnknown);
			const { endedAt: rejectedAt = Infinity } = ofItem.findLast(({ status }) => status === 400) ?? {};
			// What a rejected request may have put there is unknown, where Isolate can't read the plan.
			if (rejectedAt < Infinity && !reads.some((read) => read.isWhole && read.sentAt >= rejectedAt)) return [];
			const since = reads.filter(({ sentAt }) => sentAt >= (lost?.endedAt ?? Infinity));
			return lost !== undefined && since.length < 4
				? [`item ${item} of execution ${execution} is reported as unknown after ${since.length} reads`]
				: [];
		});
	});
}
