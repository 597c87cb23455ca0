import { sleep } from 'n8n-workflow';
import type { IHttpRequestHelper } from 'n8n-workflow';
import {
	MOST_LOGIN_BYTES,
	backoffMs,
	connectionWords,
	readBoundedText,
	sizeInWords,
	tokenAddress,
} from '../service/answer';
import { NoToken, readTokenAnswer, secretsOf, tokenForm } from '../service/login';
import { faultOfCall } from './broken-call';
import { connectionAdvice, loginAdvice } from './credential-advice';
import { labelOf } from './credential-fields';
import type { CredentialSettings } from './credential-settings';
import { LoginError } from './login-error';
import type { TokenBond } from './token-bond';
import { digestSettings } from './token-bond';
import { isUnsent, unsentWords } from './unsent';

const EXCHANGE_TIMEOUT_MS = 30_000;
/** How long a token is used whose lifetime the service does not tell. */
const UNKNOWN_LIFETIME_SECONDS = 300;
/** A lifetime without sense must not grow into a time that cannot be stored. */
const LONGEST_LIFETIME_SECONDS = 365 * 24 * 3600;

/**
 * The tries of one login, by their numbers. A further one follows only a fault that may pass: no connection, 429, 5xx.
 */
export interface Tries {
	first: number;
	last: number;
}

export const ALL_TRIES: Tries = { first: 1, last: 3 };

/**
 * One password-grant exchange (sections 4.1 and 5.2), with further tries after faults that pass.
 * @returns the token, or why there is none, in words and without any secret
 */
export async function exchange(
	{ helpers }: IHttpRequestHelper,
	credential: CredentialSettings,
	{ first, last }: Tries,
): Promise<TokenBond | LoginError> {
	for (let number = first; ; number++) {
		if (number > 1) await sleep(backoffMs(number - 1, Math.random()));
		const outcome = await exchangeOnce(helpers, credential);
		if (!(outcome instanceof LoginError) || outcome.refused || number >= last) return outcome;
	}
}

async function exchangeOnce(
	helpers: IHttpRequestHelper['helpers'],
	credential: CredentialSettings,
): Promise<TokenBond | LoginError> {
	const issuedAtMs = Date.now();
	const answer = await post(helpers, credential);
	if (answer instanceof LoginError) return answer;
	const read = readTokenAnswer(answer.statusCode, answer.body, credential);
	if (read instanceof NoToken)
		return new LoginError(read.message, loginAdvice(read.reason, credential), read.reason !== 'busy');
	const { token, lifetimeSeconds = UNKNOWN_LIFETIME_SECONDS } = read;
	return {
		madeFor: digestSettings(credential),
		issuedAtMs,
		expiresAtMs: Math.round(issuedAtMs + Math.min(lifetimeSeconds, LONGEST_LIFETIME_SECONDS) * 1000),
		token,
	};
}

async function post(
	helpers: IHttpRequestHelper['helpers'],
	credential: CredentialSettings,
): Promise<{ statusCode: number; body: string } | LoginError> {
	try {
		const answer: unknown = await helpers.httpRequest({
			method: 'POST',
			url: tokenAddress(credential.authUrl),
			headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
			body: tokenForm(credential),
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			// A redirect would carry the secrets to an address that nobody entered.
			disableFollowRedirect: true,
			timeout: EXCHANGE_TIMEOUT_MS,
			abortSignal: AbortSignal.timeout(EXCHANGE_TIMEOUT_MS),
			skipSslCertificateValidation: credential.allowUnauthorizedCerts,
		});
		return await readAnswer(answer, credential);
	} catch (error) {
		return unansweredError(error, credential);
	}
}

async function readAnswer(
	answer: unknown,
	{ authUrl }: CredentialSettings,
): Promise<{ statusCode: number; body: string } | LoginError> {
	const { statusCode, body } = Object(answer) as Record<string, unknown>;
	const { text, isWhole } = await readBoundedText(body, MOST_LOGIN_BYTES);
	if (isWhole) return { statusCode: typeof statusCode === 'number' ? statusCode : 0, body: text };
	return new LoginError(
		`${tokenAddress(authUrl)} answered with more than ${sizeInWords(MOST_LOGIN_BYTES)}, so it was not read to its end`,
		`Check ${labelOf('authUrl')} in the credential: it must be the address of the authentication service.`,
		true,
	);
}

/** Only the code of the error is read, and what n8n itself said: the error holds the request and so the secrets. */
function unansweredError(error: unknown, credential: CredentialSettings): LoginError {
	const { authUrl } = credential;
	if (isUnsent(error)) {
		const unsent = unsentWords(error, authUrl, secretsOf(credential));
		return new LoginError(unsent.message, unsent.advice, true);
	}
	const fault = faultOfCall(error);
	return new LoginError(connectionWords(fault, authUrl), connectionAdvice(fault, 'authUrl'), fault === 'tls');
}
