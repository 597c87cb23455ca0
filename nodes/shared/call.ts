import { decide, isPutOff } from '../../service';
import type { CallKind, Decision } from '../../service';
import { ItemFailure, withContext } from './item-error';
import { cancelled, send } from './request';
import type { ServiceRequest } from './request';
import type { Session } from './session';
import { wait } from './wait';

export interface CallLimits {
	/** One call. */
	timeoutMs: number;
	/** Waiting of one call for further tries. */
	maxWaitMs: number;
	/** Further tries of a push that the service put off. */
	maxRetries: number;
}

/** What one call costs, kept by whoever asks for it. */
export interface CallCount {
	tries: number;
	waitedMs: number;
}

/** One try of a call: its answer, or what to do next. */
export type Try = { text: string } | { failure: ItemFailure; decision: Decision };

/**
 * One try, when there is room for it. Nothing is sent once the login has failed or the run has ended.
 * @returns a plain failure where nothing was sent
 */
export async function tryOnce(
	session: Session,
	request: ServiceRequest,
	kind: CallKind,
	count: CallCount,
	limits: CallLimits,
): Promise<Try | ItemFailure> {
	const { limiter } = session;
	return await limiter.run(async (startedAs) => {
		const unsent = whyNotSend(session);
		if (unsent !== undefined) return unsent;
		count.tries++;
		const outcome = await send(session, request);
		if (typeof outcome === 'string') {
			limiter.open();
			limiter.answeredWell();
			return { text: outcome };
		}
		const { fault } = outcome;
		if (outcome.isLogin) {
			session.loginFailure ??= outcome;
			return { failure: outcome, decision: { action: 'fail', reason: 'final' } };
		}
		// Whatever failed, it was not the login: others need not wait for a service that may not answer at all.
		limiter.open();
		if (fault.kind === 'status' && isPutOff(fault.status)) limiter.putOff(startedAs);
		return { failure: outcome, decision: decide(fault, { kind, ...count }, limits, Math.random()) };
	});
}

/** Why nothing may be sent any more, if so. */
function whyNotSend({ cancelSignal, loginFailure, ended }: Session): ItemFailure | undefined {
	return cancelSignal?.aborted ? cancelled() : (loginFailure ?? ended);
}

/** Waits before a further try. @returns why nothing may be sent any more, if the run ended meanwhile */
export async function waitForTry(session: Session, count: CallCount, delayMs: number): Promise<ItemFailure | undefined> {
	count.waitedMs += delayMs;
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
		const tried = await tryOnce(session, request, 'read', count, limits);
		if (tried instanceof ItemFailure) return tried;
		if ('text' in tried) return tried.text;
		if (tried.decision.action !== 'retry') return inFull(tried.failure, count);
		const ended = await waitForTry(session, count, tried.decision.delayMs);
		if (ended !== undefined) return ended;
	}
}

/** A failure after several tries says so. */
export function inFull(failure: ItemFailure, { tries }: CallCount): ItemFailure {
	if (tries < 2) return failure;
	return withContext(failure, { message: `${failure.message} (after ${tries} tries)`, details: { tries } });
}
