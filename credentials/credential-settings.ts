import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { BoundedCache } from '../service/cache';
import { InputProblem, partnerCodeHeader, secretsOf, serviceUrl, tokenRequest } from '../service/api';
import type { LoginData } from '../service/api';
import type { Secrets } from '../service/text';
import { TOKEN_HEADERS, isExpression, labelOf } from './credential-fields';
import type { TokenHeader } from './credential-fields';
import { LoginFailure } from './login-error';

/** What the user filled in, checked. Addresses have no trailing slash. The token, which n8n renews, is no setting. */
export interface CredentialSettings extends LoginData {
	baseUrl: string;
	partnerCode: string;
	tokenHeader: TokenHeader;
	allowUnauthorizedCerts: boolean;
	/** SHA-256 of everything in the credential that decides which token is right. */
	madeFor: string;
	/** What no text may repeat: the secrets, and the tokens that this process has had for them. */
	secrets: Secrets;
}

/** @throws LoginFailure that names the field to fill in */
export function readSettings(raw: ICredentialDataDecryptedObject): CredentialSettings {
	const settings = {
		baseUrl: urlIn(raw, 'baseUrl'),
		authUrl: urlIn(raw, 'authUrl'),
		applicationId: readRequired(raw, 'applicationId'),
		applicationSecret: readRequired(raw, 'applicationSecret'),
		apiKey: readRequired(raw, 'apiKey'),
		apiSecret: readRequired(raw, 'apiSecret'),
		scope: readRequired(raw, 'scope'),
		partnerCode: partnerIn(raw),
		tokenHeader: TOKEN_HEADERS.find(({ value }) => value === raw.tokenHeader)?.value ?? 'both',
		allowUnauthorizedCerts: raw.allowUnauthorizedCerts === true,
	} as const;
	// Whatever the login sends, and the service that the token goes to: a token is right for exactly these.
	const boundTo = JSON.stringify([settings.baseUrl, tokenRequest(settings)]);
	const madeFor = createHash('sha256').update(boundTo).digest('hex');
	return { ...settings, madeFor, secrets: secretsFor(madeFor, settings) };
}

/**
 * By what tokens are made for, because a service may repeat a token of another execution. Bytes, as far as the secrets
 * say: their forms are indexed where a text is redacted.
 */
const secretsOfLogins = new BoundedCache<Secrets>({
	maxAgeMs: 24 * 3600 * 1000,
	maxWeight: 20_000_000,
	weightOf: ({ weight }) => weight,
});

function secretsFor(madeFor: string, login: LoginData): Secrets {
	const secrets = secretsOfLogins.get(madeFor) ?? secretsOf(login);
	secretsOfLogins.set(madeFor, secrets);
	return secrets;
}

/** Base URL alone, for a node that makes no request. @throws LoginFailure */
export function readBaseUrl(raw: ICredentialDataDecryptedObject): string {
	return urlIn(raw, 'baseUrl');
}

function asText(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function readRequired(raw: ICredentialDataDecryptedObject, name: string): string {
	const filled = asText(raw[name]);
	if (filled.trim() !== '') return filled;
	const label = labelOf(name);
	throw new LoginFailure(
		`${label} is empty in the Plan Service credential`,
		`Open the credential and fill in ${label}.`,
	);
}

function urlIn(raw: ICredentialDataDecryptedObject, name: string): string {
	const label = labelOf(name);
	if (isExpression(name, raw)) {
		throw new LoginFailure(
			`${label} in the Plan Service credential is an expression: whoever uses the credential could decide where its ` +
				'secrets go',
			`Enter ${label} as it is, or as a path of $secrets.`,
		);
	}
	const advice = `Set ${label} in the credential to an address such as https://plans.example.com.`;
	return checked(() => serviceUrl(raw[name]), `${label} `, advice);
}

function partnerIn(raw: ICredentialDataDecryptedObject): string {
	const partnerCode = asText(raw.partnerCode).trim();
	const advice = `Correct ${labelOf('partnerCode')} in the credential.`;
	return partnerCode === '' ? '' : checked(() => partnerCodeHeader(partnerCode), '', advice);
}

/** A problem with the value of a field becomes one that names the field. */
function checked(read: () => string, what: string, advice: string): string {
	try {
		return read();
	} catch (error) {
		throw error instanceof InputProblem ? new LoginFailure(`${what}${error.message}`, advice) : error;
	}
}
