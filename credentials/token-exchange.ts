import { sleep } from 'n8n-workflow';
import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import {
	MOST_LOGIN_BYTES,
	NoToken,
	backoffMs,
	readBoundedText,
	readTokenAnswer,
	sizeInWords,
	tokenAddress,
	tokenForm,
} from '../service/api';
import type { Secrets } from '../service/text';
import { labelOf } from './credential-fields';
import type { CredentialSettings } from './credential-settings';
import { LoginFailure, loginAdvice, unansweredFailure } from './login-error';

const VERSION = 'v1';

/** A token is not used so shortly before it expires, because a request takes time to arrive. */
const LONGEST_MARGIN_MS = 30_000;
const MARGIN_OF_LIFETIME = 0.1;

const TIMEOUT_MS = 30_000;
/** How long a token is used whose lifetime the service does not tell. */
const UNKNOWN_LIFETIME_SECONDS = 300;
/** A lifetime without sense must not grow into a time that cannot be stored. */
const LONGEST_LIFETIME_SECONDS = 365 * 24 * 3600;

/**
 * A token tied to what it was made for. n8n keeps a token when the credential is edited; the bond keeps it from being
 * sent to another address or for another key. It is stored as text in the one property that n8n persists.
 */
export interface TokenBond {
	/** As the settings say it. */
	madeFor: string;
	issuedAtMs: number;
	expiresAtMs: number;
	token: string;
}

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
	helper: IHttpRequestHelper,
	settings: CredentialSettings,
	{ first, last }: Tries,
): Promise<TokenBond | LoginFailure> {
	for (let number = first; ; number++) {
		if (number > 1) await sleep(backoffMs(number - 1, Math.random()));
		const outcome = await exchangeOnce(helper, settings);
		if (!(outcome instanceof LoginFailure) || outcome.refused || number >= last) return outcome;
	}
}

async function exchangeOnce(
	helper: IHttpRequestHelper,
	settings: CredentialSettings,
): Promise<TokenBond | LoginFailure> {
	const issuedAtMs = Date.now();
	const answer = await requestOnce(helper, settings, {
		method: 'POST',
		field: 'authUrl',
		url: tokenAddress(settings.authUrl),
		headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
		body: tokenForm(settings),
		mostBytes: MOST_LOGIN_BYTES,
		secrets: settings.secrets,
	});
	if (answer instanceof LoginFailure) return answer;
	if (!answer.isWhole) return tooLongFailure(settings);
	const read = readTokenAnswer(answer.status, answer.text, settings, settings.secrets);
	if (read instanceof NoToken)
		return new LoginFailure(read.message, loginAdvice(read.reason, settings), read.reason !== 'busy');
	const { token, lifetimeSeconds = UNKNOWN_LIFETIME_SECONDS } = read;
	return {
		madeFor: settings.madeFor,
		issuedAtMs,
		expiresAtMs: Math.round(issuedAtMs + Math.min(lifetimeSeconds, LONGEST_LIFETIME_SECONDS) * 1000),
		token,
	};
}

function tooLongFailure({ authUrl }: CredentialSettings): LoginFailure {
	return new LoginFailure(
		`${tokenAddress(authUrl)} answered with more than ${sizeInWords(MOST_LOGIN_BYTES)}, so it was not read to its end`,
		`Check ${labelOf('authUrl')} in the credential: it must be the address of the authentication service.`,
		true,
	);
}

interface OwnRequest extends Pick<IHttpRequestOptions, 'method' | 'url' | 'headers' | 'body'> {
	/** Which address of the credential it goes to. */
	field: 'baseUrl' | 'authUrl';
	mostBytes: number;
	/** What its failure must not repeat. */
	secrets: Secrets;
}

export interface OwnAnswer {
	/** 0 where it is unknown. */
	status: number;
	/** The beginning, of an answer that is too long. */
	text: string;
	isWhole: boolean;
}

/** The one request of the credential itself, sent once. @returns the answer, or why there is none */
export async function requestOnce(
	{ helpers }: IHttpRequestHelper,
	settings: CredentialSettings,
	{ field, mostBytes, secrets, ...request }: OwnRequest,
): Promise<OwnAnswer | LoginFailure> {
	try {
		const answer: unknown = await helpers.httpRequest({
			...request,
			headers: { ...request.headers, Accept: 'application/json' },
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			// A redirect would carry the secrets to an address that nobody entered.
			disableFollowRedirect: true,
			timeout: TIMEOUT_MS,
			abortSignal: AbortSignal.timeout(TIMEOUT_MS),
			skipSslCertificateValidation: settings.allowUnauthorizedCerts,
		});
		const { statusCode, body } = Object(answer) as Record<string, unknown>;
		const status = typeof statusCode === 'number' ? statusCode : 0;
		return { status, ...(await readBoundedText(body, mostBytes)) };
	} catch (error) {
		return unansweredFailure(error, field, settings[field], secrets);
	}
}

export function bondText({ madeFor, issuedAtMs, expiresAtMs, token }: TokenBond): string {
	return [VERSION, madeFor, issuedAtMs, expiresAtMs, token].join('|');
}

/** Undefined for anything that `bondText` did not write. */
export function parseBond(stored: unknown): TokenBond | undefined {
	const match = /^v1\|([0-9a-f]{64})\|(\d+)\|(\d+)\|(.+)$/s.exec(String(stored));
	if (match === null) return undefined;
	const [, madeFor, issued, expires, token] = match;
	return { madeFor, issuedAtMs: Number(issued), expiresAtMs: Number(expires), token };
}

/** The stored token written as one that has expired: it is not sent any more, and n8n renews it. */
export function asExpired(accessToken: unknown): string {
	const bond = parseBond(accessToken);
	return bond === undefined ? '' : bondText({ ...bond, expiresAtMs: 0 });
}

export function isFresh({ issuedAtMs, expiresAtMs }: TokenBond, nowMs: number): boolean {
	const margin = Math.min(LONGEST_MARGIN_MS, (expiresAtMs - issuedAtMs) * MARGIN_OF_LIFETIME);
	return nowMs < expiresAtMs - margin;
}

/** Whether what n8n holds is a token that has not expired. */
export function isFreshText(accessToken: unknown, nowMs: number): boolean {
	const bond = parseBond(accessToken);
	return bond !== undefined && isFresh(bond, nowMs);
}
