import type { IHttpRequestHelper } from 'n8n-workflow';
import { featuresUrl, isWebPage, namedListSchema, partnersUrl, readServiceMessage } from '../service/api';
import { joinFirst, parseJson, textOf } from '../service/text';
import { sendOwn, signRequest } from './authenticate-request';
import type { OwnResponse } from './authenticate-request';
import { labelOf } from './credential-fields';
import type { CredentialSettings } from './credential-settings';
import { LoginFailure } from './login-error';

const [BASE_URL, TOKEN_HEADER, PARTNER_CODE] = ['baseUrl', 'tokenHeader', 'partnerCode'].map(labelOf);

/** No plan has this code, and no service takes this token. */
const UNKNOWN = 'credential-test';
const MAX_PARTNERS = 5;
/** What a service says that does not find the token, by whatever status. */
const ABOUT_TOKEN = /\btoken\b|\bauthenti|\bauthori[sz]|\bunauthori[sz]/i;

/** The features (section 4.3) of a plan that doesn't exist. */
export function testedUrl({ baseUrl }: CredentialSettings): string {
	return featuresUrl(baseUrl, UNKNOWN);
}

/** One request with a token. @throws LoginFailure where there is no response */
type Send = (
	url: string,
	token: string,
	more?: { method?: 'GET' | 'HEAD'; partnerCode?: string },
) => Promise<OwnResponse>;

/**
 * Requests a plan that doesn't exist, with a token that was just made and with one that can't be valid. Different
 * responses prove that the service reads the token. Where it lists partners (observed), which it need not, the list
 * shows the same, and whether Partner Code is one of them.
 * @returns the method by which n8n sends the same once more: HEAD, whose response it can't read at any length, unless
 * the service gives no response to that
 * @throws LoginFailure
 */
export async function testService(
	helper: IHttpRequestHelper,
	settings: CredentialSettings,
	token: string,
): Promise<'HEAD' | 'GET'> {
	settings.secrets.add(token);
	const send: Send = async (url, sentToken, { method = 'GET', partnerCode = settings.partnerCode } = {}) => {
		const request = signRequest({ ...settings, partnerCode }, sentToken, url, { method, url });
		const response = await sendOwn(helper, settings, 'baseUrl', request);
		if (!(response instanceof LoginFailure)) return response;
		throw new LoginFailure(`The login works, but: ${response.what}`, response.advice, response.isRejected);
	};
	const isTokenRead = await assertTokenIsRead(send, settings, token);
	// Without Partner Code, because a service may not list partners for one that is wrong.
	const list = await send(partnersUrl(settings.baseUrl), token, { partnerCode: '' }).catch(() => undefined);
	if (list?.status === 401 && !isTokenRead) throw tokenFailure(settings, list);
	if (list?.status === 200) assertPartner(list.text, settings);
	const head = await send(testedUrl(settings), token, { method: 'HEAD' }).catch(() => undefined);
	return head === undefined ? 'GET' : 'HEAD';
}

function serviceFailure({ baseUrl }: CredentialSettings, what: string, advice: string, isRejected = true) {
	return new LoginFailure(`The login works, but ${baseUrl} ${what}`, advice, isRejected);
}

function tokenFailure(settings: CredentialSettings, response: OwnResponse): LoginFailure {
	const what = withMessage(`does not accept its token (status ${response.status})`, response, settings);
	return serviceFailure(settings, what, `Try another ${TOKEN_HEADER}, and check ${BASE_URL}.`);
}

function withMessage(what: string, { text }: OwnResponse, { secrets }: CredentialSettings): string {
	const message = readServiceMessage(text, secrets);
	return message === '' ? what : `${what}: ${message}`;
}

/** @returns whether it is certain: a service that responds to each token alike may check the code first */
async function assertTokenIsRead(send: Send, settings: CredentialSettings, token: string): Promise<boolean> {
	const url = testedUrl(settings);
	const response = await send(url, token);
	const { status, text } = response;
	const busy = () => {
		const what = withMessage(`responded with status ${status}`, response, settings);
		return serviceFailure(settings, what, "The service can't respond at the moment. Try again later.", false);
	};
	const page = () =>
		serviceFailure(settings, 'responds with a web page, not as a plan service', `Check ${BASE_URL} in the credential.`);
	const isBusy = (other: OwnResponse) => other.status === 429 || other.status === 503;
	if (isBusy(response)) throw busy();
	if (status >= 300 && status < 400) {
		const advice = `Set ${BASE_URL} to the final URL, with https:// if it has it.`;
		const orElse = `If it is right, try another ${TOKEN_HEADER}.`;
		throw serviceFailure(settings, `redirects elsewhere (status ${status})`, `${advice} ${orElse}`);
	}
	if (status === 401) throw tokenFailure(settings, response);
	if (status < 300 && isWebPage(text)) throw page();
	const invalid = await send(url, UNKNOWN);
	if (!isBusy(invalid) && digestOf(invalid, settings) !== digestOf(response, settings)) return true;
	if (status === 404 && isWebPage(text)) throw page();
	if (status >= 500) throw busy();
	const isAboutToken = ABOUT_TOKEN.test(readServiceMessage(text, settings.secrets));
	if (status === 403 || isAboutToken) throw tokenFailure(settings, response);
	return false;
}

/** Status and words, without what is new in each response, such as a time or the number of a trace. */
function digestOf({ status, text }: OwnResponse, { secrets }: CredentialSettings): string {
	const words = readServiceMessage(text, secrets).split(/\s+/);
	return [status, ...words.filter((word) => !/\d/.test(word))].join(' ');
}

/** Plans belong to a partner, and sections 4.2 and 4.3 require its code. @throws LoginFailure */
function assertPartner(text: string, { partnerCode, secrets }: CredentialSettings): void {
	const { data: partners } = namedListSchema.safeParse(parseJson(text));
	if (partners === undefined) return;
	const isListed = partners.some(({ code }) => code.toLowerCase() === partnerCode.toLowerCase());
	// A service that lists nobody to this key says nothing about the code.
	if (isListed || (partners.length === 0 && partnerCode !== '')) return;
	const what =
		partnerCode === '' ? 'is empty, and plans need it' : 'is not the code of a partner that this API Key may access';
	const known = joinFirst(MAX_PARTNERS, partners, ({ code, name }) => `${code} (${name})`);
	const advice = `Enter the code of the partner that owns the plans${known === '' ? '' : `: ${known}`}`;
	throw new LoginFailure(
		'The login works, but a node could not read plans with it',
		textOf(`${PARTNER_CODE} ${what}. ${advice}`, secrets),
	);
}
