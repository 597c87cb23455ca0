import type { IHttpRequestHelper } from 'n8n-workflow';
import { mostBytesAt, partnersAddress, readNamedList, serviceWords } from '../service/answer';
import { secretsOf } from '../service/login';
import { joinFirst, wordsOf } from '../service/text';
import type { Secrets } from '../service/text';
import { labelOf } from './credential-fields';
import type { CredentialSettings } from './credential-settings';
import { LoginFailure } from './login-failure';
import { signedHeaders } from './signing';
import type { TokenBond } from './token-bond';
import { requestOnce } from './token-exchange';
import type { OwnAnswer } from './token-exchange';

/** A partner as a service lists it, observed beside the specification. */
interface Partner {
	code: string;
	name: string;
}

const MOST_PARTNERS_IN_WORDS = 5;

/**
 * Asks the service itself with a token that was just made. Any answer of a service passes, because a deployment need
 * not list anything. A refused token, a website or no answer at all does not.
 * @throws LoginFailure
 */
export async function probeService(
	helper: IHttpRequestHelper,
	settings: CredentialSettings,
	{ token }: TokenBond,
): Promise<void> {
	const secrets = secretsOf(settings, [token]);
	const url = partnersAddress(settings.baseUrl);
	const answer = await requestOnce(helper, settings, {
		method: 'GET',
		field: 'baseUrl',
		url,
		// Without Partner Code, because a service may refuse to list partners for one that is wrong, and a refusal passes.
		headers: signedHeaders({ ...settings, partnerCode: '' }, token),
		// Of an answer that is too long the beginning tells enough: whether it is a web page, and what it says.
		mostBytes: mostBytesAt(url),
		secrets,
	});
	if (answer instanceof LoginFailure)
		throw new LoginFailure(`The login works, but: ${answer.what}`, answer.advice, answer.refused);
	assertGoodAnswer(answer, settings, secrets);
}

function assertGoodAnswer({ status, text }: OwnAnswer, settings: CredentialSettings, secrets: Secrets): void {
	const { baseUrl } = settings;
	const label = labelOf('baseUrl');
	const words = serviceWords(text, secrets);
	const said = words === '' ? '' : `: ${words}`;
	if (status === 401) {
		throw new LoginFailure(
			`The login works, but ${baseUrl} does not accept its token (status 401)${said}`,
			`Check ${label}, and ${labelOf('tokenHeader')}: the service may read only one of the two headers.`,
			true,
		);
	}
	if (status >= 300 && status < 400) {
		throw new LoginFailure(
			`The login works, but ${baseUrl} redirects elsewhere (status ${status})`,
			`Set ${label} to the address that answers itself, with https:// if it has it.`,
			true,
		);
	}
	if (status >= 500) {
		throw new LoginFailure(
			`The login works, but ${baseUrl} answered with status ${status}${said}`,
			'The service cannot answer at the moment. Try again later.',
			false,
		);
	}
	if (status < 300 && text.trimStart().startsWith('<')) {
		throw new LoginFailure(
			`The login works, but ${baseUrl} answers with a web page, not as a plan service`,
			`Check ${label} in the credential.`,
			true,
		);
	}
	if (status === 200) assertPartner(text, settings, secrets);
}

/** Where the service lists partners, which it need not, the test tells whether Partner Code is one of them. */
function assertPartner(text: string, { partnerCode }: CredentialSettings, secrets: Secrets): void {
	let partners: Partner[];
	try {
		partners = readNamedList(text, secrets);
	} catch {
		return;
	}
	const problem = partnerProblem(partnerCode, partners, secrets);
	if (problem !== undefined)
		throw new LoginFailure('The login works, but a node could not read plans with it', problem, true);
}

/**
 * What is wrong with the partner code of a credential, in words, where the service lists the partners that the key may
 * access. Plans belong to a partner, and sections 4.2 and 4.3 require its code. Undefined where nothing is wrong.
 */
function partnerProblem(partnerCode: string, partners: Partner[], secrets: Secrets): string | undefined {
	const label = labelOf('partnerCode');
	const wanted = partnerCode.toLowerCase();
	if (partners.some(({ code }) => code.toLowerCase() === wanted)) return undefined;
	const choice = wordsOf(choiceOf(partners), secrets);
	if (partnerCode === '') return `${label} is empty, and plans need it. ${choice}`;
	// A service that lists nobody to this key says nothing about the code.
	if (partners.length === 0) return undefined;
	const named = partners.find(({ name }) => name.trim().toLowerCase() === wanted);
	if (named !== undefined) return wordsOf(`${label} is the name of a partner. Enter its code, ${named.code}`, secrets);
	return `${label} is not the code of a partner that this API Key may access. ${choice}`;
}

function choiceOf(partners: Partner[]): string {
	if (partners.length === 0) return 'Enter the code of the partner that owns the plans';
	const words = joinFirst(MOST_PARTNERS_IN_WORDS, partners, ({ code, name }) => `${code} (${name})`);
	if (partners.length === 1) return `The key may access one partner: enter ${words}`;
	return `Enter the code of the partner that owns the plans: ${words}`;
}
