import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { BoundedCache } from '../service/cache';
import { InputProblem, partnerCodeHeader, secretsOf, serviceUrl, tokenRequest } from '../service/api';
import type { Secrets } from '../service/text';
import type { UrlField } from './connection-errors';
import { TOKEN_HEADERS, isExpression, labelOf } from './credential-fields';
import { LoginFailure } from './login-error';

const PARTNER_CODE = labelOf('partnerCode');

export type CredentialSettings = ReturnType<typeof readSettings>;

/**
 * What the user filled in, checked. URLs have no trailing slash. The token, which n8n renews, is no setting.
 * @returns `settingsDigest`: SHA-256 of everything that decides which token is right; `secrets`: what no text may
 * repeat, with the tokens that this process has had
 * @throws LoginFailure that names the field to fill in
 */
export function readSettings(raw: ICredentialDataDecryptedObject) {
	const settings = {
		baseUrl: readUrl(raw, 'baseUrl'),
		authUrl: readUrl(raw, 'authUrl'),
		applicationId: readRequired(raw, 'applicationId'),
		applicationSecret: readRequired(raw, 'applicationSecret'),
		apiKey: readRequired(raw, 'apiKey'),
		apiSecret: readRequired(raw, 'apiSecret'),
		scope: readRequired(raw, 'scope'),
		partnerCode: checked(() => partnerCodeHeader(raw.partnerCode), '', `Correct ${PARTNER_CODE} in the credential.`),
		tokenHeader: TOKEN_HEADERS.find(({ value }) => value === raw.tokenHeader)?.value ?? 'both',
		allowUnauthorizedCerts: raw.allowUnauthorizedCerts === true,
	};
	// Whatever the login sends, and the service that the token goes to: a token is right for exactly these.
	const boundTo = JSON.stringify([settings.baseUrl, tokenRequest(settings)]);
	const settingsDigest = createHash('sha256').update(boundTo).digest('hex');
	const secrets = secretsOfLogins.get(settingsDigest) ?? secretsOf(settings);
	secretsOfLogins.set(settingsDigest, secrets);
	return { ...settings, settingsDigest, secrets };
}

/** By what tokens are made for, because a service may repeat a token of another execution. */
const secretsOfLogins = new BoundedCache<Secrets>({
	maxAgeMs: 24 * 3600 * 1000,
	maxWeight: 20_000_000,
	weightOf: ({ weight }) => weight,
});

function readRequired(raw: ICredentialDataDecryptedObject, name: string): string {
	const { [name]: filled } = raw;
	if (typeof filled === 'string' && filled.trim() !== '') return filled;
	// An external secret may be one.
	if (typeof filled === 'number') return String(filled);
	const label = labelOf(name);
	throw new LoginFailure(
		`${label} is empty in the Plan Service credential`,
		`Open the credential and fill in ${label}.`,
	);
}

/** @param name of a field that holds a URL @throws LoginFailure */
export function readUrl(raw: ICredentialDataDecryptedObject, name: UrlField): string {
	const label = labelOf(name);
	if (isExpression(name, raw)) {
		throw new LoginFailure(
			`${label} in the Plan Service credential is an expression: whoever uses the credential could decide where its ` +
				'secrets go',
			`Enter ${label} as it is, or as a path of $secrets.`,
		);
	}
	const advice = `Set ${label} in the credential to a URL such as https://plans.example.com.`;
	const url = checked(() => serviceUrl(raw[name]), `${label} `, advice);
	// People copy the URL of an endpoint (section 4), or of a plan.
	return name === 'baseUrl' ? url.replace(/\/(?:esapi|plans-embed)(?:\/.*)?$/i, '') : url;
}

/** A problem with the value of a field becomes one that names the field. */
function checked(read: () => string, what: string, advice: string): string {
	try {
		return read();
	} catch (error) {
		throw error instanceof InputProblem ? new LoginFailure(`${what}${error.message}`, advice) : error;
	}
}
