import type { IDataObject } from 'n8n-workflow';
import type { CredentialData } from './credential-data';

/** The header(s) that carry the bearer token (section 5.3), and the partner's (section 4.2). */
export function signedHeaders(
	{ tokenHeader, partnerCode }: Pick<CredentialData, 'tokenHeader' | 'partnerCode'>,
	token: string,
): IDataObject {
	const bearer = `Bearer ${token}`;
	return {
		...(tokenHeader !== 'authorization' ? { Authentication: bearer } : {}),
		...(tokenHeader !== 'authentication' ? { Authorization: bearer } : {}),
		...(partnerCode === '' ? {} : { 'X-CSS-Partner-Code': partnerCode }),
	};
}
