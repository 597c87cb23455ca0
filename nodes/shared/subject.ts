import { LEVELS } from '../../service/api';
import { inertText } from '../../service/text';
import type { Resource } from '../../service/api';
import { withContext } from './item-error';
import type { FailureDetails, ItemFailure } from './item-error';

/** What a call is about, as a person knows it. */
export type Subject = { planCode: string } | { resource: Resource; code: string } | { partnerCode: string };

type NamedSubject = Exclude<Subject, { partnerCode: string }>;

/**
 * Among 300 items "status 404: not found" says nothing, so each failure begins with what it is about. A failure of the
 * login is about the credential, so its words stay as they are.
 */
export function withSubject(failure: ItemFailure, subject: Subject): ItemFailure {
	const message = describeSubject(subject);
	const isNamed = failure.isLogin || failure.message.toLowerCase().includes(message.toLowerCase());
	const isMissing = failure.details.status === 400 || failure.details.status === 404;
	return withContext(failure, {
		...(isMissing && looksLikeName(subject) ? { advice: nameAdvice(subject) } : {}),
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

/** Codes have no blanks; names of floors mostly have. */
function looksLikeName(subject: Subject): subject is NamedSubject {
	return !('partnerCode' in subject) && /[\s›]/.test(codeOf(subject));
}

function nameAdvice(subject: NamedSubject): string {
	const ways =
		'planCode' in subject ? 'choose the plan From List, or By Names where the field offers it' : 'choose From List';
	return `"${inertText(codeOf(subject))}" looks like a name, not a code: ${ways}.`;
}

function codeOf(subject: NamedSubject): string {
	return 'planCode' in subject ? subject.planCode : subject.code;
}
