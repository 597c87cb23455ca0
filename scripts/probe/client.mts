import { Agent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { TokenHeader } from '../../credentials/credential-fields.ts';
import { unansweredFailure } from '../../credentials/login-failure.ts';
import { signedHeaders } from '../../credentials/signing.ts';
import { SENT } from '../../sandbox/replay/recording.mts';
import type { RecordedExchange } from '../../sandbox/replay/recording.mts';
import { isPutOff, readBoundedText, retryAfterMs, serviceNowMs } from '../../service/answer/index.ts';
import { secretsOf, tokenForm } from '../../service/login/index.ts';
import { parseJson } from '../../service/text/index.ts';
import type { ProbeInputs } from './inputs.mts';

/** One request and its answer, as a recording holds it once it is disguised. */
export interface Exchange extends RecordedExchange {
	bytes: number;
	ms: number;
	/** As it came, in the character set that it names. */
	text: string;
	/** Why there was no answer, in words. */
	failure?: string;
}

export interface Asked {
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
const MOST_BYTES = 200 * 1024 * 1024;
const MOST_TRIES = 5;
const LONGEST_WAIT_MS = 15_000;
const UNTOLD_WAIT_MS = 1000;

/** Logs in, and reads; it has no way to write. Keeps every exchange, but those that were put off beside the others. */
export class ProbeClient {
	readonly exchanges: Exchange[] = [];
	/** Answers of a service that asked to slow down. */
	readonly putOff: Exchange[] = [];
	/** Where the token is sent unless a request says otherwise. */
	tokenHeader: TokenHeader = 'both';
	private token = '';
	private readonly http = axios.create({
		proxy: false,
		timeout: TIMEOUT_MS,
		maxRedirects: 0,
		responseType: 'stream',
		validateStatus: () => true,
		httpsAgent: new Agent({ keepAlive: true }),
	});

	constructor(private readonly inputs: ProbeInputs) {}

	async login(scope: string): Promise<Exchange> {
		const path = '/connect/token';
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		const form = tokenForm({ ...this.inputs, scope });
		const exchange = await this.exchange('POST', `${this.inputs.authUrl}${path}`, path, {}, headers, { form });
		const { access_token: token } = Object(exchange.body) as { access_token?: unknown };
		if (typeof token === 'string') this.token = token;
		return exchange;
	}

	/** @param path below the base address */
	async get(path: string, asked: Asked = {}): Promise<Exchange> {
		const { query = {}, tokenHeader = this.tokenHeader, token = this.token, hasPartner = true, isOnce } = asked;
		const partnerCode = hasPartner ? this.inputs.partnerCode : '';
		const signed = signedHeaders({ tokenHeader, partnerCode }, token) as Record<string, string>;
		const headers = token === '' ? (partnerCode === '' ? {} : { 'X-CSS-Partner-Code': partnerCode }) : signed;
		return await this.exchange('GET', `${this.inputs.baseUrl}${path}`, path, query, headers, { isOnce });
	}

	/** An address that carries its own permission, such as a photo's: no token goes there. */
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
			const answer = await this.send(method, url, query, headers, form);
			const exchange: Exchange = {
				method,
				path,
				query,
				sent: SENT.filter((name) => name in headers),
				...answer,
				body: parseJson(answer.text) ?? answer.text,
				bytes: Buffer.byteLength(answer.text),
				ms: Math.round(performance.now() - begun),
				answeredAt: Date.now(),
			};
			const isLater = isPutOff(exchange.status);
			(isLater ? this.putOff : this.exchanges).push(exchange);
			if (!isLater || isOnce || tries === MOST_TRIES) return exchange;
			await sleep(waitMs(exchange));
		}
	}

	private async send(
		method: string,
		url: string,
		params: Record<string, string>,
		headers: Record<string, string>,
		data?: string,
	): Promise<Pick<Exchange, 'status' | 'headers' | 'text' | 'failure'>> {
		try {
			const {
				status,
				headers: answered,
				data: body,
			} = await this.http.request<unknown>({
				method,
				url,
				params,
				headers: { Accept: 'application/json', ...headers },
				data,
			});
			const named = Object.entries(answered).map(([name, value]) => [name.toLowerCase(), String(value)]);
			const { text } = await readBoundedText(body, MOST_BYTES, answered['content-type']);
			return { status, headers: Object.fromEntries(named), text };
		} catch (error) {
			const field = data === undefined ? 'baseUrl' : 'authUrl';
			const { message } = unansweredFailure(error, field, this.inputs[field], secretsOf(this.inputs));
			return { status: 0, headers: {}, text: '', failure: message };
		}
	}
}

function waitMs({ headers }: Exchange): number {
	const told = retryAfterMs(headers['retry-after'], serviceNowMs(headers.date, Date.now()));
	return Math.min(LONGEST_WAIT_MS, told ?? UNTOLD_WAIT_MS);
}
