import Fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BearerTokens } from '../bearer-tokens.mts';
import type { TrafficCheck } from '../description/traffic-check.mts';
import { isIntercepted } from './intercepts.mts';
import { beginRecord, recordOf } from './recorded-request.mts';
import type { RecordedRequest } from './recorded-request.mts';
import type { Traffic } from './traffic.mts';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** Half a gigabyte: a push of 200,000 features fits. */
const BODY_LIMIT = 512 * 1024 * 1024;

/** The HTTP server without its routes; `requests` gets a record of everything that arrives. */
export function createApp(
	requests: RecordedRequest[],
	traffic: Traffic,
	tokens: BearerTokens,
	check: TrafficCheck | undefined,
	{ isOpen, maxRequests }: { /** Responds to every host name. */ isOpen: boolean; maxRequests: number },
): FastifyInstance {
	const app = Fastify({
		bodyLimit: BODY_LIMIT,
		// Hanging and idle connections end with the server.
		forceCloseConnections: true,
		// Unknown members are kept as they are, whatever their name.
		onProtoPoisoning: 'ignore',
		onConstructorPoisoning: 'ignore',
		routerOptions: { maxParamLength: 10_000 },
		frameworkErrors: (_error, request: FastifyRequest, reply: FastifyReply) => {
			// No hook runs for an address that can't be decoded.
			requests.push({ ...beginRecord(request), status: 400 });
			void reply.code(400).send({ message: 'The address is malformed.' });
		},
	});
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
	app.addHook('onRequest', async (request, reply) => {
		if (!isOpen && !LOOPBACK.test(request.headers.host ?? '')) {
			// A page in a browser reaches this machine by a name of its own, whose address it changes (DNS rebinding).
			reply.hijack();
			reply.raw.writeHead(421).end('The sandbox responds to localhost, 127.0.0.1 and [::1] only; see --host.');
			return;
		}
		const record = beginRecord(request);
		const tokenId = tokens.idOf(request.headers, 'either');
		if (tokenId !== undefined) record.tokenId = tokenId;
		requests.push(record);
		if (requests.length > maxRequests) requests.shift();
		traffic.arrived(record, reply);
	});
	app.addHook('onSend', async (request, reply, body) => {
		const record = recordOf(request);
		record.status = reply.statusCode;
		// Node would write it by a clock that no test can set.
		if (!reply.hasHeader('date')) reply.header('date', new Date(Date.now()).toUTCString());
		check?.check(
			{ method: record.method, address: record.path, headers: record.headers, body: request.body },
			{ status: reply.statusCode, headers: reply.getHeaders(), body },
			!isIntercepted(request),
		);
	});
	app.setNotFoundHandler(
		async ({ method, url }, reply) =>
			await reply.code(404).send({ message: `There is no ${method} ${url.split('?')[0]}.` }),
	);
	app.setErrorHandler(
		async (error: { statusCode?: number; message: string }, _request, reply) =>
			await reply.code(error.statusCode ?? 500).send({ message: error.message }),
	);
	return app;
}
