import { LEVELS } from '../../service/api';
import { inertText } from '../../service/text';
import type { Resource } from '../../service/api';
import { withContext } from './item-error';
import type { FailureDetails, ItemFailure } from './item-error';

/** What a call is about, as a person knows it. */
export type Subject = { planCode: string } | { resource: Resource; code: string } | { partnerCode: string };

/**
 * Among 300 items "status 404: not found" says nothing, so each failure begins with what it is about. A failure of the
 * login is about the credential, so its words stay as they are.
 */
export function withSubject(failure: ItemFailure, subject: Subject): ItemFailure {
	const message = describeSubject(subject);
	const isNamed = failure.isLogin || failure.message.toLowerCase().includes(message.toLowerCase());
	const isMissing = failure.details.status === 400 || failure.details.status === 404;
	const advice = isMissing ? nameAdvice(subject) : undefined;
	return withContext(failure, {
		...(advice === undefined ? {} : { advice }),
		message: isNamed ? failure.message : `${message}: ${failure.message}`,
		details: detailsOf(subject),
	});
}

/** As `details` names it. */
export function detailsOf(subject: Subject): Partial<FailureDetails> {
	if (!('resource' in subject)) return subject;
	return { resource: subject.resource, resourceCode: subject.code };
}

/** Such as `Floor flr_1`. */
function describeSubject(subject: Subject): string {
	if ('planCode' in subject) return `Plan ${inertText(subject.planCode)}`;
	if ('partnerCode' in subject) return `Partner ${inertText(subject.partnerCode)}`;
	return `${LEVELS[subject.resource].label} ${inertText(subject.code)}`;
}

/** Codes have no spaces; names of floors mostly have. */
function nameAdvice(subject: Subject): string | undefined {
	if ('partnerCode' in subject) return undefined;
	const isPlan = 'planCode' in subject;
	const code = isPlan ? subject.planCode : subject.code;
	if (!/[\s›]/.test(code)) return undefined;
	const ways = isPlan ? 'choose the plan From List, or By Names where the field offers it' : 'choose From List';
	return `"${inertText(code)}" looks like a name, not a code: ${ways}.`;
}
