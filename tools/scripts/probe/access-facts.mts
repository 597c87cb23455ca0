import { TOKEN_HEADERS } from '../../../credentials/credential-fields.ts';
import { readTokenResponse, secretsOf } from '../../../service/api/token-response.ts';
import { objectOf } from './responses.mts';
import type { Exchange } from './client.mts';
import { NOT_SEEN, compared, plain } from './fact.mts';
import type { Fact } from './fact.mts';
import { KNOWN, knownOf, knownOr, mediaTypeOf } from './known.mts';
import { otherScopeOf } from './survey.mts';
import type { Survey, Ways } from './survey.mts';

const isOk = (exchange: Exchange | undefined) => (exchange === undefined ? undefined : exchange.status === 200);
const statusOf = (exchange: Exchange | undefined) => (exchange === undefined ? NOT_SEEN : `status ${exchange.status}`);
const errorIn = (exchange: Exchange | undefined) => (exchange === undefined ? NOT_SEEN : errorOf(exchange));

/** Logins, tokens, the partner code, lists. */
export function accessFacts(survey: Survey): Fact[] {
	const { login, ways, planWays } = survey;
	const { noToken, madeUp } = ways.noToken === undefined ? planWays : ways;
	return [
		...loginFacts(survey),
		tokenHeaderFact('Token header of lookups', ways),
		tokenHeaderFact('Token header of plans', planWays),
		compared(
			'Lookup without the partner code',
			'the partner code is sent on lookups, too',
			'observed',
			statusOf(ways.noPartner),
			ways.noPartner && Object.values(survey.lookups).some(isOk),
		),
		compared(
			'Plan without the partner code',
			'the specification requires it on plans',
			'specified',
			statusOf(planWays.noPartner),
			planWays.noPartner && !isOk(planWays.noPartner),
		),
		listFact('List of partners', survey.partners),
		listFact('List of clients', survey.clients),
		plain('Response without a token', errorIn(noToken)),
		plain('Response to a made-up token', errorIn(madeUp)),
		plain('Response for an unknown code', errorIn(survey.unknownCode)),
		plain('Rejected login', login.status === 200 ? NOT_SEEN : errorOf(login)),
	];
}

function loginFacts({ inputs, login, otherScope }: Survey): Fact[] {
	const good = [login, otherScope].find(
		(one) => one !== undefined && 'token' in readTokenResponse(one.status, one.text, secretsOf(inputs)),
	);
	const { token_type: type, expires_in: validity } = objectOf(good?.body);
	const scope = knownOr(KNOWN.scopes, good === otherScope ? otherScopeOf(inputs) : inputs.scope, 'others');
	const ifGood = (holds: boolean) => (good === undefined ? undefined : holds);
	return [
		compared(
			'Login',
			'a form of six parameters gives a token',
			'specified',
			good === undefined ? `rejected: ${errorOf(login)}` : `taken, in ${good.ms} ms`,
			good !== undefined,
		),
		compared('Scope', 'openid esapi-scope', 'specified', good ? scope : 'rejected', ifGood(scope === KNOWN.scopes[0])),
		compared(
			'Token type',
			'Bearer',
			'specified',
			type === undefined ? 'left out' : knownOr(KNOWN.tokenTypes, type, 'another'),
			ifGood(type === 'Bearer'),
		),
		compared(
			'Token validity',
			'expires_in, a whole number, taken as seconds',
			'specified',
			validity === undefined ? 'left out' : `${numberLook(validity)}${typeof validity === 'string' ? ', as text' : ''}`,
			ifGood(Number.isInteger(validity)),
		),
	];
}

function numberLook(value: unknown): string {
	return /^\d{1,8}$/.test(String(value)) ? String(value) : 'no number of seconds';
}

function tokenHeaderFact(topic: string, ways: Ways): Fact {
	const read = TOKEN_HEADERS.filter(({ value }) => isOk(ways[value])).map(({ name }) => name);
	return compared(topic, 'Both', 'specified', read.join('; ') || 'none of the four', isOk(ways.both));
}

function listFact(topic: string, list: Exchange | undefined): Fact {
	const entries = Array.isArray(list?.body) ? list.body.map(objectOf) : undefined;
	const isNamed = entries?.every(({ code, name }) => typeof code === 'string' && typeof name === 'string');
	const members = knownOf(KNOWN.resourceProperties, entries?.flatMap((entry) => Object.keys(entry)) ?? []);
	const found = entries === undefined ? errorIn(list) : `${entries.length}, each with ${members || 'nothing'}`;
	return compared(topic, 'codes are picked from lists of code and name', 'observed', found, list && isNamed === true);
}

/** The shape of an error, never its words: they may hold a name or a secret. */
function errorOf({ status, headers, body }: Exchange): string {
	if (status === 0) return 'no response';
	const { error } = objectOf(body);
	const code = knownOr(KNOWN.oauthErrors, error, '');
	const type = headers['content-type'] === undefined ? '' : `, ${mediaTypeOf(headers['content-type'])}`;
	const members = knownOf(KNOWN.errorProperties, Object.keys(objectOf(body)));
	return `status ${status}${code === '' ? '' : ` (${code})`}${type}${members === '' ? '' : `: ${members}`}`;
}
