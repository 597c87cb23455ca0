import { retryDelayMs } from '../../service/api';
import { ItemFailure, withContext } from './item-error';
import { logIn, send } from './request';
import type { ServiceRequest } from './request';
import type { Answer } from './request-failure';
import type { Session } from './session';
import { wait } from './wait';

export interface CallLimits {
	/** One call. */
	timeoutMs: number;
	/** Waiting of one call for further tries. */
	maxWaitMs: number;
	/** Further tries of a push that the service put off. */
	maxRetries: number;
	/** Of a read; without it its error and `maxWaitMs` decide. */
	maxAttempts?: number;
}

/** A read that the service keeps putting off ends by its waiting time; this only bounds attempts without waits. */
const MAX_READ_RETRIES = 50;

/** What one call costs. */
interface CallCount {
	attempt: number;
	waitedMs: number;
}

/** One try of a call: the answer, or why there is none. */
export type Try = { answer: Answer } | { failure: ItemFailure };

/** A call that reads, tried again as often as its faults allow: the text of its answer, or why there is none. */
export async function readText(
	session: Session,
	request: ServiceRequest,
	limits: CallLimits,
): Promise<string | ItemFailure> {
	const answer = await readAnswer(session, request, limits);
	return answer instanceof ItemFailure ? answer : answer.body;
}

/** The same, with the status and the headers. */
export async function readAnswer(
	session: Session,
	request: ServiceRequest,
	limits: CallLimits,
): Promise<Answer | ItemFailure> {
	const count: CallCount = { attempt: 0, waitedMs: 0 };
	for (;;) {
		const tried = await tryOnce(session, request);
		if (tried instanceof ItemFailure) return tried;
		if ('answer' in tried) return tried.answer;
		count.attempt++;
		const { failure } = tried;
		const { requestError: error } = failure;
		const delayMs =
			error === undefined || failure.isLogin || count.attempt >= (limits.maxAttempts ?? Infinity)
				? undefined
				: retryDelayMs(error, count, { ...limits, maxRetries: MAX_READ_RETRIES }, Math.random());
		if (delayMs === undefined) return withAttempts(failure, count.attempt);
		count.waitedMs += delayMs;
		const ended = await waitForTry(session, delayMs);
		if (ended !== undefined) return ended;
	}
}

/**
 * One try, when there is room for it. Nothing is sent once the login has failed or the run has ended.
 * @returns a plain failure where nothing was sent
 */
export async function tryOnce(session: Session, request: ServiceRequest): Promise<Try | ItemFailure> {
	return await session.inTurn(async (started) => {
		const unsent = session.whyNotSend();
		if (unsent !== undefined) return unsent;
		const outcome = await send(session, request);
		const tried = outcome instanceof ItemFailure ? { failure: outcome } : { answer: outcome };
		session.note(started, tried.failure);
		return tried;
	});
}

/**
 * Logs in when there is room, so that a plan's queue is not held up by a login.
 * @returns why nothing may be sent
 */
export async function ensureLogin(session: Session, url: string): Promise<ItemFailure | undefined> {
	if (session.hasToken()) return session.whyNotSend();
	return await session.inTurn(async () => {
		const failed = session.whyNotSend() ?? (await logIn(session, url));
		if (failed === undefined) session.openWay();
		else session.end(failed);
		return session.whyNotSend();
	});
}

/** Waits before a further try. @returns why nothing may be sent any more, if the run ended by then */
export async function waitForTry(session: Session, delayMs: number): Promise<ItemFailure | undefined> {
	await wait(delayMs, session.cancelSignal);
	return session.whyNotSend();
}

/** A failure after several attempts says so. */
export function withAttempts(failure: ItemFailure, attempts: number): ItemFailure {
	if (attempts < 2) return failure;
	return withContext(failure, { message: `${failure.message} (after ${attempts} attempts)`, details: { attempts } });
}
