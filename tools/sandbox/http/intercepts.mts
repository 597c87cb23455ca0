import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RecordedRequest, RequestRoute } from './recorded-request.mts';

export interface Intercept {
	route: RequestRoute | (string & {});
	/** How many requests it meets, 1 unless given; `Infinity` until `clearIntercepts`. */
	times?: number;
	/**
	 * `before` (unless given): nothing is done. `after`: the request takes effect and only its response is
	 * replaced; a request that is rejected takes no effect and keeps its own response.
	 */
	when?: 'before' | 'after';
	planCode?: string;
	/** What it waits for first. */
	until?: Promise<unknown>;
	/** `reset` destroys the socket, `hang` never responds. */
	reply: { status: number; headers?: Record<string, string>; body?: string } | 'reset' | 'hang';
}

/** One that leaves the response to the service, and only waits. */
export type Hold = Omit<Intercept, 'reply'> & { until: Promise<unknown>; reply?: undefined };

/** A test's own responses instead of the service's, first come first served. */
export class Intercepts {
	private rules: Array<(Intercept | Hold) & { left: number }> = [];

	add(rule: Intercept | Hold): void {
		this.rules.push({ ...rule, left: rule.times ?? 1 });
	}

	clear(): void {
		this.rules = [];
	}

	/** Carries out what the first rule that meets this request waits for, counts it, and gives its reply. */
	async take(when: 'before' | 'after', { route, planCode }: RecordedRequest): Promise<Intercept['reply'] | undefined> {
		const rule = this.rules.find(
			(candidate) =>
				candidate.left > 0 &&
				(candidate.when ?? 'before') === when &&
				(candidate.route === '*' || candidate.route === route) &&
				(candidate.planCode === undefined || candidate.planCode === planCode),
		);
		if (rule === undefined) return undefined;
		rule.left--;
		await rule.until;
		return rule.reply;
	}
}

const intercepted = new WeakSet<FastifyRequest>();

/** Whether a test has put a response of its own in the place of the sandbox's. */
export function isIntercepted(request: FastifyRequest): boolean {
	return intercepted.has(request);
}

/** Carries out a reply other than the service's own. */
export function replyInstead(request: FastifyRequest, reply: FastifyReply, instead: Intercept['reply']): FastifyReply {
	intercepted.add(request);
	if (instead === 'hang' || instead === 'reset') {
		reply.hijack();
		if (instead === 'reset') request.raw.socket.resetAndDestroy();
		return reply;
	}
	const { status, headers = {}, body } = instead;
	return reply.code(status).headers(headers).send(body);
}
