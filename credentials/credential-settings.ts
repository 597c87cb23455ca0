import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { InputProblem, partnerCodeHeader, serviceAddress } from '../service/answer';
import type { LoginData } from '../service/login';
import { filledFields, labelOf } from './credential-fields';
import { refuseExpressions } from './field-expressions';
import { InvalidInputError } from './invalid-input-error';

/**
 * Which header(s) carry the bearer token: the specification names `Authentication`, deployments may read
 * `Authorization`.
 */
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
	return {
		baseUrl: addressIn(raw, 'baseUrl'),
		authUrl: addressIn(raw, 'authUrl'),
		applicationId: readRequired(raw, 'applicationId'),
		applicationSecret: readRequired(raw, 'applicationSecret'),
		apiKey: readRequired(raw, 'apiKey'),
		apiSecret: readRequired(raw, 'apiSecret'),
		scope: readRequired(raw, 'scope'),
		partnerCode: partnerIn(raw),
		tokenHeader: raw.tokenHeader === 'authentication' || raw.tokenHeader === 'authorization' ? raw.tokenHeader : 'both',
		allowUnauthorizedCerts: raw.allowUnauthorizedCerts === true,
	};
}

/** Base URL alone, for a node that makes no request. @throws InvalidInputError */
export function readBaseUrl(raw: ICredentialDataDecryptedObject): string {
	refuseExpressions(
		filledFields.filter(({ name }) => name === 'baseUrl'),
		raw,
	);
	return addressIn(raw, 'baseUrl');
}

function asText(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function readRequired(raw: ICredentialDataDecryptedObject, name: string): string {
	const filled = asText(raw[name]);
	if (filled.trim() !== '') return filled;
	const label = labelOf(name);
	throw new InvalidInputError(
		`${label} is empty in the Plan Service credential`,
		`Open the credential and fill in ${label}.`,
	);
}

function addressIn(raw: ICredentialDataDecryptedObject, name: string): string {
	const label = labelOf(name);
	return rephraseProblem(
		() => serviceAddress(raw[name]),
		(problem) =>
			new InvalidInputError(
				`${label} ${problem}`,
				`Set ${label} in the credential to an address such as https://plans.example.com.`,
			),
	);
}

function partnerIn(raw: ICredentialDataDecryptedObject): string {
	const partnerCode = asText(raw.partnerCode).trim();
	return rephraseProblem(
		() => (partnerCode === '' ? '' : partnerCodeHeader(partnerCode)),
		(problem) => new InvalidInputError(problem, `Correct ${labelOf('partnerCode')} in the credential.`),
	);
}

/** A problem with the value of a field becomes one that names the field. */
function rephraseProblem(read: () => string, wordsFor: (problem: string) => InvalidInputError): string {
	try {
		return read();
	} catch (error) {
		throw error instanceof InputProblem ? wordsFor(error.message) : error;
	}
}
