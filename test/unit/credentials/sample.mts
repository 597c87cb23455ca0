import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { PlanServiceApi } from '../../../credentials/PlanServiceApi.credentials';
import { boundTokenText } from '../../../credentials/login';
import { readSettings } from '../../../credentials/credential-settings';
import type { RequestHelper } from '../../support/http/request-helper.mts';

let made = 0;

/** A credential as n8n hands it over. Each has an application of its own, as logins are remembered by process. */
export function credentialFor(
	address: string,
	more: ICredentialDataDecryptedObject = {},
): ICredentialDataDecryptedObject {
	return {
		baseUrl: address,
		authUrl: `${address}/id`,
		applicationId: `app-${++made}`,
		applicationSecret: 'app+secret&=%7',
		apiKey: 'key-of-the-api',
		apiSecret: 'p@ss w"rd<x>!',
		scope: 'openid esapi-scope',
		partnerCode: 'ptnr_1',
		tokenHeader: 'both',
		allowUnauthorizedCerts: false,
		accessToken: '',
		...more,
	};
}

export const SECRETS = ['app+secret&=%7', 'key-of-the-api', 'p@ss w"rd<x>!'];

/** The credential with a token in hand, as n8n stores it. */
export function withToken(
	credential: ICredentialDataDecryptedObject,
	token: string,
	{ issuedAtMs = Date.now(), lifetimeMs = 3_600_000 } = {},
): ICredentialDataDecryptedObject {
	const { settingsDigest } = readSettings(credential);
	const expiresAtMs = issuedAtMs + lifetimeMs;
	return { ...credential, accessToken: boundTokenText({ settingsDigest, issuedAtMs, expiresAtMs, token }) };
}

/** The credential without a field, as n8n hands over one that was saved before the field existed. */
export function without(credential: ICredentialDataDecryptedObject, name: string): ICredentialDataDecryptedObject {
	return Object.fromEntries(Object.entries(credential).filter(([field]) => field !== name));
}

/** The exchange as n8n calls it, and what n8n then does with its result: the credential with the token in it. */
export async function renew(
	helper: RequestHelper,
	credential: ICredentialDataDecryptedObject,
): Promise<ICredentialDataDecryptedObject> {
	const plans = new PlanServiceApi();
	const first = await plans.preAuthentication.call(helper, credential);
	if (first.accessToken !== undefined) return { ...credential, accessToken: String(first.accessToken) };
	// n8n signs a request then, is told that there is no token, and asks once more.
	await plans.authenticate(credential, { url: String(credential.baseUrl) }).catch(() => undefined);
	const { accessToken = '' } = await plans.preAuthentication.call(helper, credential);
	return { ...credential, accessToken: String(accessToken) };
}

/** The token that a request to the service would carry. */
export async function tokenIn(credential: ICredentialDataDecryptedObject): Promise<unknown> {
	const request = { url: `${String(credential.baseUrl)}/esapi/api/v1/Floors/F` };
	const { headers } = await new PlanServiceApi().authenticate(credential, request);
	return headers?.Authentication;
}
