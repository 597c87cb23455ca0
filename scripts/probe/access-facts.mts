import type { Exchange } from './client.mts';
import { NOT_SEEN, compared, plain } from './fact.mts';
import type { Fact } from './fact.mts';
import { objectOf } from './survey.mts';
import type { Survey } from './survey.mts';

const isOk = (exchange: Exchange | undefined) => (exchange === undefined ? undefined : exchange.status === 200);
const statusOf = (exchange: Exchange | undefined) => (exchange === undefined ? NOT_SEEN : `status ${exchange.status}`);

/** Logins, tokens, the partner code, lists. */
export function accessFacts(survey: Survey): Fact[] {
	const { login, ways, planWays } = survey;
	return [
		...loginFacts(survey),
		tokenHeaderFact('Token header of lookups', ways, 'observed'),
		tokenHeaderFact('Token header of plans', planWays, 'specified'),
		compared(
			'Lookup without the partner code',
			'the partner code is sent on lookups, too',
			'observed',
			statusOf(ways.noPartner),
			isOk(Object.values(survey.lookups).at(-1)),
		),
		compared(
			'Plan without the partner code',
			'the specification requires it on plans',
			'specified',
			statusOf(planWays.noPartner),
			planWays.noPartner === undefined ? undefined : planWays.noPartner.status !== 200,
		),
		listFact('List of partners', survey.partners),
		listFact('List of clients', survey.clients),
		plain('Answer without a token', ways.noToken === undefined ? NOT_SEEN : errorOf(ways.noToken)),
		plain('Answer for an unknown code', survey.unknownCode === undefined ? NOT_SEEN : errorOf(survey.unknownCode)),
		plain('Refused login', login.status === 200 ? NOT_SEEN : errorOf(login)),
	];
}

function loginFacts({ inputs, login, otherScope }: Survey): Fact[] {
	const good = login.status === 200 ? login : otherScope?.status === 200 ? otherScope : undefined;
	const answer = objectOf(good?.body);
	const other = inputs.scope === 'esapi-scope' ? 'openid esapi-scope' : 'esapi-scope';
	const scope = login.status === 200 ? inputs.scope : other;
	return [
		compared(
			'Login',
			'a form of six parameters gives a token',
			'specified',
			good === undefined ? `refused: ${errorOf(login)}` : `taken, in ${good.ms} ms`,
			typeof answer.access_token === 'string',
		),
		compared(
			'Scope',
			'openid esapi-scope',
			'specified',
			good === undefined ? 'refused' : `"${scope}"`,
			good === undefined ? undefined : scope === 'openid esapi-scope',
		),
		compared(
			'Token type',
			'Bearer',
			'specified',
			String(answer.token_type ?? NOT_SEEN),
			good === undefined ? undefined : answer.token_type === 'Bearer',
		),
		compared(
			'Token validity',
			'expires_in, a whole number, taken as seconds',
			'specified',
			JSON.stringify(answer.expires_in) ?? NOT_SEEN,
			good === undefined ? undefined : Number.isInteger(answer.expires_in),
		),
	];
}

function tokenHeaderFact(topic: string, ways: Survey['ways'], basis: 'specified' | 'observed'): Fact {
	const read = [
		isOk(ways.authentication) ? 'Authentication' : '',
		isOk(ways.authorization) ? 'Authorization' : '',
	].filter((name) => name !== '');
	const rest = basis === 'specified' ? 'Authentication' : 'Authorization beside Authentication';
	const holds = basis === 'specified' ? isOk(ways.authentication) : isOk(ways.authorization);
	return compared(topic, rest, basis, read.join(' or ') || 'neither alone', holds);
}

function listFact(topic: string, list: Exchange | undefined): Fact {
	const entries = Array.isArray(list?.body) ? list.body.map(objectOf) : undefined;
	const isNamed = entries?.every(({ code, name }) => typeof code === 'string' && typeof name === 'string');
	const members = [...new Set(entries?.flatMap((entry) => Object.keys(entry)))].join(', ');
	const found =
		entries === undefined
			? list === undefined
				? ''
				: shapeOf(list)
			: `${entries.length}, each with ${members || 'nothing'}`;
	return compared(topic, 'codes are picked from lists of code and name', 'observed', found, list && isNamed === true);
}

function shapeOf({ status, body }: Exchange): string {
	const members = Object.keys(objectOf(body)).join(', ');
	return `status ${status}${members === '' ? '' : `, an object with ${members}`}`;
}

/** The shape of an error, never its words: they may hold a name or a secret. */
function errorOf({ status, headers, body }: Exchange): string {
	const [type = ''] = (headers['content-type'] ?? '').split(';');
	const { error } = objectOf(body);
	const code = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? ` (${error})` : '';
	const members = Object.keys(objectOf(body)).join(', ');
	return `status ${status}${code}${type === '' ? '' : `, ${type}`}${members === '' ? '' : `: ${members}`}`;
}
