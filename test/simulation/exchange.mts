import type { ResponseScript, FaultScript } from './scenario.mts';

/** One request that reached the network, and what came of it. Times are virtual. */
export interface Exchange {
	method: 'GET' | 'POST';
	plan: number;
	execution: number;
	/** Of n8n: they share no memory. */
	process: number;
	credential: number;
	author: string;
	sentAt: number;
	/** When the client had its response, or gave up. */
	endedAt?: number;
	/** Of a push: names of its features. */
	names: string[];
	/** Of a push: when each feature came onto the plan. */
	effects: Array<{ name: string; at: number }>;
	/** Of a read: it shows what the plan held then. */
	shownAt?: number;
	/** Of a read: a 200 with the whole list. */
	isWhole: boolean;
	/** Of a push: the service said plainly that it took it. */
	isTaken: boolean;
	/** Of a push: nothing says whether it had an effect. */
	isUnknown: boolean;
	/** Responded with 401 or 403: the client may renew its token and send at once. */
	isUnauthorized: boolean;
	/** The network delivers it twice. */
	isTwice: boolean;
	/** The client was requested to wait for so long. */
	retryAfterMs?: number;
	/** The response's status; 0 where there was none. */
	status: number;
}

export interface Reply {
	statusCode: number;
	headers: Record<string, string>;
	body: string;
}

let lastDate = { second: NaN, text: '' };

export function httpDate(ms: number): string {
	const second = Math.floor(ms / 1000);
	if (second !== lastDate.second) lastDate = { second, text: new Date(ms).toUTCString() };
	return lastDate.text;
}

export const WELL: FaultScript = {
	name: 'none',
	effect: 'whole',
	effectAfterMs: 10,
	response: { afterMs: 25, status: 200, body: '' },
};
export const RESTART: FaultScript = {
	name: 'restart',
	effect: 'none',
	effectAfterMs: 0,
	response: { afterMs: 1, code: 'ECONNREFUSED' },
};

/** @param now by the clock of the service */
export function headersOf(
	{ body, frame = 'length', retryAfter, asDate }: ResponseScript,
	now: number,
): Record<string, string> {
	const headers: Record<string, string> = { date: httpDate(now) };
	if (frame === 'length') headers['content-length'] = String(Buffer.byteLength(body));
	if (frame === 'chunks') headers['transfer-encoding'] = 'chunked';
	// n8n's helper unzips what came, and drops the header that says so.
	if (frame === 'gzip') headers['content-length'] = '24';
	if (retryAfter !== undefined)
		headers['retry-after'] = asDate ? httpDate(now + Number(retryAfter) * 1000) : retryAfter;
	return headers;
}
