import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { InvalidInputError, partnerCodeHeader, serviceAddress } from '../service';
import type { LoginData } from '../service';
import { filledFields } from './credential-fields';
import { refuseExpressions } from './field-expressions';

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
	refuseExpressions(filledFields, raw);
	const partnerCode = text(raw.partnerCode).trim();
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

/** Base URL alone, for a node that makes no request. @throws InvalidInputError */
export function readBaseUrl(raw: ICredentialDataDecryptedObject): string {
	refuseExpressions(
		filledFields.filter(({ name }) => name === 'baseUrl'),
		raw,
	);
	return serviceAddress(raw.baseUrl, 'Base URL');
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
