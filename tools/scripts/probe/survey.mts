import { NoToken, readTokenResponse, secretsOf } from '../../../service/api/token-response.ts';
import type { Resource } from '../../../service/api/hierarchy.ts';
import { TOKEN_HEADERS } from '../../../credentials/credential-fields.ts';
import type { TokenHeader } from '../../../credentials/credential-fields.ts';
import { noTokenFailure } from '../../../credentials/login-error.ts';
import { featuresOf, photosOf, planCodeOf, viewerTokensOf } from './responses.mts';
import type { Exchange, ProbeClient } from './client.mts';
import type { ProbeInputs } from './inputs.mts';
import { API, codesOf, featuresPath, lookupPath, pathsOf, unknownLike } from './paths.mts';

/** No service takes this token. */
const MADE_UP = 'made-up-token';

/** Minutes and seconds that no service has by default, so that it shows whether one was heeded. */
export const REQUESTED_MINUTES = 7;
export const REQUESTED_SECONDS = 660;

/** One URL, with the token in each header and in other ways. */
export type Ways = Partial<Record<TokenHeader | 'noPartner' | 'madeUp' | 'noToken' | 'minutes' | 'seconds', Exchange>>;

/** All responses that the facts are read from; what could not be requested is left out. */
export interface Survey {
	inputs: ProbeInputs;
	login: Exchange;
	/** Where the given scope was rejected: the other one that such Applications allow. */
	otherScope?: Exchange;
	/** Why nothing more could be asked, in words. */
	problem?: string;
	/** The first header in which the token is read; undefined where that is unknown. */
	tokenHeader?: TokenHeader;
	lookups: Partial<Record<Resource, Exchange>>;
	clientBySingular?: Exchange;
	/** The lookup of the lowest level that was given. */
	ways: Ways;
	partners?: Exchange;
	clients?: Exchange;
	unknownCode?: Exchange;
	/** The first of them read once more. */
	plans: Exchange[];
	again?: Exchange;
	planWays: Ways;
	embed?: Exchange;
	photo?: Exchange;
	/** Several lookups at once. */
	atOnce: Exchange[];
	exchanges: readonly Exchange[];
	putOff: readonly Exchange[];
}

/** Asks the service everything, one request after the other but for the last few. It only reads. */
export async function survey(client: ProbeClient, inputs: ProbeInputs): Promise<Survey> {
	const login = await client.login(inputs.scope);
	const { exchanges, putOff } = client;
	const result: Survey = {
		inputs,
		login,
		lookups: {},
		ways: {},
		plans: [],
		planWays: {},
		atOnce: [],
		exchanges,
		putOff,
	};
	if (problemOf(login, inputs) !== undefined) {
		if (login.status !== 0) result.otherScope = await client.login(otherScopeOf(inputs));
		if (result.otherScope === undefined || problemOf(result.otherScope, inputs) !== undefined)
			return { ...result, problem: problemOf(login, inputs) };
	}
	await findTokenHeader(client, result);
	if (result.problem !== undefined) return result;
	await requestResources(client, result);
	await requestPlans(client, result);
	const [path] = pathsOf(inputs);
	result.atOnce = await Promise.all(Array.from({ length: 4 }, async () => await client.get(path, { isOnce: true })));
	return result;
}

export function otherScopeOf({ scope }: ProbeInputs): string {
	return scope === 'esapi-scope' ? 'openid esapi-scope' : 'esapi-scope';
}

/** Why a login gave no token, as the credential's message. Of the service's it has the OAuth error alone. */
function problemOf({ status, text, failure }: Exchange, inputs: ProbeInputs): string | undefined {
	if (failure !== undefined) return failure;
	const read = readTokenResponse(status, text, secretsOf(inputs));
	if (!(read instanceof NoToken)) return undefined;
	const isSuccess = status >= 200 && status <= 299;
	return noTokenFailure(isSuccess ? read : new NoToken(read.reason, status), inputs).message;
}

