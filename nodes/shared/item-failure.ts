import { LEVELS } from '../../service/api';
import type { RequestError, Resource } from '../../service/api';
import { inertLine, inertText, withoutTrailing } from '../../service/text';
import type { FailureCode } from './messages';

/** A feature by its input item and its position among the features of its plan. */
export type FeaturePosition = { itemIndex: number; position: number };

/** A problem of the input, once for all features that have it. */
export type ListedProblem = {
	/** Of the first feature. */
	itemIndex: number;
	/** Among the features of its plan; none where an item gives no feature. */
	position?: number;
	path: string;
	message: string;
	/** How many features have it. */
	count: number;
	/** The first of their items. */
	itemIndexes: number[];
};

/**
 * What a machine needs to repair an item that failed: the whole list, so that a name stands for one thing.
 * A type and no interface, because only a type fits n8n's type for the JSON of an item.
 */
export type FailureDetails = {
	code: FailureCode;
	/** Whether running the item again can do no harm. */
	safeToRetry: boolean;
	/** Status of the service's last response. */
	status?: number;
	serviceMessage?: string;
	/** Where there were several. */
	attempts?: number;
	planCode?: string;
	/** The partner for whom the service rejected a call, or listed a resource. */
	partnerCode?: string;
	resource?: Resource;
	resourceCode?: string;
	/** Position of the rejected feature among the features of its plan. */
	position?: number;
	/** What the other plans of the run got by then. */
	otherPlans?: Array<{ planCode: string } & FeatureLists>;
	problems?: ListedProblem[];
} & FeatureLists;

/** The features of a plan by their status, where a push failed. */
export type FeatureLists = {
	pushed?: FeaturePosition[];
	/** No response says that these were taken, and a read of the plan showed them. */
	confirmed?: FeaturePosition[];
	/** With the service's message. */
	rejected?: Array<FeaturePosition & { serviceMessage?: string }>;
	/** Certainly not taken, because the push ended before. */
	notPushed?: FeaturePosition[];
	/** The plan may have these or not. */
	unknown?: FeaturePosition[];
};

interface FailureProperties {
	code: FailureCode;
	message: string;
	advice: string;
	/** Running the item again can do no harm, unless it says so. */
	details?: Partial<FailureDetails>;
	/** What the request met; none where no request failed, and so no retry can help. */
	requestError?: RequestError;
	/** The login failed, so that no other item can succeed. */
	isLogin?: boolean;
}

/** What went wrong with an item, for people and for machines. Contains no secret. */
export class ItemFailure extends Error {
	readonly advice: string;
	readonly details: FailureDetails;
	readonly requestError: RequestError | undefined;
	readonly isLogin: boolean;

	constructor({ code, message, advice, details, requestError, isLogin = false }: FailureProperties) {
		// Inert, whatever codes and names it quotes, and without a full stop: counts and advice are put behind it.
		super(withoutTrailing(inertLine(message), '.'));
		this.advice = advice;
		this.details = { code, safeToRetry: true, ...details };
		this.requestError = requestError;
		this.isLogin = isLogin;
	}
}

/** Input that a person can put right: what is wrong, and what to do next. Holds no secret. */
export class InvalidInputError extends ItemFailure {
	constructor(message: string, advice: string) {
		super({ code: 'invalidInput', message, advice });
	}
}

/** What a call gave. Its failure is thrown, for callers that catch it a little further up. */
export function unwrap<T>(outcome: T | ItemFailure): T {
	if (outcome instanceof ItemFailure) throw outcome;
	return outcome;
}

/** The same failure with more to say. */
export function withContext(
	failure: ItemFailure,
	{ code = failure.details.code, details, ...texts }: Partial<FailureProperties>,
): ItemFailure {
	const { message, advice, requestError, isLogin } = failure;
	const all = { ...failure.details, ...details, code };
	return new ItemFailure({ code, message, advice, requestError, isLogin, ...texts, details: all });
}

/** What a request is about, as a person knows it. */
export type Subject = { planCode: string } | { resource: Resource; code: string } | { partnerCode: string };

/**
 * Among 300 items "status 404: not found" says nothing, so each failure begins with what it is about. A failure of the
 * login is about the credential, so its texts stay as they are.
 */
export function withSubject(failure: ItemFailure, subject: Subject): ItemFailure {
	const [kind, code] =
		'planCode' in subject
			? ['Plan', subject.planCode]
			: 'partnerCode' in subject
				? ['Partner', subject.partnerCode]
				: [LEVELS[subject.resource].label, subject.code];
	const name = `${kind} ${inertText(code)}`;
	const isNamed = failure.isLogin || failure.message.toLowerCase().includes(name.toLowerCase());
	return withContext(failure, {
		message: isNamed ? failure.message : `${name}: ${failure.message}`,
		details: 'resource' in subject ? { resource: subject.resource, resourceCode: code } : subject,
	});
}

/** A failure after several attempts says so. */
export function withAttempts(failure: ItemFailure, attempts: number): ItemFailure {
	if (attempts < 2) return failure;
	return withContext(failure, { message: `${failure.message} (after ${attempts} attempts)`, details: { attempts } });
}
