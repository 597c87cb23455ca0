import type { Intercept } from '../../../tools/sandbox/server.mts';

/** What the proxy does to one connection, below HTTP. */
export const TCP_FAULTS = [
	/** The connection is reset as soon as the head of the request is there; the service gets nothing. */
	'resetBeforeBody',
	/** The service gets half of the body, then both ends are reset. */
	'resetDuringBody',
	/** The service gets all of it; the connection is reset before it has responded. */
	'resetAfterBody',
	/** The connection is reset, and the service gets the request a moment later: it lay in a queue. */
	'resetThenDelivered',
	/** A gateway gives 504, and the service gets the request after the first look at the plan, or after several. */
	'504, done soon',
	'504, done late',
	/** The service gets it and responds; the connection is closed without a byte of the response. */
	'closeAfterRead',
	/** Half of the response's bytes, then a reset. */
	'halfResponse',
	/** The service gets nothing, and there is no response until the client gives up. */
	'stallUnsent',
	/** The service takes it, and there is no response until the client gives up. */
	'stallResponse',
	/** The response comes late, and in time. */
	'slow',
	/** The response comes in small pieces, in time. */
	'drip',
	/** The response comes byte by byte, until the client gives up. */
	'endlessDrip',
] as const;

export type TcpFault = (typeof TCP_FAULTS)[number];

/** What the service itself responds instead. */
export type HttpFault = Pick<Intercept, 'when' | 'reply'>;

const WEB_PAGE = '<!doctype html><title>Gateway</title><p>Please sign in.</p>';

const inASecond = () => new Date(Date.now() + 1000).toUTCString();

/** Made anew for each use: a Retry-After can be a date. */
export const HTTP_FAULTS: Record<string, () => HttpFault> = {
	'500 undone': () => ({ reply: { status: 500, body: '{"message":"internal"}' } }),
	'500 done': () => ({ when: 'after', reply: { status: 500 } }),
	'502 undone': () => ({ reply: { status: 502, body: WEB_PAGE } }),
	'502 done': () => ({ when: 'after', reply: { status: 502, body: WEB_PAGE } }),
	'504 undone': () => ({ reply: { status: 504 } }),
	'504 done': () => ({ when: 'after', reply: { status: 504 } }),
	'web page undone': () => ({ reply: { status: 200, headers: { 'content-type': 'text/html' }, body: WEB_PAGE } }),
	'web page done': () => ({
		when: 'after',
		reply: { status: 200, headers: { 'content-type': 'text/html' }, body: WEB_PAGE },
	}),
	'503 in seconds': () => ({ reply: { status: 503, headers: { 'retry-after': '1' } } }),
	'503 by date': () => ({ reply: { status: 503, headers: { 'retry-after': inASecond() } } }),
	'422': () => ({ reply: { status: 422, body: '{"message":"A parallel request migrates the data of this plan."}' } }),
	'429': () => ({ reply: { status: 429, headers: { 'retry-after': '0' } } }),
};

/** The name of a fault, or `none`. */
export type Fault = TcpFault | (string & {}) | 'none';

export function isTcpFault(fault: Fault): fault is TcpFault {
	return (TCP_FAULTS as readonly string[]).includes(fault);
}
