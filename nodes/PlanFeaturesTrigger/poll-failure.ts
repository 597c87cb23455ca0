import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { Doors } from '../shared/doors';
import { InvalidInputError, ItemFailure, asItemFailure, withContext } from '../shared/item-error';
import { InputProblem, rowOf } from '../../service/api';
import { withSubject } from '../shared/subject';
import type { Reading } from './compare-plan';
import type { PollKind } from './poll-turn';
import type { TriggerSettings } from './trigger-settings';
import { memoryOf } from './trigger-state';
import type { TriggerState } from './trigger-state';

type Failed = Extract<Reading, { is: 'failed' }>;

/**
 * The failure that a poll ends with, if any. An activation ends with a login that is refused, and with a plan
 * that could never be read: somebody is there to put that right. What may pass by itself is met again by
 * the next poll, and so are plans that were read before.
 */
export function pollFailure(readings: Reading[], kind: PollKind, known: TriggerState): ItemFailure | undefined {
	const failed = readings.filter((reading) => reading.is === 'failed');
	const isTold = ({ planCode, failure }: Failed) =>
		kind !== 'activation' || (!mayPass(failure) && (failure.isLogin || memoryOf(known, planCode) === undefined));
	const reason = failed.find(isTold);
	return reason === undefined ? undefined : asOneFailure(failed, reason);
}

function asOneFailure(failed: Failed[], { planCode, failure }: Failed): ItemFailure {
	if (failure.isLogin) return failure;
	const named = withSubject(failure, { planCode });
	return failed.length === 1
		? named
		: withContext(named, { message: `${named.message} (${failed.length} plans failed)` });
}

function mayPass({ requestError: error }: ItemFailure): boolean {
	if (error === undefined) return false;
	const { retry, code } = rowOf(error);
	return retry !== 'never' || code === 'planLocked';
}

/**
 * Only changes start the workflow, and no plan has what features are identified by: nothing would ever be told. That is
 * said at the baseline; later a plan may well have nothing of it for a while.
 */
export function identityFailure({ events }: TriggerSettings, readings: Reading[]): InvalidInputError | undefined {
	if (events.size > 1 || !events.has('changed')) return undefined;
	const doubts = readings.flatMap((reading) =>
		reading.is === 'baseline' ? reading.doubts.filter(({ about }) => about === 'identity') : [],
	);
	if (doubts.length < readings.length) return undefined;
	return new InvalidInputError(
		`Plan ${readings[0].planCode}: ${doubts[0].words}`,
		'Choose another Identify By, or another field or member for it.',
	);
}

/**
 * A failure as n8n shows it, with the cause that n8n's back-off wants (n8n-workflow: errors/failure). A cause that a
 * person has to remove makes n8n rest for 30 minutes, so a plan that is gone gets none: other plans may be well.
 */
export function asPollError(doors: Doors, thrown: unknown): NodeApiError | NodeOperationError {
	const failure = asItemFailure(thrown);
	const error = doors.error(failure);
	error.failure =
		thrown instanceof InvalidInputError || thrown instanceof InputProblem
			? { cause: 'configuration-invalid' }
			: causeOf(failure);
	return error;
}

function causeOf({ requestError: error, isLogin }: ItemFailure): NonNullable<NodeApiError['failure']> {
	const row = error && rowOf(error);
	if (isLogin && row?.retry !== 'transient') return { cause: 'credential-invalid' };
	const retryAfterMs = error?.kind === 'status' ? error.retryAfterMs : undefined;
	const cause = row?.isThrottling ? 'rate-limited' : 'temporarily-unavailable';
	return { cause, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}
