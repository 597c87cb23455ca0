import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SandboxCredential } from '../../tools/sandbox/credential.mts';
import type { ProbeInputs } from '../../tools/scripts/probe/inputs.mts';
import { atNewAddress } from '../support/http/new-address.mts';
import type { Point } from './factors.mts';
import { levelOf } from './factors.mts';
import { logInReply, whyNotAllowed } from './login-service.mts';
import type { Logins } from './login-service.mts';
import { planReply } from './plan-service.mts';
import type { Plans } from './plan-service.mts';
import { rejection, sendReply, serviceNow } from './replies.mts';
import type { Reply } from './replies.mts';
import { PARTNER, featuresOf, resourceOf, resourcesOf } from './resources.mts';
import type { Resources } from './resources.mts';

/** A request, its path below the base address and decoded. */
export interface ServiceRequest {
	method: string;
	path: string[];
	query: URLSearchParams;
	headers: IncomingMessage['headers'];
	body: string;
}

type PointCredential = SandboxCredential & Record<'tokenHeader' | 'accessToken', string>;

/** A running service of one point. */
export interface PointService {
	point: Point;
	resources: Resources;
	/** The credential that a person would make for it. */
	credential: PointCredential;
	logins: Logins;
	plans: Plans;
	close(): Promise<void>;
}

export async function startService(point: Point): Promise<PointService> {
	return await atNewAddress(async () => await start(point));
}

async function start(point: Point): Promise<PointService> {
	const resources = resourcesOf(point);
	const logins: Logins = { point, made: 0, alive: new Set() };
	const plans: Plans = {
		point,
		features: new Map([
			[resources.plan, featuresOf(point)],
			[resources.emptyPlan, []],
		]),
		pushes: 0,
		makesIds: false,
		reads: 0,
		putOff: new Set(),
	};
	const server = createServer((request, response) => void respond(request, response));
	const base = { none: '', one: '/tenant', two: '/tenants/a%20b' }[point.basePath];
	const service = { point, resources, logins, plans };

	async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = await text(request);
		const url = new URL(request.url ?? '/', 'http://service');
		if (point.pace === 'slow') await new Promise((resume) => setTimeout(resume, 15));
		const path = url.pathname.split('/').map(decodeURIComponent);
		const received = { method: request.method ?? '', path, query: url.searchParams, headers: request.headers, body };
		if (url.pathname.endsWith('/connect/token')) return await sendReply(point, response, logInReply(logins, received));
		const below = url.pathname.startsWith(`${base}/esapi/api/v1/`);
		const steps = path.slice(base.split('/').length + 3);
		const reply = below ? replyTo(service, { ...received, path: steps }) : unknownAddress(point);
		if (reply === 'reset') return void request.socket.destroy();
		await sendReply(point, response, reply);
	}

	const listening = createServerOn(server);
	const address = await listening;
	const other =
		point.authAddress === 'otherHost'
			? createServer((request, response) => void respond(request, response))
			: undefined;
	const authUrl =
		other === undefined
			? `${address}${point.authAddress === 'otherPath' ? '/identity' : ''}`
			: await createServerOn(other);
	return {
		...service,
		credential: credentialFor(point, `${address}${base}`, authUrl),
		close: async () => {
			for (const one of [server, other]) {
				one?.closeAllConnections();
				await new Promise((closed) => (one === undefined ? closed(undefined) : one.close(closed)));
			}
		},
	};
}

