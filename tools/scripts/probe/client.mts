import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { TokenHeader } from '../../../credentials/credential-fields.ts';
import { whyNoResponse } from '../../../credentials/connection-errors.ts';
import { LoginFailure } from '../../../credentials/login-error.ts';
import { signedHeaders } from '../../../credentials/authenticate-request.ts';
import { SENT } from '../../sandbox/replay/recording.mts';
import type { RecordedExchange } from '../../sandbox/replay/recording.mts';
import { readBoundedText } from '../../../service/api/bounded-read.ts';
import { retryAfterMs, rowOf, serviceNowMs, statusError } from '../../../service/api/errors.ts';
import { secretsOf, tokenRequest } from '../../../service/api/token-response.ts';
import { JsonDepth, parseJson } from '../../../service/text/json.ts';
import type { ProbeInputs } from './inputs.mts';

/** One request and its response, as a recording holds it once it is disguised. */
export interface Exchange extends RecordedExchange {
	bytes: number;
	ms: number;
	/** As it came, in the character set that it names. */
	text: string;
	/** Why there was no response, in words. */
	failure?: string;
}

export interface Question {
	method: 'GET' | 'POST';
	url: string;
	query: Record<string, string>;
	headers: Record<string, string>;
	form?: string;
}

/** Asks once. A connection that fails is a response with status 0 and a failure. */
export type Send = (question: Question) => Promise<Pick<Exchange, 'status' | 'headers' | 'text' | 'failure'>>;

export interface RequestInfo {
	query?: Record<string, string>;
	tokenHeader?: TokenHeader;
	/** In place of the one that was made; '' for none. */
	token?: string;
	/** Sent unless false. */
	hasPartner?: boolean;
	/** Not waited for where the service asks to slow down. */
	isOnce?: boolean;
}

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 200 * 1024 * 1024;
const MAX_ATTEMPTS = 5;
const MAX_WAIT_MS = 15_000;
const DEFAULT_WAIT_MS = 1000;

/** Logs in, and reads; it has no way to write. Keeps every exchange, but those that were put off beside the others. */
export class ProbeClient {
	readonly exchanges: Exchange[] = [];
	/** Responses of a service that asked to slow down. */
	readonly putOff: Exchange[] = [];
	/** Where the token is sent unless a request says otherwise. */
	tokenHeader: TokenHeader = 'both';
	private token = '';

	constructor(
		private readonly inputs: ProbeInputs,
		private readonly send: Send = sendOverHttp(inputs),
	) {}

	async login(scope: string): Promise<Exchange> {
		const { method, url, headers, body } = tokenRequest({ ...this.inputs, scope });
		const exchange = await this.exchange(method, url, '/connect/token', {}, headers, { form: body });
		const { access_token: token } = Object(exchange.body) as { access_token?: unknown };
		if (typeof token === 'string') this.token = token;
		return exchange;
	}

	/** @param path below the base URL */
	async get(path: string, info: RequestInfo = {}): Promise<Exchange> {
		const { query = {}, tokenHeader = this.tokenHeader, token = this.token, hasPartner = true, isOnce } = info;
		const partnerCode = hasPartner ? this.inputs.partnerCode : '';
		const signed = signedHeaders({ tokenHeader, partnerCode }, token) as Record<string, string>;
		const headers = token === '' ? (partnerCode === '' ? {} : { 'X-CSS-Partner-Code': partnerCode }) : signed;
		return await this.exchange('GET', `${this.inputs.baseUrl}${path}`, path, query, headers, { isOnce });
	}

	/** A URL that carries its own permission, such as a photo's: no token goes there. */
	async open(address: string): Promise<Exchange> {
		const { origin, pathname, searchParams } = new URL(address, this.inputs.baseUrl);
		return await this.exchange('GET', `${origin}${pathname}`, pathname, Object.fromEntries(searchParams), {});
	}

	private async exchange(
		method: 'GET' | 'POST',
		url: string,
		path: string,
		query: Record<string, string>,
		headers: Record<string, string>,
		{ form, isOnce = false }: { form?: string; isOnce?: boolean } = {},
	): Promise<Exchange> {
		for (let tries = 1; ; tries++) {
			const begun = performance.now();
			const response = await this.send({ method, url, query, headers, form });
			const exchange: Exchange = {
				method,
				path,
				query,
				sent: SENT.filter((name) => name in headers),
				...response,
				// What nests deeper than any plan is no fact, and nothing walks through it.
				body: new JsonDepth().add(Buffer.from(response.text)).isTooDeep
					? response.text
					: (parseJson(response.text) ?? response.text),
				bytes: Buffer.byteLength(response.text),
				ms: Math.round(performance.now() - begun),
				receivedAt: Date.now(),
			};
			const isLater = rowOf(statusError(exchange.status, exchange.headers)).isThrottling === true;
			(isLater ? this.putOff : this.exchanges).push(exchange);
			if (!isLater || isOnce || tries === MAX_ATTEMPTS) return exchange;
			await sleep(waitMs(exchange));
		}
	}
}

function sendOverHttp(inputs: ProbeInputs): Send {
	const agentOptions = { keepAlive: true, proxyEnv: process.env };
	const http = axios.create({
		proxy: false,
		timeout: TIMEOUT_MS,
		maxRedirects: 0,
		responseType: 'stream',
		validateStatus: () => true,
		// Node's own: HTTP_PROXY, HTTPS_PROXY and NO_PROXY.
		httpAgent: new HttpAgent(agentOptions),
		httpsAgent: new HttpsAgent(agentOptions),
	});
	return async ({ method, url, query, headers, form }) => {
		try {
			const response = await http.request<unknown>({
				method,
				url,
				params: query,
				headers: { Accept: 'application/json', ...headers },
				data: form,
			});
			const named = Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
			const { text } = await readBoundedText(response.data, MAX_BYTES);
			return { status: response.status, headers: Object.fromEntries(named), text };
		} catch (error) {
			const field = form === undefined ? 'baseUrl' : 'authUrl';
			const { what, advice } = whyNoResponse(error, false, field, { ...inputs, secrets: secretsOf(inputs) });
			return { status: 0, headers: {}, text: '', failure: new LoginFailure(what, advice).message };
		}
	};
}

function waitMs({ headers }: Exchange): number {
	const requestedMs = retryAfterMs(headers['retry-after'], serviceNowMs(headers.date, Date.now()));
	return Math.min(MAX_WAIT_MS, requestedMs ?? DEFAULT_WAIT_MS);
}
