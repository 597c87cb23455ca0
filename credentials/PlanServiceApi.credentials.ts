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
import { isTestRequest, signRequest, targetOf, testRequest } from './authenticate-request';
import { credentialFields } from './credential-fields';
import { testService, testedUrl } from './credential-test';
import { boundTokenIn, boundTokenText, recordOf, settingsOf, tokenCache, usableToken } from './login';
import type { BoundToken } from './login';
import { TOKEN_REQUIRED, LoginFailure } from './login-error';

/*
 * n8n calls `preAuthentication` (log in) for a token and `authenticate` (sign) for each request, and says in neither
 * whether an execution or a person's Test needs it. A Test has to log in although a valid token is stored. The record
 * of n8n's credential object distinguishes the two:
 *
 * | n8n calls           | the record says | what happens                                                              |
 * |---------------------|-----------------|---------------------------------------------------------------------------|
 * | log in              | no test         | a login; none where it was just rejected, so that signing says why        |
 * | log in              | test requested  | a login since this object was made, then the service itself: test passed  |
 * | sign                | any             | signed, or TokenRequired: n8n logs in and signs again                     |
 * | sign Test's request | test not passed | test requested, TokenRequired                                             |
 * | sign Test's request | test passed     | signed                                                                    |
 *
 * Only a Test repeats a login that was rejected in the last seconds.
 */

/** n8n logs in and signs once more when an error looks like a response with status 401. */
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

	/** Section 5.2. n8n calls it without a token and after a status 401. */
	async preAuthentication(this: IHttpRequestHelper, raw: ICredentialDataDecryptedObject): Promise<IDataObject> {
		return await recordingFailure(raw, async () => {
			const login = await logIn(this, raw);
			if (login instanceof LoginFailure) throw login;
			return login === undefined ? {} : { accessToken: boundTokenText(login) };
		});
	}

	/** Signs a request to the service, and to no other host. It passes on only what it chose. */
	async authenticate(raw: ICredentialDataDecryptedObject, request: IHttpRequestOptions): Promise<IHttpRequestOptions> {
		return await recordingFailure(raw, async () => await Promise.resolve(sign(raw, request)));
	}
}

/** @throws LoginFailure for every failure that a person can repair */
async function recordingFailure<T>(raw: ICredentialDataDecryptedObject, work: () => Promise<T>): Promise<T> {
	const record = recordOf(raw);
	record.lastFailure = undefined;
	try {
		return await work();
	} catch (error) {
		if (error instanceof LoginFailure) record.lastFailure = error;
		throw error;
	}
}

/** @returns undefined where the login was just rejected, so that signing says why */
async function logIn(
	helper: IHttpRequestHelper,
	raw: ICredentialDataDecryptedObject,
): Promise<BoundToken | LoginFailure | undefined> {
	const settings = settingsOf(raw);
	const record = recordOf(raw);
	const current = boundTokenIn(raw);
	if (record.test !== 'requested') {
		const isRejected = tokenCache.rejectionOf(settings, current) !== undefined;
		return isRejected ? undefined : await tokenCache.getOrLogIn(helper, settings, current);
	}
	// A token from before the Test proves nothing to it.
	const isOfTest = current?.settingsDigest === settings.settingsDigest && current.issuedAtMs >= record.startedAtMs;
	const login = isOfTest ? current : await tokenCache.exchange(helper, settings);
	if (login instanceof LoginFailure) return login;
	record.test = await testService(helper, settings, login.token);
	return login;
}

/**
 * @throws LoginFailure for a request to another host, and for a login that was just rejected
 * @throws TokenRequired
 */
function sign(raw: ICredentialDataDecryptedObject, request: IHttpRequestOptions): IHttpRequestOptions {
	const settings = settingsOf(raw);
	const record = recordOf(raw);
	const isTest = isTestRequest(request);
	const method = isTest && record.test !== 'no' && record.test !== 'requested' ? record.test : undefined;
	if (isTest && method === undefined) {
		record.test = 'requested';
		throw new TokenRequired('The credential is being tested');
	}
	const rejection = isTest ? undefined : tokenCache.rejectionOf(settings, boundTokenIn(raw));
	if (rejection !== undefined) throw rejection;
	const url = isTest ? testedUrl(settings) : targetOf(request, settings.baseUrl);
	const boundToken = usableToken(raw, Date.now());
	if (boundToken === undefined) throw new TokenRequired('There is no valid token yet');
	const signed = signRequest(settings, boundToken.token, url, request);
	return isTest ? { ...signed, method, ignoreHttpStatusErrors: true, timeout: 30_000 } : signed;
}
