import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { BoundedCache } from '../service/cache';
import { InputProblem, partnerCodeHeader, secretsOf, serviceAddress } from '../service/api';
import type { LoginData } from '../service/api';
import { joinFirst, wordsOf } from '../service/text';
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
		baseUrl: addressIn(raw, 'baseUrl'),
		authUrl: addressIn(raw, 'authUrl'),
		applicationId: readRequired(raw, 'applicationId'),
		applicationSecret: readRequired(raw, 'applicationSecret'),
		apiKey: readRequired(raw, 'apiKey'),
		apiSecret: readRequired(raw, 'apiSecret'),
		scope: readRequired(raw, 'scope'),
		partnerCode: partnerIn(raw),
		tokenHeader: TOKEN_HEADERS.find(({ value }) => value === raw.tokenHeader)?.value ?? 'both',
		allowUnauthorizedCerts: raw.allowUnauthorizedCerts === true,
	} as const;
	const madeFor = digest(settings);
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
	return addressIn(raw, 'baseUrl');
}

/** A token is right for exactly these. */
function digest({
	baseUrl,
	authUrl,
	applicationId,
	applicationSecret,
	apiKey,
	apiSecret,
	scope,
}: Omit<CredentialSettings, 'madeFor' | 'secrets'>): string {
	const madeFor = [baseUrl, authUrl, applicationId, applicationSecret, apiKey, apiSecret, scope];
	return createHash('sha256').update(JSON.stringify(madeFor)).digest('hex');
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
		true,
	);
}

function addressIn(raw: ICredentialDataDecryptedObject, name: string): string {
	const label = labelOf(name);
	if (isExpression(name, raw)) {
		throw new LoginFailure(
			`${label} in the Plan Service credential is an expression: whoever uses the credential could decide where its ` +
				'secrets go',
			`Enter ${label} as it is, or as a path of $secrets.`,
			true,
		);
	}
	return rephraseProblem(
		() => serviceAddress(raw[name]),
		(problem) =>
			new LoginFailure(
				`${label} ${problem}`,
				`Set ${label} in the credential to an address such as https://plans.example.com.`,
				true,
			),
	);
}

function partnerIn(raw: ICredentialDataDecryptedObject): string {
	const partnerCode = asText(raw.partnerCode).trim();
	return rephraseProblem(
		() => (partnerCode === '' ? '' : partnerCodeHeader(partnerCode)),
		(problem) => new LoginFailure(problem, `Correct ${labelOf('partnerCode')} in the credential.`, true),
	);
}

/** A problem with the value of a field becomes one that names the field. */
function rephraseProblem(read: () => string, wordsFor: (problem: string) => LoginFailure): string {
	try {
		return read();
	} catch (error) {
		throw error instanceof InputProblem ? wordsFor(error.message) : error;
	}
}

/** A partner as a service lists it, observed beside the specification. */
export interface Partner {
	code: string;
	name: string;
}

const MOST_IN_WORDS = 5;

/**
 * What is wrong with the partner code of a credential, in words, where the service lists the partners that the key may
 * access. Plans belong to a partner, and sections 4.2 and 4.3 require its code. Undefined where nothing is wrong.
 */
export function partnerProblem(partnerCode: string, partners: Partner[], secrets: Secrets): string | undefined {
	const label = labelOf('partnerCode');
	const wanted = partnerCode.toLowerCase();
	if (partners.some(({ code }) => code.toLowerCase() === wanted)) return undefined;
	const choice = wordsOf(choiceOf(partners), secrets);
	if (partnerCode === '') return `${label} is empty, and plans need it. ${choice}`;
	// A service that lists nobody to this key says nothing about the code.
	if (partners.length === 0) return undefined;
	const named = partners.find(({ name }) => name.trim().toLowerCase() === wanted);
	if (named !== undefined) return wordsOf(`${label} is the name of a partner. Enter its code, ${named.code}`, secrets);
	return `${label} is not the code of a partner that this API Key may access. ${choice}`;
}

function choiceOf(partners: Partner[]): string {
	if (partners.length === 0) return 'Enter the code of the partner that owns the plans';
	const words = joinFirst(MOST_IN_WORDS, partners, ({ code, name }) => `${code} (${name})`);
	if (partners.length === 1) return `The key may access one partner: enter ${words}`;
	return `Enter the code of the partner that owns the plans: ${words}`;
}
