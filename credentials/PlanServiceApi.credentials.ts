import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { credentialFields } from './credential-fields';
import type { CredentialSettings } from './credential-settings';
import { testService } from './credential-test';
import { TOKEN_REQUIRED, LoginFailure } from './login-error';
import { ALL_ATTEMPTS, boundTokenIn, boundTokenText, recordOf, settingsOf, tokenCache, usableToken } from './login';
import type { LoginRecord, BoundToken } from './login';
import { isTestRequest, signRequest, targetOf, testRequest } from './authenticate-request';

/*
 * n8n calls `preAuthentication` (log in) for a token and `authenticate` (sign) for each request. It tells neither call
 * whether an execution or a person's Test asks, and a Test has to log in although a valid token is stored. The record
 * of n8n's credential object tells the two apart:
 *
 * | n8n calls          | the record says       | what happens                                                         |
 * |--------------------|-----------------------|----------------------------------------------------------------------|
 * | log in             | nothing               | one attempt; what may pass gives no token, so n8n signs next         |
 * | log in             | signed                | the login of an execution with its retries                           |
 * | log in             | test asked            | the first login or a second one, then the probe: test passed         |
 * | sign               | any                   | signed, or TokenRequired: n8n logs in and signs again                |
 * | sign Test's request| test not passed       | test asked, TokenRequired                                            |
 * | sign Test's request| test passed           | signed                                                               |
 *
 * Only a Test repeats a login that was rejected in the last seconds. For others logging in gives no token, and
 * signing says why.
 */

/** n8n logs in and signs once more when an error looks like an answer with status 401. */
class TokenRequired extends Error {
	readonly response = { status: 401 };

	constructor(message: string) {
		super(message);
		this.name = TOKEN_REQUIRED;
	}
}

export class PlanServiceApi implements ICredentialType {
	name = 'planServiceApi';

	displayName = 'Plan Service API';

	icon: Icon = { light: 'file:planService.svg', dark: 'file:planService.dark.svg' };

	documentationUrl = 'https://github.com/n8n-nodes-plan-service/n8n-nodes-plan-service/blob/main/docs/credential.md';

	properties: INodeProperties[] = credentialFields;

	test: ICredentialTestRequest = { request: testRequest };

	/** The password-grant exchange of section 5.2. n8n calls it without a token and after a status 401. */
	async preAuthentication(this: IHttpRequestHelper, raw: ICredentialDataDecryptedObject): Promise<IDataObject> {
		return await withFailureNoted(raw, async () => {
			const login = await logIn(this, raw, settingsOf(raw));
			if (login instanceof LoginFailure) throw login;
			return login === undefined ? {} : { accessToken: boundTokenText(login) };
		});
	}

	/** Signs a request to the service, and to no other host. What it hands on holds only what it chose. */
	async authenticate(raw: ICredentialDataDecryptedObject, request: IHttpRequestOptions): Promise<IHttpRequestOptions> {
		return await withFailureNoted(raw, async () => await Promise.resolve(sign(raw, settingsOf(raw), request)));
	}
}

/** @throws LoginFailure for every fault that a person can put right */
async function withFailureNoted<T>(raw: ICredentialDataDecryptedObject, work: () => Promise<T>): Promise<T> {
	const record = recordOf(raw);
	record.lastFailure = undefined;
	try {
		return await work();
	} catch (error) {
		if (error instanceof LoginFailure) record.lastFailure = error;
		throw error;
	}
}

/** @returns undefined where signing the request is to say what is wrong, or to ask again */
async function logIn(
	helper: IHttpRequestHelper,
	raw: ICredentialDataDecryptedObject,
	settings: CredentialSettings,
): Promise<BoundToken | LoginFailure | undefined> {
	const record = recordOf(raw);
	if (record.test === 'asked') return await logInForTest(helper, record, settings);
	const current = boundTokenIn(raw);
	if (tokenCache.rejectionOf(settings, current) !== undefined) return undefined;
	if (!record.signed) return await logInFirst(helper, record, settings, current);
	const attempts = record.first instanceof LoginFailure ? { ...ALL_ATTEMPTS, first: 2 } : ALL_ATTEMPTS;
	record.first = undefined;
	return await tokenCache.obtain(helper, settings, current, attempts);
}

async function logInFirst(
	helper: IHttpRequestHelper,
	record: LoginRecord,
	settings: CredentialSettings,
	current: BoundToken | undefined,
): Promise<BoundToken | LoginFailure | undefined> {
	const askedAtMs = Date.now();
	const login = await tokenCache.obtain(helper, settings, current, { first: 1, last: 1 });
	const mayPass = login instanceof LoginFailure && !login.isRejected;
	// A token that another execution had made proves nothing to a Test.
	if (mayPass || (!(login instanceof LoginFailure) && login.issuedAtMs >= askedAtMs)) record.first = login;
	return mayPass ? undefined : login;
}

/** @throws LoginFailure when the service itself does not take the new token */
async function logInForTest(
	helper: IHttpRequestHelper,
	record: LoginRecord,
	settings: CredentialSettings,
): Promise<BoundToken | LoginFailure> {
	const login = record.first ?? (await tokenCache.exchange(helper, settings, { first: 1, last: 1 }));
	if (login instanceof LoginFailure) return login;
	record.test = await testService(helper, settings, login.token);
	return login;
}

/**
 * @throws LoginFailure for a request to another host, and for a login that was just refused
 * @throws TokenRequired
 */
function sign(
	raw: ICredentialDataDecryptedObject,
	settings: CredentialSettings,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const record = recordOf(raw);
	record.signed = true;
	const isTest = isTestRequest(request);
	if (isTest && typeof record.test === 'string') {
		record.test = 'asked';
		throw new TokenRequired('The credential is being tested');
	}
	const rejection = isTest ? undefined : tokenCache.rejectionOf(settings, boundTokenIn(raw));
	if (rejection !== undefined) throw rejection;
	const tested = isTest && typeof record.test === 'object' ? record.test : undefined;
	const url = tested?.url ?? targetOf(request, settings.baseUrl);
	const boundToken = usableToken(raw, Date.now());
	if (boundToken === undefined) throw new TokenRequired('There is no valid token yet');
	const signed = signRequest(settings, boundToken.token, url, request);
	return tested === undefined ? signed : { ...signed, ...tested, ignoreHttpStatusErrors: true, timeout: 30_000 };
}
