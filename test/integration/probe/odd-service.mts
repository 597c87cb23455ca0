import Fastify from 'fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProbeInputs } from '../../../tools/scripts/probe/inputs.mts';

const uuid = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`;

export const ODD_NAMES = ['Elm House', 'Second storey', 'Quill & Partners', 'Desk of Ines'];

const FEATURES = [
	{
		type: 'room',
		geometry: [
			[1.5, 2],
			[8, 2],
			[8, 9],
		],
		data: [{ key: 'tenant', name: 'Quill & Partners', value: 'Desk of Ines' }],
	},
	{ type: 'desk', position: [3, 4], label: 'Desk of Ines', data: [{ key: 'area', name: 'Area' }] },
	{ type: 'zone', zoneType: 'leased', geometry: { paths: ['M0 0'] }, data: [] },
];

/**
 * A service that keeps to the specification where it says something, and differs in every point that was observed
 * beside it.
 */
export async function startOddService(): Promise<{
	inputs: ProbeInputs;
	addresses: string[];
	close: () => Promise<void>;
}> {
	const app = Fastify({ forceCloseConnections: true });
	const addresses: string[] = [];
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
	app.addHook('onRequest', async ({ method, url }) => void addresses.push(`${method} ${url}`));
	const problem = (reply: FastifyReply, status: number) =>
		reply.code(status).header('content-type', 'application/problem+json').send({ title: 'No', traceId: 'a-1' });

	app.post('/login/connect/token', async (request, reply) => {
		const form = new URLSearchParams(String(request.body));
		if (form.get('scope') !== 'esapi-scope') return await reply.code(400).send({ error: 'invalid_scope' });
		return { access_token: 'odd.token', expires_in: '900', token_type: 'bearer' };
	});
	/** Reads tokens where the specification says, and nowhere else. */
	const get = (url: string, body: (request: FastifyRequest) => unknown) =>
		app.get(url, async (request, reply) => {
			if (request.headers.authentication !== 'Bearer odd.token') return await problem(reply, 403);
			const response = body(request);
			return response === undefined ? await problem(reply, 410) : response;
		});
	const viewerTokens = (allAreas: string | null) => () => ({
		allAreas,
		allAreasAndChildren: 'abcdef0123456789',
		expiry: new Date(Date.now() + 86_400_000).toISOString().replace('Z', '+00:00'),
	});
	const place =
		(code: string, name: string, allAreas: string | null, more: object = {}) =>
		(request: FastifyRequest) =>
			decodeURIComponent(request.url).includes(code)
				? { code, name, viewerTokens: viewerTokens(allAreas)(), ...more }
				: undefined;
	get('/esapi/api/v1/Partners', () => ({ items: [], total: 0 }));
	get('/esapi/api/v1/Client/:code', place(uuid(1), 'Quill & Partners', null));
	get(
		'/esapi/api/v1/Campuses/:code',
		place(uuid(2), 'Elm House', 'siteviewertoken', { sitePlan: { code: uuid(5) }, region: 'North' }),
	);
	get('/esapi/api/v1/Buildings/:code', place(uuid(3), 'Elm House', null));
	get('/esapi/api/v1/Floors/:code', place(uuid(4), 'Second storey', 'floorviewertoken', { planCode: 'floor-plan-4' }));
	get('/esapi/api/v1/Plans/:code/Features', () => ({ features: FEATURES }));
	app.get(
		'/plans-embed/v1/plan',
		async (_request, reply) =>
			await reply
				.header('x-frame-options', 'DENY')
				.header('x-ratelimit-limit', '10')
				.type('text/html')
				.send('<p>Second storey</p>'),
	);
	app.setNotFoundHandler(async (_request, reply) => await problem(reply, 410));
	const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' });
	return {
		inputs: {
			baseUrl,
			authUrl: `${baseUrl}/login`,
			applicationId: 'odd-application',
			applicationSecret: 'odd application secret',
			apiKey: 'odd-key',
			apiSecret: 'odd api secret',
			scope: 'openid esapi-scope',
			partnerCode: 'odd-partner',
			clientCode: uuid(1),
			campusCode: uuid(2),
			buildingCode: uuid(3),
			floorCode: uuid(4),
			planCode: '',
		},
		addresses,
		close: async () => await app.close(),
	};
}
