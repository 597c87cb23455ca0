import type { FastifyRequest } from 'fastify';
import type { BearerTokens } from '../bearer-tokens.mts';
import { demo } from '../demo/constants.mts';
import { errorResponse } from '../http/response.mts';
import type { SandboxResponse } from '../http/response.mts';
import type { Messages } from '../messages.mts';
import type { Replay } from '../replay/replay.mts';
import type { SandboxSettings } from '../settings.mts';
import type { StateFile } from '../state-file.mts';
import type { SandboxState } from '../state.mts';

/** What the routes work on. */
export interface RouteContext {
	state: SandboxState;
	settings: SandboxSettings;
	tokens: BearerTokens;
	messages: Messages;
	/** A recorded service in the place of the demo account. */
	replay?: Replay;
	file?: StateFile;
}

export type Handler = (request: FastifyRequest) => SandboxResponse | Promise<SandboxResponse>;

/** A parameter of the path, percent-decoded once by fastify. */
export function pathParameter(request: FastifyRequest, name: string): string {
	return String(Object(request.params)[name] ?? '');
}

/** The query as it came, the last of each name. */
export function queryOf(request: FastifyRequest): Record<string, string | undefined> {
	const [, query = ''] = (request.raw.url ?? '').split(/\?(.*)/s);
	return Object.fromEntries(new URLSearchParams(query));
}

/** @throws ErrorResponse 401 without a valid bearer token (section 4) */
export function checkBearer({ tokens, settings }: RouteContext, request: FastifyRequest): void {
	tokens.check(request.headers, settings.tokenHeader);
}

/** @throws ErrorResponse 400 when it is missing where it is required (sections 4.2, 4.3), 403 when it is foreign */
export function checkPartner(request: FastifyRequest, necessity: 'required' | 'optional'): void {
	const partner = request.headers['x-css-partner-code'];
	if (partner === undefined || partner === '') {
		if (necessity === 'optional') return;
		throw errorResponse(400, 'The header X-CSS-Partner-Code is required.');
	}
	if (partner !== demo.partnerCode) throw foreignPartner(String(partner));
}

export function foreignPartner(partner: string) {
	return errorResponse(403, `The API key has no access to the partner "${partner}".`);
}

/** @throws ErrorResponse 404 when nothing was recorded for this address */
export function recordedResponse({ replay, tokens }: RouteContext, request: FastifyRequest): SandboxResponse {
	const response = replay?.responseTo(request, () => tokens.check(request.headers, 'either'));
	if (response === undefined) throw errorResponse(404, 'Nothing was recorded for this address.');
	return response;
}
