import type { IDataObject } from 'n8n-workflow';
import type { CredentialData } from './credential-data';

type Signer = Pick<CredentialData, 'tokenHeader' | 'partnerCode'>;

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
