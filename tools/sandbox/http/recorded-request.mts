import type { FastifyRequest } from 'fastify';

export type RequestRoute = 'token' | 'lookup' | 'list' | 'features' | 'push' | 'embed' | 'photo' | 'page' | 'other';

export interface RecordedRequest {
	/** When it arrived, milliseconds since 1970. */
	at: number;
	method: string;
	/** The address as it came, with its query. */
	path: string;
	route: RequestRoute;
	headers: Record<string, string | string[] | undefined>;
	planCode?: string;
	author?: string;
	/** Of a push. */
	featureCount?: number;
	/** 0 while there is no response, and when there never was one. */
	status: number;
	/** Tells bearer tokens apart without holding one. */
	tokenId?: string;
}

declare module 'fastify' {
	interface FastifyContextConfig {
		route?: RequestRoute;
	}
}

const records = new WeakMap<FastifyRequest, RecordedRequest>();

/** Begins the record of a request that has just arrived. */
export function beginRecord(request: FastifyRequest): RecordedRequest {
	const record: RecordedRequest = {
		at: Date.now(),
		method: request.method,
		path: request.raw.url ?? '',
		route: request.routeOptions.config?.route ?? 'other',
		headers: { ...request.headers },
		status: 0,
	};
	const { planCode } = Object(request.params) as Record<string, string | undefined>;
	if (planCode !== undefined) record.planCode = planCode;
	records.set(request, record);
	return record;
}

export function recordOf(request: FastifyRequest): RecordedRequest {
	return records.get(request) ?? beginRecord(request);
}
