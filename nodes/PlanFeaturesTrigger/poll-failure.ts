import type { INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { InvalidInputError } from '../../credentials/invalid-input-error';
import { InputProblem, passingOf } from '../../service/answer';
import { ItemFailure, asItemFailure, asNodeError, withContext } from '../shared/item-error';
import { withSubject } from '../shared/subject';
import type { PlanReading } from './plan-comparison';
import type { PollKind } from './poll-turn';
import type { TriggerSettings } from './trigger-settings';

interface Failed {
	planCode: string;
	failure: ItemFailure;
}

/**
 * The failure that a poll ends with, if any. An activation ends with a login that is refused, and with a plan
 * that could never be read: somebody is there to put that right. What may pass by itself is met again by
 * the next poll, and so are plans that were read before.
 */
export function failureOf(
	readings: PlanReading[],
	kind: PollKind,
	isKnown: (planCode: string) => boolean,
): ItemFailure | undefined {
	const failed = readings.flatMap(({ planCode, failure }): Failed[] => (failure ? [{ planCode, failure }] : []));
	const reason = failed.find(
		({ planCode, failure }) => kind !== 'activation' || (!mayPass(failure) && (failure.isLogin || !isKnown(planCode))),
	);
	return reason === undefined ? undefined : asOneFailure(failed, reason);
}

function asOneFailure(failed: Failed[], { planCode, failure }: Failed): ItemFailure {
	if (failure.isLogin) return failure;
	const named = withSubject(failure, { planCode });
	return failed.length === 1
		? named
		: withContext(named, { message: `${named.message} (${failed.length} plans failed)` });
}

function mayPass({ fault }: ItemFailure): boolean {
	if (fault.kind !== 'status') return fault.kind !== 'final';
	return fault.status >= 500 || passingOf(fault.status) !== undefined;
}

/**
 * Where only changes start the workflow and no plan has what features are identified by, it would wait in vain. That is
 * told at the baseline; later a plan may well have nothing of it for a while.
 */
export function identityFailure({ events }: TriggerSettings, readings: PlanReading[]): InvalidInputError | undefined {
	if (events.size > 1 || !events.has('changed')) return undefined;
	const doubts = readings.map(({ planCode, doubts }) => ({
		planCode,
		doubt: doubts?.find(({ about }) => about === 'identity'),
	}));
	const [{ planCode, doubt }] = doubts;
	if (doubt === undefined || doubts.some((one) => one.doubt === undefined)) return undefined;
	return new InvalidInputError(
		`Plan ${planCode}: ${doubt.words}`,
		'Choose another Identify By, or another field or member for it.',
	);
}

/**
 * A failure as n8n shows it, with the cause that n8n's back-off wants (n8n-workflow: errors/failure). A cause that a
 * person has to remove makes n8n rest for 30 minutes, so a plan that is gone has none such: other plans may be well.
 */
export function asPollError(node: INode, thrown: unknown): NodeApiError | NodeOperationError {
	const failure = asItemFailure(thrown);
	const error = asNodeError(node, failure);
	error.failure =
		thrown instanceof InvalidInputError || thrown instanceof InputProblem
			? { cause: 'configuration-invalid' }
			: causeOf(failure);
	return error;
}

function causeOf({ fault, isLogin }: ItemFailure): NonNullable<NodeApiError['failure']> {
	if (isLogin && fault.kind === 'final') return { cause: 'credential-invalid' };
	const retryAfterMs = fault.kind === 'status' ? fault.retryAfterMs : undefined;
	const cause = fault.kind === 'status' && fault.status === 429 ? 'rate-limited' : 'temporarily-unavailable';
	return { cause, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

export function notAnsweredFailure(): ItemFailure {
	return new ItemFailure({
		message: 'The service did not answer in the time that a poll has',
		advice: 'The next poll asks again. If this goes on, ask the operator of the service.',
		details: { safeToRetry: true },
		fault: { kind: 'lost' },
	});
}

/** The plan came, and the poll was over before it was compared with what is known. */
export function noTimeLeftFailure(): ItemFailure {
	return new ItemFailure({
		message: 'The plan was read, but the time of the poll was over before it was compared',
		advice:
			'The next poll reads it again. If this goes on, watch fewer features with Filters, or spread the plans over ' +
			'several workflows.',
		details: { safeToRetry: true },
		fault: { kind: 'lost' },
	});
}
