import type { FastifyRequest } from 'fastify';
import { json } from '../http/response.mts';
import type { SandboxResponse } from '../http/response.mts';
import { IDENTITIES, identityIn } from '../identity.mts';
import type { Identity } from '../identity.mts';
import { isJsonObject } from '../json.mts';
import type { Feature } from '../json.mts';
import type { SandboxSettings } from '../settings.mts';
import { signViewerToken } from '../viewer-tokens.mts';
import { SENT } from './recording.mts';
import type { RecordedExchange, Recording } from './recording.mts';

const BEARERS = ['Authentication', 'Authorization'] as const;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?:;|$)/i;
const FEATURES = /\/Plans\/([^/]+)\/Features$/;

/** The responses of a recording in the place of the sandbox's own. */
export class Replay {
	constructor(private readonly recording: Recording) {}

	/** How the recorded service reads tokens, and for how long they last. */
	get settings(): Partial<SandboxSettings> {
		const { scope, tokenLifetimeSeconds, tokenHeader } = this.recording;
		return {
			allowedScope: scope,
			tokenHeader: tokenHeader === 'both' ? 'either' : tokenHeader,
			identity: this.identity,
			...(tokenLifetimeSeconds !== undefined && { tokenLifetimeSeconds }),
		};
	}

	/** What each recorded feature has. */
	private get identity(): Identity {
		const all = this.features.flatMap(([, features]) => features);
		return IDENTITIES.find((name) => all.every((feature) => feature[name] !== undefined)) ?? 'none';
	}

	/** The features of each recorded plan. */
	get features(): Array<[planCode: string, features: Feature[]]> {
		return this.recording.exchanges.flatMap(({ path, status, body }) => {
			const [, planCode] = FEATURES.exec(path) ?? [];
			if (planCode === undefined || status !== 200 || !isJsonObject(body) || !Array.isArray(body.features)) return [];
			return [[planCode, body.features.filter(isJsonObject).map(withLocalPhotos)] as [string, Feature[]]];
		});
	}

	/**
	 * What was recorded for this request, undefined when nothing was. Requests that differ from all recorded ones in
	 * their headers or query get what the address responded with success.
	 * @param isAllowed throws unless the request bears a token of this sandbox
	 */
	responseTo(request: FastifyRequest, isAllowed: () => void): SandboxResponse | undefined {
		const [path, query = ''] = (request.raw.url ?? '').split(/\?(.*)/s);
		const sameQuery = sorted([...new URLSearchParams(query).keys()]);
		const sent = sorted(SENT.filter((name) => request.headers[name.toLowerCase()] !== undefined));
		const candidates = this.recording.exchanges.filter((one) => one.method === request.method && one.path === path);
		const exact = candidates.find((one) => sorted(one.sent) === sent && sorted(Object.keys(one.query)) === sameQuery);
		if (exact === undefined || exact.status === 200) isAllowed();
		const exchange = exact ?? candidates.find(({ status }) => status === 200) ?? candidates[0];
		if (exchange === undefined) return this.responseForUnknown(path);
		return responseOf(exchange, exchange.status === 200 ? withFreshTokens(exchange) : exchange.body);
	}

	/** How the service responded for a code that it does not know, of the same kind if one was recorded. */
	private responseForUnknown(path: string): SandboxResponse | undefined {
		const kind = (address: string) => address.slice(0, address.lastIndexOf('/'));
		const isRejected = ({ status, sent }: RecordedExchange) =>
			status >= 400 && BEARERS.every((name) => sent.includes(name));
		const unknown = this.recording.exchanges.find((one) => isRejected(one) && kind(one.path) === kind(path));
		return unknown && responseOf(unknown, unknown.body);
	}
}

/** JSON only: a recording comes from somewhere else, and a page of it would run in the browser of whoever opens it. */
function responseOf({ status, headers }: RecordedExchange, body: unknown): SandboxResponse {
	const type = String(headers['content-type']);
	return json(body, status, JSON_TYPE.test(type) ? { 'content-type': type } : {});
}

function sorted(names: readonly string[]): string {
	return [...names].sort().join();
}

/** Viewer tokens that open the sandbox's plans, for as long from now as the recorded ones lasted. */
function withFreshTokens({ body, receivedAt }: RecordedExchange): unknown {
	if (!isJsonObject(body) || !isJsonObject(body.viewerTokens)) return body;
	const lifetimeMs = Date.parse(String(body.viewerTokens.expiry)) - receivedAt;
	const expiresAtMs = Date.now() + (Number.isNaN(lifetimeMs) ? 0 : lifetimeMs);
	const tokens = Object.entries(body.viewerTokens).map(([name, value]) => {
		if (typeof value !== 'string') return [name, value];
		if (name === 'expiry')
			return [name, new Date(expiresAtMs).toISOString().replace('Z', /[+-][\d:]+$/.exec(value)?.[0] ?? 'Z')];
		if (name !== 'allAreas' && name !== 'allAreasAndChildren') return [name, value];
		return [name, signViewerToken({ resourceCode: String(body.code), access: name, expiresAtMs })];
	});
	return { ...body, viewerTokens: Object.fromEntries(tokens) };
}

/** The sandbox has a picture for every address below its own `/photos`. */
function withLocalPhotos(feature: Feature): Feature {
	if (!Array.isArray(feature.photos)) return feature;
	const photos = feature.photos.filter(isJsonObject).map((photo, index) => ({
		...photo,
		imageUrl: `/photos/${String(identityIn(feature) ?? 'photo')}-${index}.png`,
	}));
	return { ...feature, photos };
}
