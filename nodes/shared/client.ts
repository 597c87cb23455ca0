import type { ICredentialDataDecryptedObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import type { CredentialSettings } from '../../credentials/credential-settings';
import { rejectToken, settingsOf, usableToken } from '../../credentials/login';
import {
	PARTNER_HEADER,
	UnexpectedResponseError,
	isPlanUrl,
	maxBytesAt,
	readBoundedText,
	retryDelayMs,
	rowOf,
	serviceNowMs,
	sizeText,
} from '../../service/api';
import type { ClientPath, RetryLimits } from '../../service/api';
import type { Secrets } from '../../service/text';
import { ItemFailure, withAttempts, withContext } from './item-failure';
import { RunQueue, limiterOf } from './limiter';
import type { Limiter } from './limiter';
import type { Caller } from './messages';
import type { Reporter, ServiceContext } from './reporter';
import { asItemFailure, knownFailure, responseFailure, sendFailure } from './failures';
import type { FailedRequest, ServiceResponse } from './failures';
import { wait } from './wait';

export interface ServiceRequest extends FailedRequest {
	url: string;
	/** Makes the JSON text when it is sent, so that waiting requests take no memory. */
	body?: () => string;
	/** Called each time that it goes out: again after a status 401. */
	onSend?: () => void;
	/** Sent to the service itself, past caches on the way. */
	skipsCaches?: boolean | undefined;
}

/** How the service is read. Errors decide whether a read is attempted again, within the bounds given here. */
export type RequestOptions = Pick<ServiceRequest, 'partnerCode' | 'timeoutMs' | 'mayBeElsewhere' | 'skipsCaches'> &
	Pick<RetryLimits, 'maxWaitMs'> & { maxAttempts?: number };

/** One attempt of a request. After `ended` nothing was sent: the login has failed before, or the run is over. */
type Attempt = { kind: 'response'; response: ServiceResponse } | { kind: 'failed' | 'ended'; failure: ItemFailure };

/** A read that the service keeps rate limiting ends by its waiting time; this only bounds attempts without waits. */
const MAX_READ_RETRIES = 50;

/** For one request. */
const MAX_LOGINS = 5;

/** The signal of a request that is not sent. */
const ENDED = AbortSignal.abort();

/** @throws LoginFailure when the credential is incomplete */
export async function openSession(
	reporter: Reporter,
	caller: Session['caller'],
	concurrency: number,
	cancelSignal = cancelSignalOf(reporter.context),
): Promise<Session> {
	const { context } = reporter;
	const raw = await context.getCredentials<ICredentialDataDecryptedObject>('planServiceApi');
	const session = new Session(context, caller, concurrency, raw, cancelSignal);
	reporter.keep(session.settings.secrets);
	return session;
}

/**
 * The client of the service for one run of a node: the credential, read once, and what its requests learned. All
 * requests go through n8n's request helper, which alone honours proxy, TLS and SSRF settings.
 */
export class Session {
	readonly settings: CredentialSettings;

	/** The path of clients that was right, once the other one was not. */
	clientPath: ClientPath | undefined;

	private readonly limiter: Limiter;

	private readonly queue: RunQueue;

	private ended: ItemFailure | undefined;

	private clockLeadMs = 0;

	/** The token that this run found in the credential, until a response cast doubt on it. */
	private foundToken: string | undefined;

	private readonly reads = new Map<string, Promise<unknown>>();

	/**
	 * @param raw n8n's own object of the credential. n8n writes a renewed token into it, so a run shares it
	 * @param cancelSignal ends waits and requests alike: when the execution is stopped, or the time of a poll is over
	 */
	constructor(
		readonly context: ServiceContext,
		readonly caller: Exclude<Caller, 'push'>,
		concurrency: number,
		readonly raw: ICredentialDataDecryptedObject,
		readonly cancelSignal: AbortSignal,
	) {
		this.settings = settingsOf(raw);
		this.foundToken = this.token();
		this.limiter = limiterOf(this.settings.baseUrl);
		// With no token yet the first request goes alone: one login, and one response if it fails.
		this.queue = new RunQueue(Math.floor(concurrency), this.token() === undefined);
		// "Retry On Fail" runs the node of a stopped execution again.
		if (cancelSignal.aborted) this.limiter.release(this.queue);
		cancelSignal.addEventListener('abort', () => this.limiter.release(this.queue), { once: true });
	}

	/** The same as `read`, but equal reads of one run share one request and its outcome. */
	async readOnce<T>(url: string, options: RequestOptions, parse: (text: string, secrets: Secrets) => T): Promise<T> {
		const key = JSON.stringify([url, options.partnerCode || this.settings.partnerCode]);
		const outcome = this.reads.get(key) ?? this.read(url, options, parse);
		this.reads.set(key, outcome);
		return (await outcome) as T;
	}

	/**
	 * What the service returns at a URL, requested as often as its errors allow.
	 * @throws ItemFailure, and what `parse` throws
	 */
	async read<T>(url: string, options: RequestOptions, parse: (text: string, secrets: Secrets) => T): Promise<T> {
		const { maxAttempts = Infinity, maxWaitMs, ...request } = options;
		for (let attempt = 1, waitedMs = 0; ; attempt++) {
			const outcome = await this.request({ ...request, method: 'GET', url });
			if (outcome.kind === 'response') return parse(outcome.response.body, this.settings.secrets);
			const { failure } = outcome;
			if (outcome.kind === 'ended') throw failure;
			const error = failure.isLogin || attempt >= maxAttempts ? undefined : failure.requestError;
			const limits = { maxWaitMs, maxRetries: MAX_READ_RETRIES };
			const delayMs = error && retryDelayMs(error, { attempt, waitedMs }, limits, Math.random());
			if (delayMs === undefined) throw withAttempts(failure, attempt);
			waitedMs += delayMs;
			await wait(delayMs, this.cancelSignal);
		}
	}

	/** One attempt, when the limiter has a slot. Nothing is sent once the login has failed or the run has ended. */
	async request(request: ServiceRequest): Promise<Attempt> {
		return await this.limiter.run(this.queue, async (started): Promise<Attempt> => {
			const ended = this.whyNotSend();
			if (ended !== undefined) return { kind: 'ended', failure: ended };
			const outcome = await this.requestWithToken(request);
			this.learn(started, outcome instanceof ItemFailure ? outcome : undefined);
			return outcome instanceof ItemFailure
				? { kind: 'failed', failure: outcome }
				: { kind: 'response', response: outcome };
		});
	}

	/** A token, the request, and both once more where the response casts doubt on the token. */
	private async requestWithToken(request: ServiceRequest): Promise<ServiceResponse | ItemFailure> {
		// Sections 4.2 and 4.3 require the code for plans.
		const needsPartner = isPlanUrl(request.url) && request.partnerCode === '' && this.settings.partnerCode === '';
		if (needsPartner) return knownFailure('noPartnerCode');
		const unsent = (await this.logIn(request.url)) ?? this.stoppedMeanwhile();
		if (unsent !== undefined) return unsent;
		const used = this.token();
		const outcome = await this.send(request);
		if (!(outcome instanceof ItemFailure)) return outcome;
		const renewed = await this.renewToken(used, outcome, request);
		if (renewed instanceof ItemFailure) return renewed;
		// A login takes its time, and the run may have been stopped by its end.
		return renewed ? (this.stoppedMeanwhile() ?? (await this.send(request))) : outcome;
	}

	/**
	 * Logs in when there is a slot, so that a login doesn't block the queue of a plan.
	 * @returns why nothing may be sent
	 */
	async ensureLogin(url: string): Promise<ItemFailure | undefined> {
		if (this.token() !== undefined) return this.whyNotSend();
		return await this.limiter.run(this.queue, async () => {
			const failure = this.whyNotSend() ?? (await this.logIn(url));
			if (failure === undefined) this.endProbe();
			else this.end(failure);
			return this.whyNotSend();
		});
	}

	/** Nothing more is sent, and whoever waits learns why. The first reason counts. */
	end(why: ItemFailure): void {
		this.ended ??= why;
		this.limiter.release(this.queue);
	}

	whyNotSend(): ItemFailure | undefined {
		return this.cancelSignal.aborted ? knownFailure('cancelled') : this.ended;
	}

	/** Other requests need not wait for the first one any more. */
	endProbe(): void {
		this.limiter.endProbe(this.queue);
	}

	/** The time by the service's clock, as far as a response has shown it. */
	serviceNowMs(): number {
		return Date.now() + this.clockLeadMs;
	}

	private token(): string | undefined {
		return usableToken(this.raw, Date.now())?.token;
	}

	/** A run may end while it logs in. Its reason says nothing about this request, which did not go out. */
	private stoppedMeanwhile(): ItemFailure | undefined {
		const ended = this.whyNotSend();
		return ended && withContext(ended, { requestError: undefined });
	}

	/**
	 * Logs in where there is no token, and sends nothing: n8n's helper has the credential log in before it finds that
	 * the request's signal has ended. So a login has times of its own, and what follows is certainly sent.
	 * @returns the login's failure, if so
	 */
	private async logIn(url: string): Promise<ItemFailure | undefined> {
		for (let attempt = 1; ; attempt++) {
			if (this.token() !== undefined) return undefined;
			try {
				await this.callHelper({ method: 'GET', url }, ENDED);
			} catch (error) {
				if (this.token() !== undefined) return undefined;
				const failure = sendFailure(error, this, { method: 'GET', partnerCode: '', timeoutMs: 0 }, false);
				if (failure.requestError?.kind !== 'login') return undefined;
				// A token may die while n8n stores it; then another login helps.
				if (failure.isLogin || attempt === MAX_LOGINS) return failure;
			}
		}
	}

	/**
	 * Gets another token than the one that was used, where the response may be about the token. Status 401 is.
	 * Every other rejection is the service's own word, unless it met a token from before this run, which may have died.
	 * @returns whether there is another token, or the failure of a login after 401
	 */
	private async renewToken(
		used: string | undefined,
		{ requestError: error }: ItemFailure,
		{ method, url }: ServiceRequest,
	): Promise<boolean | ItemFailure> {
		if (error?.kind !== 'status' || this.whyNotSend()) return false;
		const { status } = error;
		const { mayBeToken } = rowOf(error);
		if (mayBeToken !== 'ofAny' && !(mayBeToken === 'ofRead' && method === 'GET')) return false;
		const { raw } = this;
		const current = usableToken(raw, Date.now());
		const stored = raw.accessToken;
		const isRenewedByAnotherRequest = current?.token !== used;
		if (current !== undefined && !isRenewedByAnotherRequest) {
			const isFound = used === this.foundToken;
			if (status !== 401 && !isFound) return false;
			if (isFound) this.foundToken = undefined;
			rejectToken(raw, current.token);
		}
		const failure = await this.logIn(url);
		if (failure === undefined) return true;
		if (status === 401) return failure;
		// The token may be good, and the response about something else.
		if (!isRenewedByAnotherRequest) raw.accessToken = stored;
		return false;
	}

	/** Time-out, cancellation and deadline are one signal. @returns the whole response, or why it is no success */
	private async send(request: ServiceRequest): Promise<ServiceResponse | ItemFailure> {
		const timeout = AbortSignal.timeout(request.timeoutMs);
		try {
			request.onSend?.();
			const signal = AbortSignal.any([timeout, this.cancelSignal]);
			const response = await readResponse(await this.callHelper(httpOptionsOf(request), signal), request);
			if (response instanceof ItemFailure) return response;
			const nowMs = Date.now();
			this.clockLeadMs = serviceNowMs(response.headers.date, nowMs) - nowMs;
			return isSuccess(request.method, response.statusCode) ? response : responseFailure(response, this, request);
		} catch (error) {
			// What was under way when the execution was stopped may have had its effect.
			if (this.cancelSignal.aborted)
				return withContext(knownFailure('cancelled'), { requestError: { kind: 'connection', connection: 'reset' } });
			return sendFailure(error, this, request, timeout.aborted);
		}
	}

	/** The helper takes the signal from its context, and its own time-out does not cover a response that drips in. */
	private async callHelper(options: IHttpRequestOptions, signal: AbortSignal): Promise<unknown> {
		const { context, raw } = this;
		const caller = Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as IExecuteFunctions;
		const credentialsDecrypted = { id: '', name: '', type: 'planServiceApi', data: raw };
		return await context.helpers.httpRequestWithAuthentication.call(caller, 'planServiceApi', options, {
			credentialsDecrypted,
		});
	}

	private learn(started: number, failure: ItemFailure | undefined): void {
		if (failure?.isLogin) return this.end(failure);
		// Whatever failed, it was not the login: others need not wait for a service that may not respond at all.
		this.endProbe();
		const error = failure?.requestError;
		if (failure === undefined) this.limiter.succeeded(this.queue);
		else if (error && rowOf(error).isThrottling) this.limiter.throttled(started, error.retryAfterMs);
	}
}

/** Ends when the execution is stopped; never where n8n has no signal for it. */
export function cancelSignalOf(context: ServiceContext): AbortSignal {
	const signal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return signal ?? new AbortController().signal;
}

function httpOptionsOf(request: ServiceRequest): IHttpRequestOptions {
	const { method, url, body, partnerCode, timeoutMs: timeout } = request;
	return {
		method,
		url,
		headers: {
			Accept: 'application/json',
			// What was cut can't hide in a compressed response.
			...(method === 'POST' ? { 'Accept-Encoding': 'identity' } : {}),
			...(request.skipsCaches === true ? { 'Cache-Control': 'no-cache' } : {}),
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
			...(partnerCode === '' ? {} : { [PARTNER_HEADER]: partnerCode }),
		},
		// As bytes, because axios would parse a text of JSON once more before it sends it.
		...(body === undefined ? {} : { body: Buffer.from(body()) }),
		encoding: 'stream',
		timeout,
		// n8n 1.x keeps nothing of a response that it takes for an error.
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	};
}

/** The response as one text. Of a rejection, and of the response to a push, the beginning is enough. */
async function readResponse(
	response: unknown,
	{ method, url }: ServiceRequest,
): Promise<ServiceResponse | ItemFailure> {
	const { statusCode, headers, body } = Object(response) as Record<string, unknown>;
	const status = typeof statusCode === 'number' ? statusCode : 0;
	const max = maxBytesAt(url);
	const known = Object(headers) as Record<string, unknown>;
	const { text, isWhole, damage } = await readBoundedText(body, max);
	const isRead = method === 'GET' && isSuccess(method, status);
	// It is final: the service would send as much again.
	if (isRead && !isWhole) return knownFailure('responseTooLarge', { reason: sizeText(max) });
	if (isRead && damage !== undefined) return asItemFailure(new UnexpectedResponseError(damage));
	return { statusCode: status, headers: known, body: text, isComplete: isComplete(known, text) };
}

/** Without either, a response that was cut looks like one that has ended (RFC 9112, section 6.3). */
function isComplete(headers: Record<string, unknown>, text: string): boolean {
	const length = headers['content-length'];
	if (length !== undefined) return text !== '' || Number(length) === 0;
	return /chunked/i.test(String(headers['transfer-encoding']));
}

/** A read gives status 200 (sections 4.3 and 4.4); by any other, such as 203 or 206, it may be older, or a part. */
function isSuccess(method: ServiceRequest['method'], status: number): boolean {
	return method === 'GET' ? status === 200 : status >= 200 && status <= 299;
}
