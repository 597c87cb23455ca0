import { requestsOf } from './exchanges.mts';
import type { Exchange } from './exchange.mts';
import { isSkipped } from './features.mts';
import type { Ended, History } from './history.mts';

/**
 * Who pushes with Skip, or by n8n's Retry, reads the plan first: in each attempt, since the last push of another in its
 * process, and after each 422 or 503 with `Retry-After`. What that read shows is not sent.
 */
export function readFirst(history: History, { script, names, shown }: Ended, execution: number): string[] {
	const { exchanges } = history.service;
	const own = requestsOf(history, execution);
	const skipping = new Set(names.flatMap((list, item) => (isSkipped(script, item) ? list : [])));
	const others = exchanges.filter((one) => one.execution !== execution);
	return own.flatMap((send, at) => {
		const mine = send.names.filter((name) => skipping.has(name));
		if (send.method !== 'POST' || mine.length === 0) return [];
		const earlier = own.slice(0, at);
		// The POST after a 401 is the same one.
		if (earlier.findLast(({ method }) => method === 'POST')?.isUnauthorized) return [];
		const read = earlier.findLast(({ method, plan, isWhole }) => method === 'GET' && plan === send.plan && isWhole);
		const since = turnOf(send, earlier, others, shown.attempts, skipping);
		if (read === undefined || read.sentAt < since) return [`execution ${execution} sends without a read since then`];
		return mine.flatMap((name) => {
			// What is added or removed in the very millisecond of the read may be shown or not.
			const isThere = [0, 1].every((ms) => {
				const there = history.service.plans.heldAt(send.plan, (read.shownAt ?? 0) - ms);
				const likes = there.filter(({ name: one }) => [name, `equal ${name}`, `near ${name}`].includes(one)).length;
				return likes >= names.flat().filter((one) => one === name).length;
			});
			return isThere && !script.isVolatile ? [`execution ${execution} sends "${name}" although its read shows it`] : [];
		});
	});
}

/** A read counts since the attempt began, the last 422 or 503, and the last push of another in its process. */
function turnOf(
	send: Exchange,
	earlier: Exchange[],
	others: Exchange[],
	attempts: number[],
	skipping: ReadonlySet<string>,
): number {
	const pushes = (one: Exchange) => one.method === 'POST' && one.plan === send.plan;
	const notTakenAt =
		earlier.findLast(
			(one) => pushes(one) && [422, 503].includes(one.status) && one.names.some((name) => skipping.has(name)),
		)?.endedAt ?? 0;
	const triedAt = attempts.findLast((at) => at <= send.sentAt) ?? 0;
	const othersAt = others
		.filter((one) => pushes(one) && one.process === send.process && one.sentAt < send.sentAt)
		.reduce((latest, { sentAt }) => Math.max(latest, sentAt), 0);
	return Math.max(notTakenAt, triedAt, othersAt);
}
