import type { FastifyInstance } from 'fastify';
import type { RequestRoute } from '../http/recorded-request.mts';
import type { Serve } from '../http/serve.mts';
import { AUTH_PATH } from '../paths.mts';
import type { Handler, RouteContext } from './context.mts';
import { describe } from './description.mts';
import { changeRoom, embed } from './embed.mts';
import { features } from './features.mts';
import { home } from './home.mts';
import { listClients, listPartners } from './list.mts';
import { lookup } from './lookup.mts';
import { photo } from './photo.mts';
import { push } from './push.mts';
import { token } from './token.mts';

const API_PATH = '/esapi/api/v1';

/** Section 4, and what was observed beside it. */
export function addRoutes(app: FastifyInstance, serve: Serve, context: RouteContext): void {
	const add = (method: 'GET' | 'POST', url: string, route: RequestRoute, handler: Handler) => {
		app.route({ method, url, config: { route }, handler: serve(handler) });
	};
	add('POST', `${AUTH_PATH}/connect/token`, 'token', (request) => token(context, request));
	const resources = {
		Clients: 'client',
		Client: 'client',
		Campuses: 'campus',
		Buildings: 'building',
		Floors: 'floor',
	} as const;
	for (const [segment, resource] of Object.entries(resources)) {
		const url = `${API_PATH}/${segment}/:code`;
		add('GET', url, 'lookup', (request) => lookup(context, resource, request));
	}
	const plan = `${API_PATH}/Plans/:planCode`;
	add('GET', `${API_PATH}/Partners`, 'list', (request) => listPartners(context, request));
	add('GET', `${API_PATH}/Partners/:partnerCode/Clients`, 'list', (request) => listClients(context, request));
	add('GET', `${plan}/Features`, 'features', (request) => features(context, request));
	add('POST', `${plan}/PushFeatures`, 'push', (request) => push(context, request));
	add('GET', '/plans-embed/v1/plan', 'embed', (request) => embed(context, request));
	add('POST', '/plans-embed/v1/plan', 'embed', (request) => changeRoom(context, request));
	add('GET', '/photos/:photo', 'photo', photo);
	add('GET', '/openapi.json', 'page', describe);
	add('POST', '/messages', 'page', (request) => context.messages.take(request));
	add('GET', '/', 'page', (request) => home(context, request));
}
