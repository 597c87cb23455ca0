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
	await assertTokenIsRead(send, plan, token, settings);
	await assertPartner(send, token, settings);
	// Of HEAD n8n would read nothing, and of GET a response of any length; but some services do not answer HEAD.
	const hasHead = await send(plan, token, { method: 'HEAD' }).then(
		() => true,
		() => false,
	);
	return { method: hasHead ? 'HEAD' : 'GET', url: plan };
}

/** One request with a token. @throws LoginFailure where there is no response */
type Send = (
	url: string,
	token: string,
	more?: { method?: 'GET' | 'HEAD'; partnerCode?: string },
) => Promise<OwnResponse>;

async function assertTokenIsRead(send: Send, plan: string, token: string, settings: CredentialSettings): Promise<void> {
	const { baseUrl, secrets } = settings;
	const response = await send(plan, token);
	const { status, text } = response;
	const message = readServiceMessage(text, secrets);
	const said = message === '' ? '' : `: ${message}`;
	const fails = (what: string, advice: string, isRejected = true): never => {
		throw new LoginFailure(`The login works, but ${baseUrl} ${what}`, advice, isRejected);
	};
	const isBusy = (other: OwnResponse) => other.status === 429 || other.status === 503;
	const busy = () =>
		fails(`answered with status ${status}${said}`, 'The service cannot answer at the moment. Try again later.', false);
	const page = () => fails('answers with a web page, not as a plan service', `Check ${BASE_URL} in the credential.`);
	const rejected = () =>
		fails(`does not accept its token (status ${status})${said}`, `Try another ${TOKEN_HEADER}, and check ${BASE_URL}.`);
	if (isBusy(response)) busy();
	if (status >= 300 && status < 400)
		fails(
			`redirects elsewhere (status ${status})`,
			`Set ${BASE_URL} to the address that answers itself, with https:// if it has it. If it is right, try another ` +
				`${TOKEN_HEADER}.`,
		);
	if (status === 401) rejected();
	if (status < 300 && isWebPage(text)) page();
	const invalid = await send(plan, NO_TOKEN);
	if (!isBusy(invalid) && digestOf(invalid, secrets) !== digestOf(response, secrets)) return;
	if (status === 404 && isWebPage(text)) page();
	if (status >= 500) busy();
	// A service that answers each token alike otherwise may look at the code first, so that says nothing against it.
	if (status === 403) rejected();
}

/** Status and words, without what is new in each response, such as a time or the number of a trace. */
function digestOf({ status, text }: OwnResponse, secrets: Secrets): string {
	const message = readServiceMessage(text, secrets).split(/\s+/);
	return [status, ...message.filter((word) => !/\d/.test(word))].join(' ');
}

/** Where the service lists partners, which it need not, the test tells whether Partner Code is one of them. */
async function assertPartner(
	send: Send,
	token: string,
	{ baseUrl, partnerCode, secrets }: CredentialSettings,
): Promise<void> {
	let partners: Partner[];
	try {
		// Without Partner Code, because a service may refuse to list partners for one that is wrong.
		const { status, text } = await send(partnersUrl(baseUrl), token, { partnerCode: '' });
		if (status !== 200) return;
		partners = readNamedList(text, secrets);
	} catch {
		return;
	}
	const problem = partnerProblem(partnerCode, partners, secrets);
	if (problem !== undefined)
		throw new LoginFailure('The login works, but a node could not read plans with it', problem, true);
}

/** A partner as a service lists it, observed beside the specification. */
export interface Partner {
	code: string;
	name: string;
}

const MAX_TOLD = 5;

/**
 * What is wrong with the partner code of a credential, in words, where the service lists the partners that the key may
 * access. Plans belong to a partner, and sections 4.2 and 4.3 require its code. Undefined where nothing is wrong.
 */
export function partnerProblem(partnerCode: string, partners: Partner[], secrets: Secrets): string | undefined {
	const label = labelOf('partnerCode');
	const expected = partnerCode.toLowerCase();
	if (partners.some(({ code }) => code.toLowerCase() === expected)) return undefined;
	const choice = textOf(choiceOf(partners), secrets);
	if (partnerCode === '') return `${label} is empty, and plans need it. ${choice}`;
	// A service that lists nobody to this key says nothing about the code.
	if (partners.length === 0) return undefined;
	const named = partners.find(({ name }) => name.trim().toLowerCase() === expected);
	if (named !== undefined) return textOf(`${label} is the name of a partner. Enter its code, ${named.code}`, secrets);
	return `${label} is not the code of a partner that this API Key may access. ${choice}`;
}

function choiceOf(partners: Partner[]): string {
	if (partners.length === 0) return 'Enter the code of the partner that owns the plans';
	const message = joinFirst(MAX_TOLD, partners, ({ code, name }) => `${code} (${name})`);
	if (partners.length === 1) return `The key may access one partner: enter ${message}`;
	return `Enter the code of the partner that owns the plans: ${message}`;
}
