import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { rejectToken, usableBond } from '../../credentials/token-cache';
import {
	PARTNER_HEADER,
	UnexpectedAnswerError,
	isPlanAddress,
	mostBytesAt,
	readBoundedText,
	rowOf,
} from '../../service/api';
import { ItemFailure, asItemFailure, withContext } from './item-error';
import { messageOf } from './messages';
import { answerFailure, sendFailure, tooLargeFailure } from './request-failure';
import type { Answer, Asked } from './request-failure';
import { cancelledFailure, joinSignals } from './session';
import type { Session } from './session';

export interface ServiceRequest extends Asked {
	url: string;
	/** Makes the JSON text when it is sent, so that waiting requests take no memory. */
	body?: () => string;
	/** Called each time that it goes out: again after a status 401. */
	onSend?: () => void;
	/** Asked of the service itself, and not of a cache on the way. */
	isFresh?: boolean;
	/** What the answer to a read may have, where it is not what its address allows. */
	mostBytes?: number;
}

/** For one request. */
const MAX_LOGINS = 5;

/** The signal of a request that is not sent. */
const ENDED = AbortSignal.abort();

/**
 * The one way to the service: a call through n8n's request helper, which alone honours proxy, TLS and
 * SSRF settings. A token that the answer makes doubtful is renewed and the call sent once more, unless the session
 * has ended.
 * @returns the answer, or the failure with the fault that decides about further tries
 */
export async function send(session: Session, request: ServiceRequest): Promise<Answer | ItemFailure> {
	const { settings } = session;
	if (isPlanAddress(request.url) && request.partnerCode === '' && settings.partnerCode === '')
		return new ItemFailure({ code: 'noPartnerCode', ...messageOf('noPartnerCode', session.asker) });
	const unsent = await logIn(session, request.url);
	if (unsent !== undefined) return unsent;
	const ended = endedMeanwhile(session);
	if (ended !== undefined) return ended;
	const used = session.token();
	let answer: Answer | ItemFailure = await sendOnce(session, request);
	if (answer instanceof ItemFailure) return answer;
	const { mayBeToken } = rowOf({ kind: 'status', status: answer.statusCode });
	const isRenewed = mayBeToken === 'ofAny' || (mayBeToken === 'ofRead' && request.method === 'GET');
	if (isRenewed && session.whyNotSend() === undefined) {
		const renewed = await renewToken(session, used, answer.statusCode, request.url);
		if (renewed instanceof ItemFailure) return renewed;
		// A login takes its time, and the run may have been stopped by its end.
		if (renewed) answer = session.whyNotSend() ?? (await sendOnce(session, request));
		if (answer instanceof ItemFailure) return answer;
	}
	return isSuccess(answer.statusCode) ? answer : answerFailure(answer, session, request);
}

/** A run may end while it logs in. Its reason says nothing about this request, which did not go out. */
function endedMeanwhile(session: Session): ItemFailure | undefined {
	const ended = session.whyNotSend();
	return ended && withContext(ended, { requestError: undefined });
}

/**
 * Has another token in hand than the one that was used. Status 401 is about the token. Every other refusal is the
 * service's own word, unless it met a token from before this run, which may have died since.
 * @returns whether there is another token, or the failure of a login that 401 asked for
 */
async function renewToken(
	session: Session,
	used: string | undefined,
	status: number,
	url: string,
): Promise<boolean | ItemFailure> {
	const { raw } = session;
	const current = usableBond(raw, Date.now());
	const stored = raw.accessToken;
	const isRenewedByAnotherRequest = current?.token !== used;
	if (current !== undefined && !isRenewedByAnotherRequest) {
		const isDoubtful = session.mayHaveDied(used);
		if (status !== 401 && !isDoubtful) return false;
		rejectToken(raw, current.token);
	}
	const failure = await logIn(session, url);
	if (failure === undefined) return true;
	if (status === 401) return failure;
	// The token may be good, and the response about something else.
	if (!isRenewedByAnotherRequest) raw.accessToken = stored;
	return false;
}

/**
 * Logs in where no token is in hand, and sends nothing: n8n's helper has the credential log in before it finds that the
 * signal of the request has ended. So a login has times of its own, and what is sent afterwards is certainly sent.
 * @param url of the service
 * @returns the login's failure, if so
 */
export async function logIn(session: Session, url: string): Promise<ItemFailure | undefined> {
	for (let attempt = 1; ; attempt++) {
		if (session.hasToken()) return undefined;
		try {
			await callHelper(session, { method: 'GET', url }, ENDED);
		} catch (error) {
			if (session.hasToken()) return undefined;
			const failure = sendFailure(error, session, { method: 'GET', partnerCode: '', timeoutMs: 0 }, false);
			// A token may die while n8n stores it; then another login helps.
			const isShortLived = failure.requestError?.kind === 'login' && !failure.isLogin;
			if (!isShortLived || attempt === MAX_LOGINS) return isShortLived || failure.isLogin ? failure : undefined;
		}
	}
}

/** The whole answer, or why there is none. */
async function sendOnce(session: Session, request: ServiceRequest): Promise<Answer | ItemFailure> {
	const { cancelSignal } = session;
	const timeoutSignal = AbortSignal.timeout(request.timeoutMs);
	try {
		request.onSend?.();
		const answer = await readAnswer(
			await callHelper(session, asHttpOptions(request), joinSignals(timeoutSignal, cancelSignal)),
			request,
		);
		if (!(answer instanceof ItemFailure)) session.noteServiceTime(answer.headers.date);
		return answer;
	} catch (error) {
		// What was under way when the execution was stopped may have had its effect.
		if (cancelSignal?.aborted)
			return withContext(cancelledFailure(), { requestError: { kind: 'connection', connection: 'reset' } });
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

function asHttpOptions({ method, url, body, partnerCode, timeoutMs, isFresh }: ServiceRequest): IHttpRequestOptions {
	return {
		method,
		url,
		headers: {
			Accept: 'application/json',
			// What was cut cannot hide in a compressed answer.
			...(method === 'POST' ? { 'Accept-Encoding': 'identity' } : {}),
			...(isFresh === true ? { 'Cache-Control': 'no-cache' } : {}),
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
			...(partnerCode === '' ? {} : { [PARTNER_HEADER]: partnerCode }),
		},
		// As bytes, because axios would parse a text of JSON once more before it sends it.
		...(body === undefined ? {} : { body: Buffer.from(body()) }),
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
	const known = Object(headers) as Record<string, unknown>;
	const { text, isWhole, damage } = await readBoundedText(body, most, known['content-type']);
	const isRead = method === 'GET' && isSuccess(status);
	if (isRead && !isWhole) return tooLargeFailure(most, mostBytes !== undefined);
	if (isRead && damage !== undefined) return asItemFailure(new UnexpectedAnswerError(damage));
	return { statusCode: status, headers: known, body: text, isFramed: isFramed(known, text) };
}

/** Without either, an answer that was cut looks like one that has ended (RFC 9112, section 6.3). */
function isFramed(headers: Record<string, unknown>, text: string): boolean {
	const length = headers['content-length'];
	if (length !== undefined) return text !== '' || Number(length) === 0;
	return /chunked/i.test(String(headers['transfer-encoding']));
}

function isSuccess(status: number): boolean {
	return status >= 200 && status <= 299;
}
