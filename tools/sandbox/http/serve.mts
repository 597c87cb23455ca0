import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handler } from '../routes/context.mts';
import type { SandboxSettings } from '../settings.mts';
import { ErrorResponse, errorResponse } from './response.mts';
import type { SandboxResponse } from './response.mts';
import { replyInstead } from './intercepts.mts';
import type { Intercepts } from './intercepts.mts';
import { recordOf } from './recorded-request.mts';
import type { Traffic } from './traffic.mts';

export type Serve = (handler: Handler) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** What happens around every route: a test's own response, latency, too many requests, rejections. */
export function serving(settings: SandboxSettings, traffic: Traffic, intercepts: Intercepts): Serve {
	return (handler) => async (request, reply) => {
		const record = recordOf(request);
		if (settings.latencyMs > 0) await wait(settings.latencyMs, undefined, { ref: false });
		const before = await intercepts.take('before', record);
		if (before !== undefined) return replyInstead(request, reply, before);

		const {
			status,
			headers = {},
			body,
		} = await responseOf(async () => {
			if (traffic.isTooMany(record)) throw tooMany(settings);
			return await handler(request);
		});
		const after = status < 400 ? await intercepts.take('after', record) : undefined;
		if (after !== undefined) return replyInstead(request, reply, after);
		return reply.code(status).headers(headers).send(body);
	};
}

async function responseOf(work: () => Promise<SandboxResponse>): Promise<SandboxResponse> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof ErrorResponse) return error.response;
		throw error;
	}
}

function tooMany({ maxInFlight, retryAfterSeconds }: SandboxSettings): ErrorResponse {
	return errorResponse(
		429,
		`More than ${maxInFlight} requests at once.`,
		{},
		{ 'retry-after': String(retryAfterSeconds) },
	);
}
