import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { InvalidInputError, partnerCodeHeader, serviceAddress } from '../service';
import type { LoginData } from '../service';

/** Which header(s) carry the bearer token: the specification names `Authentication`, deployments may read `Authorization`. */
export type TokenHeader = 'both' | 'authentication' | 'authorization';

/** What the user filled in, checked. Addresses have no trailing slash. The token, which n8n renews, is no setting. */
export interface CredentialSettings extends LoginData {
	baseUrl: string;
	partnerCode: string;
	tokenHeader: TokenHeader;
	allowUnauthorizedCerts: boolean;
}

/** @throws InvalidInputError that names the field to fill in */
export function readSettings(raw: ICredentialDataDecryptedObject): CredentialSettings {
	const partnerCode = text(raw.partnerCode);
	if (partnerCode !== '') partnerCodeHeader(partnerCode);
	return {
		baseUrl: serviceAddress(raw.baseUrl, 'Base URL'),
		authUrl: serviceAddress(raw.authUrl, 'Authentication URL'),
		applicationId: required(raw.applicationId, 'Application ID'),
		applicationSecret: required(raw.applicationSecret, 'Application Secret'),
		apiKey: required(raw.apiKey, 'API Key'),
		apiSecret: required(raw.apiSecret, 'API Secret'),
		scope: required(raw.scope, 'Scope'),
		partnerCode,
		tokenHeader:
			raw.tokenHeader === 'authentication' || raw.tokenHeader === 'authorization' ? raw.tokenHeader : 'both',
		allowUnauthorizedCerts: raw.allowUnauthorizedCerts === true,
	};
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function required(value: unknown, label: string): string {
	const filled = text(value);
	if (filled.trim() === '') {
		throw new InvalidInputError(
			`${label} is empty in the Plan Service credential`,
			`Open the credential and fill in ${label}.`,
		);
	}
	return filled;
}
