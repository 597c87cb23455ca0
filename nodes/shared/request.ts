import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { asExpired, isFreshText } from '../../credentials/token-bond';
import { isPlanAddress, mostBytesAt, readBoundedText } from '../../service/answer';
import { NO_PARTNER_ADVICE } from './advice';
import { ItemFailure, withContext } from './item-error';
import { logInFirst } from './log-in';
import { answerFailure, sendFailure } from './request-failure';
import type { Answer } from './request-failure';
import { joinSignals, rememberToken } from './session';
import type { Session } from './session';
import { tooLargeFailure } from './too-large';

export interface ServiceRequest {
	method: 'GET' | 'POST';
	url: string;
	/** Makes the JSON text when it is sent, so that waiting requests take no memory. */
	body?: () => string;
	/** Overrides the credential's, as `partnerCodeHeader` gives it; empty for the credential's own. */
	partnerCode: string;
	timeoutMs: number;
	/** Called each time that it goes out: again after a status 401. */
	onSend?: () => void;
	/** What the answer to a read may have, where it is not what its address allows. */
	mostBytes?: number;
}

/**
 * The one way to the service: a call through n8n's request helper, which alone honours proxy, TLS and
 * SSRF settings. After a status 401 the token is renewed and the call sent once more, unless the login
 * of another call failed meanwhile, or the run ended.
 * @returns the answer, or the failure with the fault that decides about further tries
 */
export async function send(session: Session, request: ServiceRequest): Promise<Answer | ItemFailure> {
	const { raw, settings } = session;
	if (isPlanAddress(request.url) && request.partnerCode === '' && settings.partnerCode === '')
		return noPartnerFailure();
	const inHand = raw.accessToken;
	let answer = (await logInFirst(session, request.url)) ?? (await sendOnce(session, request));
	if (answer instanceof ItemFailure) return answer;
	if (answer.statusCode === 401 && session.loginFailure === undefined && session.endedBy === undefined) {
		const isRenewedByAnotherCall = raw.accessToken !== inHand && isFreshText(inHand, Date.now());
		if (!isRenewedByAnotherCall) raw.accessToken = asExpired(raw.accessToken);
		answer = (await logInFirst(session, request.url)) ?? (await sendOnce(session, request));
		if (answer instanceof ItemFailure) return answer;
	}
	if (isSuccess(answer.statusCode)) return answer;
	return answerFailure(answer, session, request);
}

/** The service requires the partner that owns a plan (sections 4.2 and 4.3), so nothing is sent without one. */
function noPartnerFailure(): ItemFailure {
	return new ItemFailure({
		message: 'No Partner Code is known, and the service needs it for plans. Nothing was sent',
		advice: NO_PARTNER_ADVICE,
		details: { safeToRetry: true },
	});
}

/** The execution was stopped: nothing more is sent. */
export function cancelledFailure(): ItemFailure {
	return new ItemFailure({
		message: 'The execution was stopped',
		advice: 'Run it again when you are ready.',
		details: { safeToRetry: true },
	});
}

/** The whole answer, or why there is none. */
async function sendOnce(session: Session, request: ServiceRequest): Promise<Answer | ItemFailure> {
	const { context, raw, cancelSignal } = session;
	const timeoutSignal = AbortSignal.timeout(request.timeoutMs);
	const signal = joinSignals(timeoutSignal, cancelSignal);
	// The helper takes the signal from its context, and its own time-out does not cover an answer that drips in.
	const caller = Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as IExecuteFunctions;
	try {
		request.onSend?.();
		const answer: unknown = await context.helpers.httpRequestWithAuthentication.call(
			caller,
			'planServiceApi',
			asHttpOptions(request),
			{ credentialsDecrypted: { id: '', name: '', type: 'planServiceApi', data: raw } },
		);
		return await readAnswer(answer, request);
	} catch (error) {
		// What was under way when the execution was stopped may have had its effect.
		if (cancelSignal?.aborted) return withContext(cancelledFailure(), { fault: { kind: 'lost' } });
		return sendFailure(error, session, request, timeoutSignal.aborted);
	} finally {
		rememberToken(session);
	}
}

function asHttpOptions({ method, url, body, partnerCode, timeoutMs }: ServiceRequest): IHttpRequestOptions {
	return {
		method,
		url,
		headers: {
			Accept: 'application/json',
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
			...(partnerCode === '' ? {} : { 'X-CSS-Partner-Code': partnerCode }),
		},
		...(body === undefined ? {} : { body: body() }),
		encoding: 'stream',
		timeout: timeoutMs,
		// n8n 1.x keeps nothing of an answer that it takes for an error.
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	};
}

/** The answer as one text. Of a refusal, and of what a push is answered with, the beginning is enough. */
async function readAnswer(answer: unknown, { method, url, mostBytes }: ServiceRequest): Promise<Answer | ItemFailure> {
	const { statusCode, headers, body } = Object(answer) as Record<string, unknown>;
	const status = typeof statusCode === 'number' ? statusCode : 0;
	const most = mostBytes ?? mostBytesAt(url);
	const { text, isWhole } = await readBoundedText(body, most);
	if (!isWhole && method === 'GET' && isSuccess(status)) return tooLargeFailure(most, mostBytes !== undefined);
	return { statusCode: status, headers: Object(headers) as Record<string, unknown>, body: text };
}

function isSuccess(status: number): boolean {
	return status >= 200 && status <= 299;
}
