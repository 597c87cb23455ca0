import { isLie, requestsOf } from './exchanges.mts';
import type { Exchange } from './exchange.mts';
import type { Ended, History } from './history.mts';

/** Statuses that end a run at once. 403 may be about a token that has died, which is renewed once. */
const FINAL = new Set([404, 409, 413, 501, 505]);
/** More than every wait that a person may set, with the time-out of one request. */
const MAX_IDLE_MS = 200_000;

/** Nothing is sent after Stop or after the end of a run, and with On Error: Stop nothing after what ended it. */
export function sentInTime(history: History, { shown, script, endedAt }: Ended, index: number): string[] {
	const own = requestsOf(history, index);
	const { stoppedAt = Infinity, logins, attempts } = shown;
	const found: string[] = [];
	if (own.some(({ sentAt }) => sentAt > stoppedAt)) found.push(`execution ${index} sends after Stop`);
	if (logins.some((at) => at > stoppedAt)) found.push(`execution ${index} logs in after Stop`);
	if (own.some(({ sentAt }) => sentAt > endedAt)) found.push(`execution ${index} sends after its end`);
	found.push(...tooSoon(history, own, attempts, index));
	if (script.onError !== 'stopWorkflow') return found;
	const last = own.find((one) => one.method === 'POST' && FINAL.has(one.status) && !isLie(one));
	const rejectedAt = last?.endedAt ?? Infinity;
	const nextTryAt = attempts.find((at) => at >= rejectedAt) ?? Infinity;
	// Other plans may still be read for what is in doubt.
	if (own.some(({ method, sentAt }) => method === 'POST' && sentAt > rejectedAt && sentAt < nextTryAt))
		found.push(`execution ${index} sends after status ${last?.status} has ended it`);
	return found;
}

/** Who is requested to wait waits: with the same request, in the same attempt. */
function tooSoon({ service }: History, own: Exchange[], attempts: number[], index: number): string[] {
	return own.flatMap(({ method, plan, process, endedAt = Infinity, retryAfterMs = 0 }) => {
		const next = own.find((one) => one.method === method && one.plan === plan && one.sentAt > endedAt);
		if (retryAfterMs === 0 || next === undefined || attempts.some((at) => at >= endedAt && at <= next.sentAt))
			return [];
		// A service that gives no good response after a pause is down: others fail by it without a further pause.
		const before = service.exchanges.filter((one) => one.process === process && (one.endedAt ?? Infinity) < endedAt);
		const requested = before.findLastIndex(({ status }) => status === 429 || status === 503);
		if (requested >= 0 && !before.slice(requested).some(({ isTaken }) => isTaken)) return [];
		// A date is reported in whole seconds.
		return next.sentAt - endedAt < retryAfterMs - 1000
			? [`execution ${index} sends ${next.sentAt - endedAt} ms after it was requested to wait ${retryAfterMs} ms`]
			: [];
	});
}

/** Never two pushes of a plan at once in one process. */
export function overlaps({ service }: History): string[] {
	const lastEnd = new Map<string, number>();
	return service.exchanges.flatMap(({ method, plan, process, sentAt, endedAt = Infinity, execution }) => {
		if (method !== 'POST') return [];
		const key = `${plan} ${process}`;
		const before = lastEnd.get(key) ?? 0;
		lastEnd.set(key, Math.max(before, endedAt));
		return sentAt < before ? [`execution ${execution} pushes to plan ${plan} while another push is under way`] : [];
	});
}

/** Nobody who has a token waits for the login of another. */
export function waits({ executions, service }: History, index: number): string[] {
	const { script, startedAt } = executions[index];
	const first = service.exchanges.find(({ execution }) => execution === index);
	// Who is rate-limited keeps all others waiting, too.
	if ([...service.met].some((name) => /429|503/.test(name))) return [];
	if (script.login?.hasToken === false || first === undefined || first.sentAt <= startedAt) return [];
	if (script.follows !== undefined) return [];
	const mayHold = executions.some(
		({ shown: { loggedInAt = Infinity }, endedAt }, other) =>
			other !== index && loggedInAt <= first.sentAt && endedAt >= startedAt,
	);
	return mayHold ? [] : [`execution ${index} waits for the login of another`];
}

/** No wait is longer than what a person may set, whatever the clocks say. */
export function idle({ executions, service }: History): string[] {
	if (executions.length === 0) return [];
	const spans = service.exchanges
		.filter(({ execution }) => execution < executions.length)
		.map(({ sentAt, endedAt = sentAt }) => [sentAt, endedAt]);
	for (const { startedAt, endedAt, shown } of executions) {
		spans.push([startedAt, startedAt], [endedAt, endedAt]);
		for (const at of [...shown.attempts, ...shown.logins]) spans.push([at, at]);
	}
	spans.sort(([one], [other]) => one - other);
	let until = spans[0][0];
	for (const [from, to] of spans) {
		if (from - until > MAX_IDLE_MS) return [`nothing happens for ${Math.round((from - until) / 1000)} s`];
		until = Math.max(until, to);
	}
	return [];
}
