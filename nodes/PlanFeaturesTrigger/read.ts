import type { IPollFunctions, NodeApiError } from 'n8n-workflow';
import { featuresUrl, rowOf } from '../../service/api';
import { cancelSignalOf, openSession } from '../shared/client';
import type { Session } from '../shared/client';
import type { Reporter } from '../shared/reporter';
import { asItemFailure } from '../shared/failures';
import { InvalidInputError, ItemFailure } from '../shared/item-failure';
import type { TriggerSettings } from './settings';

/** A longer wait is left to the next poll. */
const MAX_WAIT_MS = 5_000;
/** The first request goes alone, because it may log in; others wait so long for it. A login usually ends sooner. */
const PROBE_TIMEOUT_MS = 3_000;

/**
 * The session of a poll, whose signal ends requests, waits and comparisons alike: with the execution, or with the time
 * of the poll.
 * @throws LoginFailure when the credential is incomplete
 */
export async function openPollSession(
	reporter: Reporter<IPollFunctions>,
	{ concurrency }: TriggerSettings,
	pollTimeoutMs: number,
): Promise<Session> {
	const deadline = AbortSignal.any([AbortSignal.timeout(pollTimeoutMs), cancelSignalOf(reporter.context)]);
	const session = await openSession(reporter, 'poll', concurrency, deadline);
	AbortSignal.timeout(PROBE_TIMEOUT_MS).addEventListener('abort', () => session.endProbe());
	return session;
}

/** The text of a plan (section 4.3), because one that is unchanged is not parsed. @throws ItemFailure */
export async function readPlanText(
	session: Session,
	{ request }: TriggerSettings,
	planCode: string,
	{ timeoutMs, maxAttempts }: Record<'timeoutMs' | 'maxAttempts', number>,
): Promise<string> {
	const options = {
		partnerCode: request.partnerCode,
		timeoutMs: Math.min(request.timeoutMs, timeoutMs),
		maxWaitMs: Math.min(request.maxWaitMs, MAX_WAIT_MS),
		maxAttempts,
	};
	return await session.read(featuresUrl(session.settings.baseUrl, planCode), options, (text) => text);
}

export function timeoutFailure(): ItemFailure {
	return new ItemFailure({
		code: 'noResponse',
		message: 'The time of the poll was over before the plan was read and compared',
		advice:
			'The next poll reads it again. If this goes on, ask the operator of the service, watch fewer features with ' +
			'Filters, or spread the plans over several workflows.',
		requestError: { kind: 'connection', connection: 'timeout' },
	});
}

/** Whether a later poll may succeed without anybody's help. */
export function isTransient({ requestError: error }: ItemFailure): boolean {
	if (error === undefined) return false;
	const { retry, code } = rowOf(error);
	return retry !== 'never' || code === 'planLocked';
}

/**
 * A failure as n8n shows it, with the cause that n8n's back-off requires (n8n-workflow: errors/failure). After a cause
 * that a person has to remove n8n rests for 30 minutes, so a plan that is gone gives none: other plans may be well.
 */
export function pollError(reporter: Reporter, thrown: unknown): ReturnType<Reporter['error']> {
	const failure = asItemFailure(thrown);
	const error = reporter.error(failure);
	error.failure = failure instanceof InvalidInputError ? { cause: 'configuration-invalid' } : causeOf(failure);
	return error;
}

function causeOf({ requestError: error, isLogin }: ItemFailure): NodeApiError['failure'] {
	const row = error && rowOf(error);
	if (isLogin && row?.retry !== 'transient') return { cause: 'credential-invalid' };
	const retryAfterMs = error?.retryAfterMs;
	const cause = row?.isThrottling ? 'rate-limited' : 'temporarily-unavailable';
	return { cause, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}
