import { Agent } from 'node:https';
import axios from 'axios';
import type { RecordedExchange } from '../../sandbox/replay/recording.mts';
import type { ProbeInputs } from './inputs.mts';

export type TokenHeaderName = 'Authentication' | 'Authorization';

/** One request and its answer, as a recording holds it once it is disguised. */
export interface Exchange extends RecordedExchange {
	bytes: number;
	ms: number;
}

export interface Asked {
	query?: Record<string, string>;
	/** Both unless given. */
	tokenIn?: TokenHeaderName[];
	/** Sent unless false. */
	hasPartner?: boolean;
}

const TIMEOUT_MS = 60_000;
const MOST_BYTES = 200 * 1024 * 1024;

/** Logs in, and reads; it has no way to write. Keeps every exchange. */
export class ProbeClient {
	readonly exchanges: Exchange[] = [];
	private token = '';
	private readonly http = axios.create({
		proxy: false,
		timeout: TIMEOUT_MS,
		maxContentLength: MOST_BYTES,
		maxRedirects: 0,
		responseType: 'text',
		transformResponse: (text: unknown) => text,
		validateStatus: () => true,
		httpsAgent: new Agent({ keepAlive: true }),
	});

	constructor(private readonly inputs: ProbeInputs) {}

	async login(scope: string): Promise<Exchange> {
		const { applicationId, applicationSecret, apiKey, apiSecret, authUrl } = this.inputs;
		const form = new URLSearchParams({
			grant_type: 'password',
			scope,
			client_id: applicationId,
			client_secret: applicationSecret,
			username: apiKey,
			password: apiSecret,
		});
		const path = '/connect/token';
		const exchange = await this.exchange('POST', `${authUrl}${path}`, path, {}, {}, form.toString());
		const { access_token: token } = Object(exchange.body) as { access_token?: unknown };
		if (typeof token === 'string') this.token = token;
		return exchange;
	}

	/** @param path below the base address */
	async get(path: string, { query = {}, tokenIn, hasPartner = true }: Asked = {}): Promise<Exchange> {
		const headers: Record<string, string> = {};
		for (const name of tokenIn ?? (['Authentication', 'Authorization'] as const))
			headers[name] = `Bearer ${this.token}`;
		if (hasPartner && this.inputs.partnerCode !== '') headers['X-CSS-Partner-Code'] = this.inputs.partnerCode;
		return await this.exchange('GET', `${this.inputs.baseUrl}${path}`, path, query, headers);
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
		form?: string,
	): Promise<Exchange> {
		const begun = performance.now();
		const type = { 'content-type': 'application/x-www-form-urlencoded' };
		const answer = await this.http
			.request<string>({ method, url, params: query, headers: form === undefined ? headers : type, data: form })
			.catch((error: unknown) => ({ status: 0, headers: {}, data: wordsOf(error) }));
		const text = answer.data;
		const exchange: Exchange = {
			method,
			path,
			query,
			sent: Object.keys(headers),
			status: answer.status,
			headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
			body: parsed(text),
			bytes: Buffer.byteLength(text),
			ms: Math.round(performance.now() - begun),
			answeredAt: Date.now(),
		};
		this.exchanges.push(exchange);
		return exchange;
	}
}

/** Never more than the code: what else an error of the HTTP client holds may be a secret. */
function wordsOf(error: unknown): string {
	return axios.isAxiosError(error) ? (error.code ?? 'no answer') : 'no answer';
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
