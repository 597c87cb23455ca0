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
import { InvalidInputError, LoginError } from '../service';
import { readSettings } from './credential-settings';
import type { CredentialSettings } from './credential-settings';
import { credentialFields } from './credential-fields';
import { TEST_HEADER, isTestRequest, probeService } from './credential-test';
import { firstLogin, furtherLogin, testLogin } from './first-login';
import { LoginFault, noteLogin } from './login-fault';
import { signedHeaders, targetsOf } from './signing';
import { bondIn, bondText, usableBond } from './token-bond';
import { refusalOf } from './token-source';

/** n8n renews a credential when an error looks like an answer with status 401. */
class TokenNeededError extends Error {
	readonly response = { status: 401 };
}

/** Objects that `authenticate` has seen, those that a person tests the credential with, and those that passed. */
const seen = new WeakSet<ICredentialDataDecryptedObject>();
const underTest = new WeakSet<ICredentialDataDecryptedObject>();
const passedTest = new WeakSet<ICredentialDataDecryptedObject>();

export class PlanServiceApi implements ICredentialType {
	name = 'planServiceApi';

	displayName = 'Plan Service API';

	icon: Icon = { light: 'file:planService.svg', dark: 'file:planService.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-plan-service/n8n-nodes-plan-service/blob/main/README.md#the-credential';

	properties: INodeProperties[] = credentialFields;

	/** The request that "Test" sends. What it proves is decided by `authenticate` and `preAuthentication`. */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
			url: '/esapi/api/v1/Partners',
			headers: { [TEST_HEADER]: 'true' },
		},
	};

	/** The password-grant exchange of section 5.2. n8n calls it without a token and after a status 401. */
	async preAuthentication(
		this: IHttpRequestHelper,
		raw: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		return await inWords(raw, async () => {
			const settings = readSettings(raw);
			if (underTest.has(raw)) {
				const bond = await testLogin(this, raw, settings);
				await probeService(this, settings, bond);
				passedTest.add(raw);
				return { accessToken: bondText(bond) };
			}
			// Left to `authenticate`, which knows whether this is a test: a test tries in any case.
			if (refusalOf(settings, bondIn(raw)) !== undefined) return {};
			if (seen.has(raw)) return { accessToken: bondText(await furtherLogin(this, raw, settings)) };
			const bond = await firstLogin(this, raw, settings);
			return bond === undefined ? {} : { accessToken: bondText(bond) };
		});
	}

	/** Signs a request to the service, and to no other host. */
	async authenticate(
		raw: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		seen.add(raw);
		return await inWords(raw, async () => {
			const settings = readSettings(raw);
			if (isTestRequest(requestOptions)) return testRequest(raw, settings, requestOptions);
			const refusal = refusalOf(settings, bondIn(raw));
			if (refusal !== undefined) throw refusal;
			return signed(raw, settings, requestOptions);
		});
	}
}

/** Until the exchange and the probe have passed for what was typed in, the test's request asks for them. */
function testRequest(
	raw: ICredentialDataDecryptedObject,
	settings: CredentialSettings,
	requestOptions: IHttpRequestOptions,
): IHttpRequestOptions {
	if (!passedTest.has(raw)) {
		underTest.add(raw);
		throw new TokenNeededError('The credential is being tested');
	}
	return { ...signed(raw, settings, requestOptions), ignoreHttpStatusErrors: true };
}

function signed(
	raw: ICredentialDataDecryptedObject,
	settings: CredentialSettings,
	requestOptions: IHttpRequestOptions,
): IHttpRequestOptions {
	const home = new URL(settings.baseUrl);
	for (const { origin, host } of targetsOf(requestOptions, home)) {
		if (origin === home.origin) continue;
		throw new InvalidInputError(
			`The token is for ${home.host} and is not sent to ${host}`,
			'Use this credential for requests to its Base URL only.',
		);
	}
	const bond = usableBond(raw, settings, Date.now());
	if (bond === undefined) throw new TokenNeededError('There is no valid token yet');
	return {
		...requestOptions,
		headers: signedHeaders(settings, bond.token, requestOptions.headers),
		disableFollowRedirect: true,
		// The older helper knows only this.
		maxRedirects: 0,
		skipSslCertificateValidation: settings.allowUnauthorizedCerts,
	};
}

/** @throws LoginFault for every fault that a person can put right */
async function inWords<T>(raw: ICredentialDataDecryptedObject, work: () => Promise<T>): Promise<T> {
	try {
		const done = await work();
		noteLogin(raw, undefined);
		return done;
	} catch (error) {
		const fault = asLoginFault(error);
		noteLogin(raw, fault);
		throw fault ?? error;
	}
}

function asLoginFault(error: unknown): LoginFault | undefined {
	if (error instanceof LoginError) return new LoginFault(error);
	if (!(error instanceof InvalidInputError)) return undefined;
	const { message, advice } = error;
	return new LoginFault({ message, advice, refused: true });
}
