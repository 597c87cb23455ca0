import { decide, isPutOff } from '../../service';
import type { CallKind, Decision } from '../../service';
import { asItemFailure, withContext } from './item-error';
import type { ItemFailure } from './item-error';
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

/** One try, when there is room for it. Nothing is sent once the login has failed or the run has ended. */
export async function tryOnce(
	session: Session,
	request: ServiceRequest,
	kind: CallKind,
	count: CallCount,
	limits: CallLimits,
): Promise<Try> {
	const { limiter } = session;
	return await limiter.run(async (startedAs) => {
		assertMaySend(session);
		count.tries++;
		try {
			const text = await send(session, request);
			limiter.open();
			limiter.answeredWell();
			return { text };
		} catch (error) {
			const failure = asItemFailure(error);
			const { fault } = failure;
			if (failure.isLogin) {
				session.loginFailure ??= failure;
				return { failure, decision: { action: 'fail', reason: 'final' } };
			}
			// Whatever failed, it was not the login: others need not wait for a service that may not answer at all.
			limiter.open();
			if (fault.kind === 'status' && isPutOff(fault.status)) limiter.putOff(startedAs);
			return { failure, decision: decide(fault, { kind, ...count }, limits, Math.random()) };
		}
	});
}

/** @throws ItemFailure when nothing may be sent any more */
function assertMaySend({ cancelSignal, loginFailure, ended }: Session): void {
	if (cancelSignal?.aborted) throw cancelled();
	const reason = loginFailure ?? ended;
	if (reason !== undefined) throw reason;
}

/** Waits before a further try. @throws ItemFailure when the execution is stopped meanwhile */
export async function waitForTry(session: Session, count: CallCount, delayMs: number): Promise<void> {
	count.waitedMs += delayMs;
	await wait(delayMs, session.cancelSignal);
	assertMaySend(session);
}

/** A call that reads, tried again as often as its faults allow. @throws ItemFailure */
export async function read(
	session: Session,
	request: ServiceRequest,
	limits: CallLimits,
): Promise<string> {
	const count: CallCount = { tries: 0, waitedMs: 0 };
	for (;;) {
		const tried = await tryOnce(session, request, 'read', count, limits);
		if ('text' in tried) return tried.text;
		if (tried.decision.action !== 'retry') throw inFull(tried.failure, count);
		await waitForTry(session, count, tried.decision.delayMs);
	}
}

/** A failure after several tries says so. */
export function inFull(failure: ItemFailure, { tries }: CallCount): ItemFailure {
	if (tries < 2) return failure;
	return withContext(failure, { message: `${failure.message} (after ${tries} tries)`, details: { tries } });
}
