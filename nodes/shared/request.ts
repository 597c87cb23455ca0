import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { asExpired, isFreshText } from '../../credentials/token-bond';
import { PARTNER_HEADER, isPlanAddress, mostBytesAt, readBoundedText } from '../../service/answer';
import { ItemFailure, withContext } from './item-error';
import { answerFailure, noPartnerFailure, sendFailure, tooLargeFailure } from './request-failure';
import type { Answer, Asked } from './request-failure';
import { cancelledFailure, joinSignals } from './session';
import type { Session } from './session';

export interface ServiceRequest extends Asked {
	url: string;
	/** Makes the JSON text when it is sent, so that waiting requests take no memory. */
	body?: () => string;
	/** Called each time that it goes out: again after a status 401. */
	onSend?: () => void;
	/** What the answer to a read may have, where it is not what its address allows. */
	mostBytes?: number;
}

/** The signal of a request that is not sent. */
const ENDED = AbortSignal.abort();

/**
 * The one way to the service: a call through n8n's request helper, which alone honours proxy, TLS and
 * SSRF settings. After a status 401 the token is renewed and the call sent once more, unless the session
 * has ended.
 * @returns the answer, or the failure with the fault that decides about further tries
 */
export async function send(session: Session, request: ServiceRequest): Promise<Answer | ItemFailure> {
	const { raw, settings } = session;
	if (isPlanAddress(request.url) && request.partnerCode === '' && settings.partnerCode === '')
		return noPartnerFailure();
	const inHand = raw.accessToken;
	let answer = (await logIn(session, request.url)) ?? (await sendOnce(session, request));
	if (answer instanceof ItemFailure) return answer;
	if (answer.statusCode === 401 && session.whyNotSend() === undefined) {
		const isRenewedByAnotherCall = raw.accessToken !== inHand && isFreshText(inHand, Date.now());
		if (!isRenewedByAnotherCall) raw.accessToken = asExpired(raw.accessToken);
		answer = (await logIn(session, request.url)) ?? (await sendOnce(session, request));
		if (answer instanceof ItemFailure) return answer;
	}
	return isSuccess(answer.statusCode) ? answer : answerFailure(answer, session, request);
}

/**
 * Logs in where no token is in hand, and sends nothing: n8n's helper has the credential log in before it finds that the
 * signal of the request has ended. So a login has times of its own, and what is sent afterwards is certainly sent.
 * @param url of the service
 * @returns the login's failure, if so
 */
export async function logIn(session: Session, url: string): Promise<ItemFailure | undefined> {
	if (session.hasToken()) return undefined;
	try {
		await callHelper(session, { method: 'GET', url }, ENDED);
	} catch (error) {
		if (session.hasToken()) return undefined;
		const failure = sendFailure(error, session, { method: 'GET', partnerCode: '', timeoutMs: 0 }, false);
		return failure.isLogin ? failure : undefined;
	}
	return undefined;
}

/** The whole answer, or why there is none. */
async function sendOnce(session: Session, request: ServiceRequest): Promise<Answer | ItemFailure> {
	const { cancelSignal } = session;
	const timeoutSignal = AbortSignal.timeout(request.timeoutMs);
	try {
		request.onSend?.();
		return await readAnswer(
			await callHelper(session, asHttpOptions(request), joinSignals(timeoutSignal, cancelSignal)),
			request,
		);
	} catch (error) {
		// What was under way when the execution was stopped may have had its effect.
		if (cancelSignal?.aborted) return withContext(cancelledFailure(), { fault: { kind: 'lost' } });
		return sendFailure(error, session, request, timeoutSignal.aborted);
	}
}

/** The helper takes the signal from its context, and its own time-out does not cover an answer that drips in. */
async function callHelper(session: Session, options: IHttpRequestOptions, signal: AbortSignal): Promise<unknown> {
	const { context, raw } = session;
	const caller = Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as IExecuteFunctions;
	const credentialsDecrypted = { id: '', name: '', type: 'planServiceApi', data: raw };
	try {
		return await context.helpers.httpRequestWithAuthentication.call(caller, 'planServiceApi', options, {
			credentialsDecrypted,
		});
	} finally {
		session.rememberToken();
	}
}

function asHttpOptions({ method, url, body, partnerCode, timeoutMs }: ServiceRequest): IHttpRequestOptions {
	return {
		method,
		url,
		headers: {
			Accept: 'application/json',
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
			...(partnerCode === '' ? {} : { [PARTNER_HEADER]: partnerCode }),
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
