import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { featuresUrl, isWebPage, partnersUrl, readNamedList, readServiceMessage } from '../service/api';
import { joinFirst, textOf } from '../service/text';
import type { Secrets } from '../service/text';
import { sendOwn, signRequest } from './authenticate-request';
import type { OwnResponse } from './authenticate-request';
import { labelOf } from './credential-fields';
import type { CredentialSettings } from './credential-settings';
import { LoginFailure } from './login-error';

const [BASE_URL, TOKEN_HEADER] = ['baseUrl', 'tokenHeader'].map(labelOf);

/** No plan has this code, and no service takes this token. */
const NO_PLAN = 'credential-test';
const NO_TOKEN = 'credential-test';

/** What n8n sends itself once the test has passed. */
export type TestedRequest = Pick<IHttpRequestOptions, 'method' | 'url'>;

/**
 * Asks the service itself whether it reads a token that was just made: for the features (section 4.3) of a plan that
 * cannot be, with the token and with one that cannot be valid. Unequal responses prove that it does.
 * @returns a request that the service has answered
 * @throws LoginFailure
 */
export async function testService(
	helper: IHttpRequestHelper,
	settings: CredentialSettings,
	token: string,
): Promise<TestedRequest> {
	const plan = featuresUrl(settings.baseUrl, NO_PLAN);
	const { secrets } = settings;
	secrets.add(token);
	const send: Send = async (url, sentToken, { method = 'GET', partnerCode = settings.partnerCode } = {}) => {
		const request = signRequest({ ...settings, partnerCode }, sentToken, url, { method, url });
		const response = await sendOwn(helper, settings, 'baseUrl', request);
		if (!(response instanceof LoginFailure)) return response;
		throw new LoginFailure(`The login works, but: ${response.what}`, response.advice, response.isRejected);
	};
	const isTokenRead = await assertTokenIsRead(send, plan, token, settings);
	await assertPartner(send, token, settings, isTokenRead);
	// Of HEAD n8n would read nothing, and of GET a response of any length; but some services do not respond to HEAD.
	const head = await send(plan, token, { method: 'HEAD' }).catch(() => undefined);
	return { method: head === undefined ? 'GET' : 'HEAD', url: plan };
}

/** One request with a token. @throws LoginFailure where there is no response */
type Send = (
	url: string,
	token: string,
	more?: { method?: 'GET' | 'HEAD'; partnerCode?: string },
) => Promise<OwnResponse>;

function tokenFailure(baseUrl: string, status: number, message = ''): LoginFailure {
	const what = `The login works, but ${baseUrl} does not accept its token (status ${status})${message}`;
	return new LoginFailure(what, `Try another ${TOKEN_HEADER}, and check ${BASE_URL}.`);
}

/** @returns whether it is certain: a service that responds to each token alike may look at the code first */
async function assertTokenIsRead(
	send: Send,
	plan: string,
	token: string,
	{ baseUrl, secrets }: CredentialSettings,
): Promise<boolean> {
	const response = await send(plan, token);
	const { status, text } = response;
	const message = readServiceMessage(text, secrets);
	const said = message === '' ? '' : `: ${message}`;
	const failure = (what: string, advice: string, isRejected = true) =>
		new LoginFailure(`The login works, but ${baseUrl} ${what}`, advice, isRejected);
	const isBusy = (other: OwnResponse) => other.status === 429 || other.status === 503;
	const later = 'The service cannot answer at the moment. Try again later.';
	const busy = failure(`answered with status ${status}${said}`, later, false);
	const page = failure('answers with a web page, not as a plan service', `Check ${BASE_URL} in the credential.`);
	if (isBusy(response)) throw busy;
	if (status >= 300 && status < 400) {
		const advice =
			`Set ${BASE_URL} to the address that answers itself, with https:// if it has it. If it is right, try another ` +
			`${TOKEN_HEADER}.`;
		throw failure(`redirects elsewhere (status ${status})`, advice);
	}
	if (status === 401) throw tokenFailure(baseUrl, status, said);
	if (status < 300 && isWebPage(text)) throw page;
	const invalid = await send(plan, NO_TOKEN);
	if (!isBusy(invalid) && digestOf(invalid, secrets) !== digestOf(response, secrets)) return true;
	if (status === 404 && isWebPage(text)) throw page;
	if (status >= 500) throw busy;
	if (status === 403) throw tokenFailure(baseUrl, status, said);
	return false;
}

/** Status and words, without what is new in each response, such as a time or the number of a trace. */
function digestOf({ status, text }: OwnResponse, secrets: Secrets): string {
	const message = readServiceMessage(text, secrets).split(/\s+/);
	return [status, ...message.filter((word) => !/\d/.test(word))].join(' ');
}

/**
 * Where the service lists partners (observed), which it need not, the test tells whether Partner Code is one of them.
 * The list needs no code, so it also shows that a token is not read where nothing else has shown that it is.
 */
async function assertPartner(
	send: Send,
	token: string,
	{ baseUrl, partnerCode, secrets }: CredentialSettings,
	isTokenRead: boolean,
): Promise<void> {
	// Without Partner Code, because a service may not list partners for one that is wrong.
	const response = await send(partnersUrl(baseUrl), token, { partnerCode: '' }).catch(() => undefined);
	if (response?.status === 401 && !isTokenRead) throw tokenFailure(baseUrl, 401);
	const partners = response?.status === 200 ? partnersIn(response.text, secrets) : undefined;
	if (partners === undefined) return;
	const problem = partnerProblem(partnerCode, partners);
	if (problem === undefined) return;
	throw new LoginFailure('The login works, but a node could not read plans with it', textOf(problem, secrets));
}

/** A partner as a service lists it, observed beside the specification. */
type Partner = ReturnType<typeof readNamedList>[number];

function partnersIn(text: string, secrets: Secrets): Partner[] | undefined {
	try {
		return readNamedList(text, secrets);
	} catch {
		return undefined;
	}
}

const MAX_PARTNERS = 5;

/** Plans belong to a partner, and sections 4.2 and 4.3 require its code. Undefined where nothing is wrong. */
function partnerProblem(partnerCode: string, partners: Partner[]): string | undefined {
	const label = labelOf('partnerCode');
	const expected = partnerCode.toLowerCase();
	if (partners.some(({ code }) => code.toLowerCase() === expected)) return undefined;
	const choice = joinFirst(MAX_PARTNERS, partners, ({ code, name }) => `${code} (${name})`);
	const advice =
		partners.length === 1
			? `The key may access one partner: enter ${choice}`
			: `Enter the code of the partner that owns the plans${choice === '' ? '' : `: ${choice}`}`;
	if (partnerCode === '') return `${label} is empty, and plans need it. ${advice}`;
	// A service that lists nobody to this key says nothing about the code.
	if (partners.length === 0) return undefined;
	const named = partners.find(({ name }) => name.trim().toLowerCase() === expected);
	if (named !== undefined) return `${label} is the name of a partner. Enter its code, ${named.code}`;
	return `${label} is not the code of a partner that this API Key may access. ${advice}`;
}
