import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import type { CredentialSettings } from './credential-settings';

type Signer = Pick<CredentialSettings, 'tokenHeader' | 'partnerCode'>;

/** The header(s) that carry the bearer token (section 5.3), and the partner's (section 4.2). */
export function signedHeaders(signer: Signer, token: string, own: IDataObject = {}): IDataObject {
	const { tokenHeader, partnerCode } = signer;
	const bearer = `Bearer ${token}`;
	return {
		...(partnerCode === '' ? {} : { 'X-CSS-Partner-Code': partnerCode }),
		// A request names its partner itself; its token is always this one: after a status 401 n8n signs the signed request anew.
		...own,
		...(tokenHeader !== 'authorization' ? { Authentication: bearer } : {}),
		...(tokenHeader !== 'authentication' ? { Authorization: bearer } : {}),
	};
}

/**
 * Every address that a request may go to. n8n's older request helper, which the HTTP Request node uses
 * with this credential, names it `uri`.
 */
export function targetsOf(requestOptions: IHttpRequestOptions, home: URL): URL[] {
	const { url, uri, baseURL } = { uri: undefined, ...requestOptions } as Record<'url' | 'uri' | 'baseURL', unknown>;
	const base = new URL(String(baseURL ?? home));
	const given = [url, uri].filter((address) => address !== undefined && address !== null);
	return given.length === 0 ? [base] : given.map((address) => new URL(String(address), base));
}