async function createServerOn(server: ReturnType<typeof createServer>): Promise<string> {
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const SECRETS = {
	applicationSecret: 'Appl-Secret-9q8w7e',
	apiSecret: 'Api-Secret-5t6y7u',
	apiKey: 'Key-1a2s3d4f5g',
};

/** What a person would tell the probe. */
export function probeInputsOf({ resources, credential }: PointService): ProbeInputs {
	const { client, campus, building, floor, plan } = resources;
	const codes = { clientCode: client, campusCode: campus, buildingCode: building, floorCode: floor, planCode: plan };
	return { ...credential, ...codes };
}

function credentialFor(point: Point, baseUrl: string, authUrl: string): PointCredential {
	return {
		baseUrl,
		authUrl,
		applicationId: 'app_space',
		...SECRETS,
		scope: 'openid esapi-scope',
		partnerCode: PARTNER,
		tokenHeader: 'both',
		accessToken: '',
		...levelOf('scope', point.scope).credential,
	};
}

function replyTo(
	{ point, resources, logins, plans }: Omit<PointService, 'credential' | 'close'>,
	request: ServiceRequest,
): Reply | 'reset' {
	if (point.respondsFrom === 'elsewhere') return { status: 302, headers: { location: 'https://elsewhere.invalid/' } };
	if (point.respondsFrom === 'otherServer')
		return { status: 404, body: '<!doctype html><html><body>Not found</body></html>' };
	if (request.method === 'HEAD' && point.head !== 'responds') return point.head === 'reset' ? 'reset' : { status: 405 };
	const [kind, code] = request.path;
	if (kind === 'Partners') return partnersReply(point, resources, logins, request);
	const rejected = whyNotAllowed(logins, request, kind === 'Plans' || point.partnerOnLookups === 'required');
	if (rejected !== undefined) return rejected;
	if (kind === 'Plans') return planReply(plans, request);
	const level = ({ Clients: 'client', Campuses: 'campus', Buildings: 'building', Floors: 'floor' } as const)[
		kind ?? ''
	];
	const isClient =
		kind === 'Client' ? point.clientPath !== 'plural' : kind === 'Clients' && point.clientPath !== 'singular';
	const found = isClient ? 'client' : kind === 'Clients' ? undefined : level;
	if (found === undefined || request.method !== 'GET') return unknownAddress(point);
	if (resources[found] !== code)
		return rejection(point, Number(point.unknownCode.slice(1)), `no such resource ${code}`);
	return { status: 200, body: resourceOf(point, resources, found, viewerTokens(point, request)) };
}

function partnersReply(point: Point, resources: Resources, logins: Logins, request: ServiceRequest): Reply | 'reset' {
	if (point.partners === 'unlisted' || request.method !== 'GET') return unknownAddress(point);
	const rejected = whyNotAllowed(logins, request, false);
	if (rejected !== undefined) return rejected;
	const [, partner, clients] = request.path;
	if (partner === undefined) return { status: 200, body: [{ code: PARTNER, name: 'Partner' }] };
	if (clients !== 'Clients' || partner !== PARTNER) return rejection(point, 404, 'no such partner');
	return { status: 200, body: [{ code: resources.client, name: 'Owner', status: 'active', chargeable: true }] };
}

function unknownAddress(point: Point): Reply | 'reset' {
	if (point.unknownAddress === 'reset') return 'reset';
	if (point.unknownAddress === 'page') return { status: 200, body: '<html><body>Welcome</body></html>' };
	return rejection(point, Number(point.unknownAddress.slice(1)), 'no such address');
}

/** As long as the lookup asks for, by the member that the deployment reads, and an hour without. */
function viewerTokens(point: Point, { query }: ServiceRequest): Record<string, unknown> {
	const minutes = { minutes: query.get('viewerTokenLifetime'), seconds: Number(query.get('expiry')) / 60, none: 60 };
	const lifetimeMs = 60_000 * (Number(minutes[point.lifetime]) || 60);
	const iso = new Date(serviceNow(point) + lifetimeMs).toISOString();
	const expiry = {
		zulu: iso.replace(/\.\d+/, ''),
		milliseconds: iso,
		offset: iso.replace('Z', '+00:00'),
		unzoned: iso.replace('Z', ''),
		basic: iso.replace(/[-:]|\.\d+/g, ''),
		comma: iso.replace('.', ','),
	}[point.expiry];
	const token = { jwt: 'eyJh.bGci.Oi', base64: 'a+b/c=d==', long: 'v'.repeat(3000) }[point.viewerToken];
	return { allAreas: `${token}1`, allAreasAndChildren: `${token}2`, expiry };
}