/** With each header, and with tokens that no service takes. Equal responses to all prove that none of them is read. */
async function findTokenHeader(client: ProbeClient, result: Survey): Promise<void> {
	const { inputs } = result;
	const [path] = pathsOf(inputs);
	const isPlan = path.endsWith('/Features');
	const ways = isPlan ? result.planWays : result.ways;
	await requestInAllWays(client, path, ways);
	const madeUp = shapeOf(ways.madeUp);
	const isRead = (way: Exchange | undefined) => way?.status === 200 || (way !== undefined && shapeOf(way) !== madeUp);
	const first = ways.both;
	if (first?.failure !== undefined) return void (result.problem = first.failure);
	const found = TOKEN_HEADERS.find(({ value }) => isRead(ways[value]));
	if (found === undefined && first !== undefined && isPage(first)) {
		return void (result.problem = `${inputs.baseUrl} responds with a web page, not as a plan service. Check Base URL.`);
	}
	if (found === undefined && first !== undefined && first.status >= 300 && first.status < 400) {
		const advice = 'Set Base URL to the final URL.';
		return void (result.problem = `${inputs.baseUrl} redirects elsewhere. ${advice}`);
	}
	result.tokenHeader = found?.value;
	client.tokenHeader = found?.value ?? 'both';
}

async function requestInAllWays(client: ProbeClient, path: string, ways: Ways): Promise<void> {
	for (const { value } of TOKEN_HEADERS) ways[value] = await client.get(path, { tokenHeader: value });
	ways.madeUp = await client.get(path, { token: MADE_UP });
	ways.noToken = await client.get(path, { token: '' });
}

function isPage({ text }: Exchange): boolean {
	return /^\s*</.test(text);
}

/** Status and words, without what is new in each response, such as a time or the number of a trace. */
function shapeOf(exchange: Exchange | undefined): string {
	return exchange === undefined ? '' : `${exchange.status} ${exchange.text.replace(/\S*\d\S*/g, '')}`;
}

async function requestResources(client: ProbeClient, result: Survey): Promise<void> {
	const { inputs, lookups, ways } = result;
	result.partners = await client.get(`${API}/Partners`);
	if (inputs.partnerCode !== '') {
		result.clients = await client.get(`${API}/Partners/${encodeURIComponent(inputs.partnerCode)}/Clients`);
	}
	const codes = codesOf(inputs);
	for (const [level, code] of codes) lookups[level] = await client.get(lookupPath(level, code));
	if (inputs.clientCode !== '') {
		result.clientBySingular = await client.get(`${API}/Client/${encodeURIComponent(inputs.clientCode)}`);
		if (lookups.client?.status !== 200 && result.clientBySingular.status === 200)
			lookups.client = result.clientBySingular;
	}
	const lowest = codes.at(-1);
	if (lowest === undefined) return;
	const [, path = ''] = lookups[lowest[0]] === result.clientBySingular ? [] : [0, lookupPath(...lowest)];
	if (path === '') return;
	if (ways.both === undefined) await requestInAllWays(client, path, ways);
	ways.noPartner = await client.get(path, { hasPartner: false });
	ways.minutes = await client.get(path, { query: { viewerTokenLifetime: String(REQUESTED_MINUTES) } });
	ways.seconds = await client.get(path, { query: { expiry: String(REQUESTED_SECONDS) } });
	result.unknownCode = await client.get(lookupPath(lowest[0], unknownLike(lowest[1])));
}

async function requestPlans(client: ProbeClient, result: Survey): Promise<void> {
	const { inputs, planWays, lookups } = result;
	const { floor, campus } = lookups;
	const codes = new Set([inputs.planCode, planCodeOf(floor), planCodeOf(campus)].filter((code) => !!code));
	for (const code of codes) result.plans.push(await client.get(featuresPath(String(code))));
	const [planCode] = codes;
	if (planCode === undefined) return;
	const path = featuresPath(planCode);
	if (planWays.both === undefined) await requestInAllWays(client, path, planWays);
	planWays.noPartner = await client.get(path, { hasPartner: false });
	result.again = await client.get(path);
	const lookup = [floor, campus].find((one) => one !== undefined && planCodeOf(one) !== undefined);
	const token = viewerTokensOf(lookup).allAreas;
	if (typeof token === 'string') {
		const query = new URLSearchParams({ viewerToken: token, planCode: planCodeOf(lookup) ?? planCode });
		result.embed = await client.open(`${inputs.baseUrl}/plans-embed/v1/plan?${query}`);
	}
	const address = result.plans
		.flatMap(featuresOf)
		.flatMap(photosOf)
		.find((one) => URL.canParse(one, inputs.baseUrl));
	if (address !== undefined) result.photo = await client.open(address);
}
