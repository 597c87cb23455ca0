import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { readSettings } from '../../credentials/credential-settings.ts';
import { boundTokenText } from '../../credentials/login.ts';

/** n8n's object of a credential, before there is a token. */
export function credentialFor(baseUrl: string, index: number): ICredentialDataDecryptedObject {
	return {
		baseUrl,
		authUrl: 'http://login.test',
		applicationId: 'application',
		// So short that they are hidden nowhere: how secrets are hidden is tested elsewhere, and costs more than the rest
		// of a history.
		applicationSecret: 'abc',
		apiKey: String(index),
		apiSecret: 'abc',
		scope: 'openid esapi-scope',
		partnerCode: 'ptnr_home',
		accessToken: '',
	};
}

/** A token that has not expired, as the credential stores it. */
export function tokenOf(raw: ICredentialDataDecryptedObject): string {
	return boundTokenText({
		settingsDigest: readSettings(raw).settingsDigest,
		issuedAtMs: 0,
		expiresAtMs: Date.UTC(2100, 0, 1),
		token: 'abc',
	});
}
