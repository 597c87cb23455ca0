import type { IPollFunctions, NodeApiError } from 'n8n-workflow';
import { InputProblem, featuresAddress, readPlanAnswer, rowOf } from '../../service/api';
import type { Feature } from '../../service/plan';
import { withExactNumbers } from '../../service/text';
import { readText } from '../shared/call';
import type { Doors } from '../shared/doors';
import { InvalidInputError, ItemFailure, asItemFailure, unwrap } from '../shared/item-error';
import { cancelSignalOf, joinSignals, openSession } from '../shared/session';
import type { Session } from '../shared/session';
import { untilAborted } from '../shared/wait';
import type { TriggerSettings } from './settings';

/** A service that asks for more is read by the next poll. */
const MAX_WAIT_MS = 5_000;
/** The first request goes alone, because it may log in; others wait so long for it. A login usually ends sooner. */
const PROBE_TIMEOUT_MS = 3_000;

/** Ends requests, waits and comparisons alike: with the execution, or after so long. */
export function deadlineOf(context: IPollFunctions, ms: number): AbortSignal {
	return joinSignals(AbortSignal.timeout(ms), cancelSignalOf(context));
}

/** What the work gives before the deadline; after that nobody waits for it. @throws the reason of the signal */
export async function beforeDeadline<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
	await untilAborted(
		work.then(() => undefined),
		deadline,
	);
	deadline.throwIfAborted();
	return await work;
}

/**
 * Reads the plans of one poll. How requests are sent, and what their failures mean for a poll, is known to this file
 * only.
 */
export class PlanReader {
	private constructor(
		private readonly session: Session,
		private readonly options: TriggerSettings['request'],
		readonly deadline: AbortSignal,
	) {}

	/** @throws LoginFailure when the credential is incomplete */
	static async open(
		reporter: Doors<IPollFunctions>,
		{ request, concurrency }: TriggerSettings,
		deadline: AbortSignal,
	): Promise<PlanReader> {
		const session = await openSession(reporter, 'poll', concurrency, deadline);
		AbortSignal.timeout(PROBE_TIMEOUT_MS).addEventListener('abort', () => session.openWay());
		return new PlanReader(session, request, deadline);
	}

	get baseUrl(): string {
		return this.session.settings.baseUrl;
	}

	/** The text of a plan (section 4.3). @throws ItemFailure */
	async read(planCode: string, limits: { timeoutMs: number; maxAttempts: number }): Promise<string> {
		const { session, options, deadline } = this;
		const timeoutMs = Math.min(options.timeoutMs, limits.timeoutMs);
		const maxWaitMs = Math.min(options.maxWaitMs, MAX_WAIT_MS);
		const url = featuresAddress(this.baseUrl, planCode);
		const text = readText(
			session,
			{ method: 'GET', url, partnerCode: options.partnerCode, timeoutMs },
			{ ...options, timeoutMs, maxWaitMs, maxAttempts: limits.maxAttempts },
		);
		try {
			return unwrap(await beforeDeadline(text, deadline));
		} catch (error) {
			throw deadline.aborted ? noResponseFailure() : error;
		}
	}

	/**
	 * The features of a plan, and the same with numbers as they are written, which are compared.
	 * @throws UnexpectedAnswerError
	 */
	parse(text: string): Record<'features' | 'exact', Feature[]> {
		const { secrets } = this.session;
		const exactText = withExactNumbers(text);
		const features = readPlanAnswer(text, secrets);
		return { features, exact: exactText === text ? features : readPlanAnswer(exactText, secrets) };
	}
}

function noResponseFailure(): ItemFailure {
	return timeoutFailure(
		'The service did not respond within the time of a poll',
		'The next poll reads the plan again. If this goes on, ask the operator of the service.',
	);
}

export function notComparedFailure(): ItemFailure {
	return timeoutFailure(
		'The plan was read, but the time of the poll was over before it was compared',
		'The next poll reads it again. If this goes on, watch fewer features with Filters, or spread the plans over ' +
			'several workflows.',
	);
}

function timeoutFailure(message: string, advice: string): ItemFailure {
	return new ItemFailure({
		code: 'noResponse',
		message,
		advice,
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
 * A failure as n8n shows it, with the cause that n8n's back-off wants (n8n-workflow: errors/failure). After a cause
 * that a person has to remove n8n rests for 30 minutes, so a plan that is gone gives none: other plans may be well.
 */
export function pollError(reporter: Doors, thrown: unknown): ReturnType<Doors['error']> {
	const failure = asItemFailure(thrown);
	const isSetting = thrown instanceof InvalidInputError || thrown instanceof InputProblem;
	const error = reporter.error(failure);
	error.failure = isSetting ? { cause: 'configuration-invalid' } : causeOf(failure);
	return error;
}

function causeOf({ requestError: error, isLogin }: ItemFailure): NodeApiError['failure'] {
	const row = error && rowOf(error);
	if (isLogin && row?.retry !== 'transient') return { cause: 'credential-invalid' };
	const retryAfterMs = error?.kind === 'status' ? error.retryAfterMs : undefined;
	const cause = row?.isThrottling ? 'rate-limited' : 'temporarily-unavailable';
	return { cause, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}
