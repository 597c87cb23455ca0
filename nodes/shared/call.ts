import { decide, isPutOff } from '../../service/answer';
import { ItemFailure, withContext } from './item-error';
import { hasToken, logInFirst } from './log-in';
import { cancelledFailure, send } from './request';
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
	/** Most tries of a read; without it its faults and `maxWaitMs` decide. */
	maxTries?: number;
}

/** What one call costs. */
interface CallCount {
	tries: number;
	waitedMs: number;
}

/** One try of a call: the answer, or why there is none. */
export type Try = { answer: Answer } | { failure: ItemFailure };

/**
 * One try, when there is room for it. Nothing is sent once the login has failed or the run has ended.
 * @returns a plain failure where nothing was sent
 */
export async function tryOnce(session: Session, request: ServiceRequest): Promise<Try | ItemFailure> {
	const { limiter } = session;
	return await limiter.run(async (started) => {
		const unsent = whyNotSend(session);
		if (unsent !== undefined) return unsent;
		const outcome = await send(session, request);
		if (!(outcome instanceof ItemFailure)) {
			limiter.open();
			limiter.answeredWell();
			return { answer: outcome };
		}
		const { fault } = outcome;
		if (outcome.isLogin) {
			session.loginFailure ??= outcome;
			limiter.release();
			return { failure: outcome };
		}
		// Whatever failed, it was not the login: others need not wait for a service that may not answer at all.
		limiter.open();
		if (fault.kind === 'status' && isPutOff(fault.status)) limiter.putOff(started, fault.retryAfterMs);
		return { failure: outcome };
	});
}

/**
 * Logs in when there is room. So whoever waits for what follows does not wait for the login.
 * @returns why nothing may be sent
 */
export async function ensureLogin(session: Session, url: string): Promise<ItemFailure | undefined> {
	const { limiter } = session;
	if (hasToken(session)) return whyNotSend(session);
	return await limiter.run(async () => {
		const failed = whyNotSend(session) ?? (await logInFirst(session, url));
		if (failed?.isLogin) session.loginFailure ??= failed;
		if (failed?.isLogin) limiter.release();
		else limiter.open();
		return whyNotSend(session);
	});
}

/** Why nothing may be sent any more, if so. */
function whyNotSend({ cancelSignal, loginFailure, endedBy }: Session): ItemFailure | undefined {
	return cancelSignal?.aborted ? cancelledFailure() : (loginFailure ?? endedBy);
}

/** Waits before a further try. @returns why nothing may be sent any more, if the run ended meanwhile */
export async function waitForTry(session: Session, delayMs: number): Promise<ItemFailure | undefined> {
	await wait(delayMs, session.cancelSignal);
	return whyNotSend(session);
}

/** A call that reads, tried again as often as its faults allow: the text of its answer, or why there is none. */
export async function read(
	session: Session,
	request: ServiceRequest,
	limits: CallLimits,
): Promise<string | ItemFailure> {
	const count: CallCount = { tries: 0, waitedMs: 0 };
	for (;;) {
		const tried = await tryOnce(session, request);
		if (tried instanceof ItemFailure) return tried;
		if ('answer' in tried) return tried.answer.body;
		count.tries++;
		const { failure } = tried;
		const decision = decide(failure.fault, { kind: 'read', ...count }, limits, Math.random());
		if (failure.isLogin || decision.action !== 'retry' || count.tries >= (limits.maxTries ?? Infinity))
			return withTries(failure, count);
		count.waitedMs += decision.delayMs;
		const ended = await waitForTry(session, decision.delayMs);
		if (ended !== undefined) return ended;
	}
}

/** A failure after several tries says so. */
export function withTries(failure: ItemFailure, { tries }: Pick<CallCount, 'tries'>): ItemFailure {
	if (tries < 2) return failure;
	return withContext(failure, { message: `${failure.message} (after ${tries} tries)`, details: { tries } });
}
