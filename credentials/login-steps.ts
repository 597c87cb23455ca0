import type { ICredentialDataDecryptedObject, IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { partnersAddress } from '../service/answer';
import type { CredentialSettings } from './credential-settings';
import { probeService } from './credential-test';
import { LoginError } from './login-error';
import { LoginMemory } from './login-memory';
import { recordOf } from './login-record';
import type { LoginRecord } from './login-record';
import { targetOf } from './request-target';
import { signRequest } from './signing';
import { isTestRequest } from './test-request';
import { bondIn, usableBond } from './token-bond';
import type { TokenBond } from './token-bond';
import { ALL_TRIES } from './token-exchange';

/*
 * n8n calls `preAuthentication` (log in) for a token and `authenticate` (sign) for each request. It tells neither call
 * whether an execution or a person's Test asks, and a Test has to log in although a valid token is stored. The record
 * of n8n's credential object tells the two apart:
 *
 * | n8n calls          | the record says       | what happens                                                         |
 * |--------------------|-----------------------|----------------------------------------------------------------------|
 * | log in             | nothing               | one try; a fault that may pass gives no token, so n8n signs next     |
 * | log in             | signed                | the login of an execution with its further tries                     |
 * | log in             | test asked            | the first login's outcome or a login anew, the probe: test passed    |
 * | sign               | any                   | signed, or AskForToken: n8n logs in and signs again                  |
 * | sign Test's request| test not passed       | test asked, AskForToken                                              |
 * | sign Test's request| test passed           | signed                                                               |
 *
 * Only a Test tries a login again that was refused in the last seconds. For others logging in gives no token, and
 * signing says why.
 */

const memory = new LoginMemory();

/** n8n logs in and signs once more when an error looks like an answer with status 401. */
class AskForToken extends Error {
	readonly response = { status: 401 };
}

/** Test's own request asks for no answer: the probe has read one, and n8n would read an answer of any length. */
const withoutAnswer = { method: 'HEAD', ignoreHttpStatusErrors: true, timeout: 30_000 } as const;

/** @returns undefined where signing the request is to say what is wrong, or to ask again */
export async function logIn(
	helper: IHttpRequestHelper,
	raw: ICredentialDataDecryptedObject,
	settings: CredentialSettings,
): Promise<TokenBond | LoginError | undefined> {
	const record = recordOf(raw);
	if (record.test === 'asked') return await logInForTest(helper, record, settings);
	const inHand = bondIn(raw);
	if (memory.refusalOf(settings, inHand) !== undefined) return undefined;
	if (!record.signed) return await logInFirst(helper, record, settings, inHand);
	const tries = record.first instanceof LoginError ? { ...ALL_TRIES, first: 2 } : ALL_TRIES;
	record.first = undefined;
	return await memory.obtain(helper, settings, inHand, tries);
}

async function logInFirst(
	helper: IHttpRequestHelper,
	record: LoginRecord,
	settings: CredentialSettings,
	inHand: TokenBond | undefined,
): Promise<TokenBond | LoginError | undefined> {
	const askedAtMs = Date.now();
	const login = await memory.obtain(helper, settings, inHand, { first: 1, last: 1 });
	const mayPass = login instanceof LoginError && !login.refused;
	// A token that another execution had made proves nothing to a Test.
	if (mayPass || (!(login instanceof LoginError) && login.issuedAtMs >= askedAtMs)) record.first = login;
	return mayPass ? undefined : login;
}

/** @throws LoginError when the service itself does not take the new token */
async function logInForTest(
	helper: IHttpRequestHelper,
	record: LoginRecord,
	settings: CredentialSettings,
): Promise<TokenBond | LoginError> {
	const login = record.first ?? (await memory.exchange(helper, settings, { first: 1, last: 1 }));
	if (login instanceof LoginError) return login;
	await probeService(helper, settings, login);
	record.test = 'passed';
	return login;
}

/**
 * @throws InvalidInputError for a request to another host
 * @throws LoginError for a login that was just refused
 * @throws AskForToken
 */
export function sign(
	raw: ICredentialDataDecryptedObject,
	settings: CredentialSettings,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const record = recordOf(raw);
	record.signed = true;
	const isTest = isTestRequest(request);
	if (isTest && record.test !== 'passed') {
		record.test = 'asked';
		throw new AskForToken('The credential is being tested');
	}
	const refusal = isTest ? undefined : memory.refusalOf(settings, bondIn(raw));
	if (refusal !== undefined) throw refusal;
	const url = isTest ? partnersAddress(settings.baseUrl) : targetOf(request, settings.baseUrl);
	const bond = usableBond(raw, settings, Date.now());
	if (bond === undefined) throw new AskForToken('There is no valid token yet');
	const signed = signRequest(settings, bond.token, url, request);
	return isTest ? { ...signed, ...withoutAnswer } : signed;
}
