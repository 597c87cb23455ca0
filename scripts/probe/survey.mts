import type { Exchange, ProbeClient } from './client.mts';
import type { ProbeInputs } from './inputs.mts';

export type Level = 'client' | 'campus' | 'building' | 'floor';

const API = '/esapi/api/v1';
const SEGMENT: Record<Level, string> = {
	client: 'Clients',
	campus: 'Campuses',
	building: 'Buildings',
	floor: 'Floors',
};

/** Minutes and seconds that no service has by default, so that it shows whether one was heeded. */
export const ASKED_MINUTES = 7;
export const ASKED_SECONDS = 660;

/** All answers that the facts are read from; what could not be asked is left out. */
export interface Survey {
	inputs: ProbeInputs;
	login: Exchange;
	/** Where the given scope was refused: the other one that such Applications allow. */
	otherScope?: Exchange;
	lookups: Partial<Record<Level, Exchange>>;
	clientBySingular?: Exchange;
	/** The lookup of the lowest level that was given, asked in other ways. */
	ways: Partial<Record<'authentication' | 'authorization' | 'noPartner' | 'minutes' | 'seconds' | 'noToken', Exchange>>;
	partners?: Exchange;
	clients?: Exchange;
	unknownCode?: Exchange;
	plans: Exchange[];
	planWays: Partial<Record<'authentication' | 'authorization' | 'noPartner', Exchange>>;
	embed?: Exchange;
	photo?: Exchange;
	/** Several lookups at once. */
	atOnce: Exchange[];
	exchanges: readonly Exchange[];
}

/** Asks the service everything, one request after the other but for the last few. It only reads. */
export async function survey(client: ProbeClient, inputs: ProbeInputs): Promise<Survey> {
	const login = await client.login(inputs.scope);
	if (login.status === 0)
		throw new Error(`${inputs.authUrl} did not answer: ${String(login.body)}. Correct the Authentication URL.`);
	const result: Survey = {
		inputs,
		login,
		lookups: {},
		ways: {},
		plans: [],
		planWays: {},
		atOnce: [],
		exchanges: client.exchanges,
	};
	if (login.status !== 200) {
		const other = inputs.scope === 'esapi-scope' ? 'openid esapi-scope' : 'esapi-scope';
		result.otherScope = await client.login(other);
		if (result.otherScope.status !== 200) return result;
	}
	await askPlaces(client, result);
	await askPlans(client, result);
	return result;
}

async function askPlaces(client: ProbeClient, result: Survey): Promise<void> {
	const { inputs, lookups, ways } = result;
	result.partners = await client.get(`${API}/Partners`);
	if (inputs.partnerCode !== '') {
		result.clients = await client.get(`${API}/Partners/${encodeURIComponent(inputs.partnerCode)}/Clients`);
	}
	const codes = codesOf(inputs);
	for (const [level, code] of codes) lookups[level] = await client.get(lookupPath(level, code));
	if (inputs.clientCode !== '') {
		result.clientBySingular = await client.get(`${API}/Client/${encodeURIComponent(inputs.clientCode)}`);
	}
	const lowest = codes.at(-1);
	if (lowest === undefined) return;
	const path = lookupPath(...lowest);
	ways.authentication = await client.get(path, { tokenIn: ['Authentication'] });
	ways.authorization = await client.get(path, { tokenIn: ['Authorization'] });
	ways.noToken = await client.get(path, { tokenIn: [] });
	ways.noPartner = await client.get(path, { hasPartner: false });
	ways.minutes = await client.get(path, { query: { viewerTokenLifetime: String(ASKED_MINUTES) } });
	ways.seconds = await client.get(path, { query: { expiry: String(ASKED_SECONDS) } });
	result.unknownCode = await client.get(lookupPath(lowest[0], unknownLike(lowest[1])));
	result.atOnce = await Promise.all(Array.from({ length: 4 }, async () => await client.get(path)));
}

async function askPlans(client: ProbeClient, result: Survey): Promise<void> {
	const { floor, campus } = result.lookups;
	for (const code of [planCodeOf(floor), planCodeOf(campus)]) {
		if (code === undefined) continue;
		result.plans.push(await client.get(featuresPath(code)));
	}
	const [planCode, lookup] = [planCodeOf(floor) ?? planCodeOf(campus), planCodeOf(floor) ? floor : campus];
	if (planCode === undefined) return;
	const path = featuresPath(planCode);
	result.planWays.authentication = await client.get(path, { tokenIn: ['Authentication'] });
	result.planWays.authorization = await client.get(path, { tokenIn: ['Authorization'] });
	result.planWays.noPartner = await client.get(path, { hasPartner: false });
	const token = viewerTokensOf(lookup).allAreas;
	if (typeof token === 'string') {
		const query = new URLSearchParams({ viewerToken: token, planCode });
		result.embed = await client.open(`${result.inputs.baseUrl}/plans-embed/v1/plan?${query}`);
	}
	const address = result.plans.flatMap(featuresOf).flatMap(photosOf)[0];
	if (address !== undefined) result.photo = await client.open(address);
}

function codesOf(inputs: ProbeInputs): Array<[Level, string]> {
	const codes: Array<[Level, string]> = [
		['client', inputs.clientCode],
		['campus', inputs.campusCode],
		['building', inputs.buildingCode],
		['floor', inputs.floorCode],
	];
	return codes.filter(([, code]) => code !== '');
}

function lookupPath(level: Level, code: string): string {
	return `${API}/${SEGMENT[level]}/${encodeURIComponent(code)}`;
}

function featuresPath(planCode: string): string {
	return `${API}/Plans/${encodeURIComponent(planCode)}/Features`;
}

/** A code of the same look that no service has. */
function unknownLike(code: string): string {
	const [zeros, ones] = ['0', '1'].map((digit) => code.replace(/[a-z0-9]{1,25}$/i, (end) => digit.repeat(end.length)));
	return zeros === code ? ones : zeros;
}

export function objectOf(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function planCodeOf(lookup: Exchange | undefined): string | undefined {
	const { planCode } = objectOf(lookup?.body);
	return typeof planCode === 'string' && planCode !== '' ? planCode : undefined;
}

export function viewerTokensOf(lookup: Exchange | undefined): Record<string, unknown> {
	return objectOf(objectOf(lookup?.body).viewerTokens);
}

export function featuresOf(plan: Exchange): Array<Record<string, unknown>> {
	const { features } = objectOf(plan.body);
	return Array.isArray(features) ? features.map(objectOf) : [];
}

function photosOf({ photos }: Record<string, unknown>): string[] {
	if (!Array.isArray(photos)) return [];
	return photos.flatMap((photo) =>
		typeof objectOf(photo).imageUrl === 'string' ? [String(objectOf(photo).imageUrl)] : [],
	);
}
