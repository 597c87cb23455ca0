import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { CredentialSettings } from '../../credentials/credential-settings';
import { whyNoResponse } from '../../credentials/connection-errors';
import { TOKEN_REQUIRED, isLoginFailure } from '../../credentials/login-error';
import type { LoginFailure } from '../../credentials/login-error';
import { recordOf } from '../../credentials/login';
import {
	InputProblem,
	UnexpectedResponseError,
	hostOf,
	isWebPage,
	readServiceMessage,
	rowOf,
	statusError,
} from '../../service/api';
import { inertText, withoutTrailing } from '../../service/text';
import { InvalidInputError, ItemFailure, withContext, withSubject } from './item-failure';
import type { Subject } from './item-failure';
import { INPUT_ADVICE, messageOf } from './messages';
import type { Caller, Facts, FailureCode } from './messages';

/** The one error mapper: anything that was thrown, as a failure with a message. */
export function asItemFailure(error: unknown): ItemFailure {
	if (error instanceof ItemFailure) return error;
	// A field of the credential, read before any login.
	if (isLoginFailure(error)) return loginFailure(error);
	if (error instanceof InputProblem) return new InvalidInputError(error.message, INPUT_ADVICE[error.rule]);
	if (error instanceof UnexpectedResponseError) return knownFailure('unexpectedResponse', { reason: error.message });
	// n8n's own errors, such as an expression that fails: their messages are made for people.
	const { message, description } = Object(error) as Record<string, unknown>;
	const hasMessage = typeof message === 'string' && message !== '';
	const failure = knownFailure('n8nError', hasMessage ? { reason: message } : {});
	return typeof description === 'string' ? withContext(failure, { advice: description }) : failure;
}

/** What some work gives, or why it failed. */
export function attempt<T>(work: () => T): T | ItemFailure {
	try {
		return work();
	} catch (error) {
		return asItemFailure(error);
	}
}

/** Some work, whose failure says what it is about. @throws ItemFailure */
export async function about<T>(subject: Subject, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw withSubject(asItemFailure(error), subject);
	}
}

export function knownFailure(code: FailureCode, facts: Facts = {}, caller: Caller = 'execution'): ItemFailure {
	return new ItemFailure({ code, ...messageOf(code, caller, facts) });
}

function loginFailure({ what: message, advice, isRejected }: LoginFailure): ItemFailure {
	const requestError = { kind: 'login', isRejected } as const;
	return new ItemFailure({ code: 'loginFailed', message, advice, requestError, isLogin: true });
}

/** What the failures of a run have in common. */
interface RunFacts {
	settings: CredentialSettings;
	raw: ICredentialDataDecryptedObject;
	caller: Caller;
}

/** What a request is, as far as its failures name it. */
export interface FailedRequest {
	method: 'GET' | 'POST';
	/** Overrides the credential's, as `partnerCodeHeader` gives it; empty for the credential's own. */
	partnerCode: string;
	timeoutMs: number;
	/** What is read may be at another URL, so that a rejection by this one says nothing about the token. */
	mayBeElsewhere?: boolean;
}

export interface ServiceResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: string;
	/** It proves that this is all of it: a length that was met, or a last chunk. */
	isComplete: boolean;
}

/** A response that is no success, as a failure. A token that is rejected here was renewed before. */
export function responseFailure(
	{ statusCode, headers, body }: ServiceResponse,
	run: RunFacts,
	request: FailedRequest,
): ItemFailure {
	const { settings } = run;
	const caller = request.method === 'POST' ? 'push' : run.caller;
	// A page for a browser stands where the service should know no such code.
	if (statusCode === 404 && isWebPage(body)) {
		const failure = knownFailure('notAPlanService', { host: hostOf(settings.baseUrl) }, caller);
		return withContext(failure, { details: { status: 404 } });
	}
	const serviceMessage = readServiceMessage(body, settings.secrets);
	const error = statusError(statusCode, headers);
	const { code } = rowOf(error);
	// Only this status is about the partner; others are about the code.
	const partnerCode = statusCode === 403 ? request.partnerCode || settings.partnerCode : '';
	const forPartner = partnerCode === '' ? '' : ` for partner ${inertText(partnerCode)}`;
	const itsMessage = serviceMessage === '' ? '' : `: ${withoutTrailing(serviceMessage, '.')}`;
	const text = `status ${statusCode}${forPartner}${itsMessage}`;
	const texts = messageOf(code, caller, { reason: text, tokenHeader: settings.tokenHeader });
	// A read that was successful in another way, such as 206.
	const message = `The service responded with ${text}, so what it gave may be old, or only a part`;
	return new ItemFailure({
		code,
		...texts,
		...(code === 'unexpectedResponse' ? { message } : {}),
		details: {
			status: statusCode,
			...(serviceMessage === '' ? {} : { serviceMessage }),
			...(partnerCode === '' ? {} : { partnerCode }),
		},
		requestError: error,
		isLogin: statusCode === 401 && request.mayBeElsewhere !== true,
	});
}

/**
 * Why a request has no response. n8n 2 gives what its HTTP client threw as the cause; n8n 1 keeps only its code,
 * and nothing of what the credential threw. Nothing of either is passed on.
 */
export function sendFailure(error: unknown, run: RunFacts, request: FailedRequest, timedOut: boolean): ItemFailure {
	const { cause, errorResponse, httpCode } = Object(error) as Record<string, unknown>;
	const origin = cause ?? errorResponse;
	// Checked before the time-out, because a slow login may take longer than the request that waits for it.
	if (isLoginFailure(origin)) return loginFailure(origin);
	const { code, name } = Object(origin ?? error) as Record<string, unknown>;
	if (name === TOKEN_REQUIRED) return shortTokenFailure();
	// What has a code, or took too long, is no login: the one that failed may be of another request.
	const recorded = timedOut || code !== undefined ? undefined : recordOf(run.raw).lastFailure;
	if (recorded !== undefined) return loginFailure(recorded);
	// Of the error by which signing requests a token n8n 1 keeps the status. Responses with one are no errors here.
	if (!timedOut && origin === undefined && httpCode === '401') return shortTokenFailure();
	const { connection, what, advice } = whyNoResponse(origin ?? error, timedOut, 'baseUrl', run.settings);
	const requestError = { kind: 'connection', connection } as const;
	const { code: failureCode } = rowOf(requestError);
	if (connection !== 'timeout') return new ItemFailure({ code: failureCode, message: what, advice, requestError });
	// How long the request may take is an option of the node; everything else is about the credential.
	const reason = `${what} within ${request.timeoutMs / 1000} s`;
	const texts = messageOf(failureCode, request.method === 'POST' ? 'push' : run.caller, { reason });
	return new ItemFailure({ code: failureCode, ...texts, requestError });
}

/** Signing requested a token from n8n, and that one had expired, too: another attempt logs in again. */
function shortTokenFailure(): ItemFailure {
	return new ItemFailure({
		code: 'loginFailed',
		message: 'The token of the login expired before a request could be sent with it',
		advice: "Have the Application's token lifetime raised in the account management console.",
		requestError: { kind: 'login', isRejected: false },
	});
}
