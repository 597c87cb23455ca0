import { sleep } from 'n8n-workflow';
import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';
import { BoundedCache } from '../service/cache';
import { NoToken, backoffMs, readTokenResponse, tokenRequest } from '../service/api';
import { sendOwn } from './authenticate-request';
import { readSettings } from './credential-settings';
import type { CredentialSettings } from './credential-settings';
import { LoginFailure, noTokenFailure } from './login-error';

/** A token is not used so shortly before it expires, because a request takes time to arrive. */
const MAX_MARGIN_MS = 30_000;
const MARGIN_OF_LIFETIME = 0.1;

/** How long a token is used whose lifetime the service does not give. */
const UNKNOWN_LIFETIME_SECONDS = 300;

/**
 * A token tied to what it was made for. n8n keeps a token when the credential is edited; the digest keeps it from being
 * sent to another URL or for another key. It is stored as text in the one property that n8n persists.
 */
export interface BoundToken {
	settingsDigest: string;
	issuedAtMs: number;
	expiresAtMs: number;
	token: string;
}

export function boundTokenText({ settingsDigest, issuedAtMs, expiresAtMs, token }: BoundToken): string {
	return ['v1', settingsDigest, issuedAtMs, expiresAtMs, token].join('|');
}

/** Undefined for anything that `boundTokenText` did not write. */
export function parseBoundToken(stored: unknown): BoundToken | undefined {
	const match = /^v1\|([0-9a-f]{64})\|(\d+)\|(\d+)\|(.+)$/s.exec(String(stored));
	if (match === null) return undefined;
	const [, settingsDigest, issued, expires, token] = match;
	return { settingsDigest, issuedAtMs: Number(issued), expiresAtMs: Number(expires), token };
}

export function isUnexpired({ issuedAtMs, expiresAtMs }: BoundToken, nowMs: number): boolean {
	const margin = Math.min(MAX_MARGIN_MS, (expiresAtMs - issuedAtMs) * MARGIN_OF_LIFETIME);
	return nowMs < expiresAtMs - margin;
}

const MAX_ATTEMPTS = 3;
/** No further attempt begins after so long: a person may wait for the login, and one that hangs takes half a minute. */
const MAX_ATTEMPTS_MS = 20_000;

/** One password-grant exchange (sections 4.1 and 5.2). */
async function exchangeOnce(
	helper: IHttpRequestHelper,
	settings: CredentialSettings,
): Promise<BoundToken | LoginFailure> {
	const issuedAtMs = Date.now();
	const response = await sendOwn(helper, settings, 'authUrl', tokenRequest(settings));
	if (response instanceof LoginFailure) return response;
	const read = readTokenResponse(response.status, response.text, settings.secrets);
	if (read instanceof NoToken) return noTokenFailure(read, settings, response.retryAfterMs);
	const { token, lifetimeSeconds = UNKNOWN_LIFETIME_SECONDS } = read;
	const expiresAtMs = Math.round(issuedAtMs + lifetimeSeconds * 1000);
	return { settingsDigest: settings.settingsDigest, issuedAtMs, expiresAtMs, token };
}

/** What this process knows of one credential object of n8n. */
interface LoginRecord {
	/** Read and hashed once. Of an object n8n changes the token alone. */
	settings?: CredentialSettings;
	startedAtMs: number;
	/** Whether a person's Test needs a login; once that and the test of the service went well, its method. */
	test: 'no' | 'requested' | 'HEAD' | 'GET';
	/** Why the last call of n8n failed. n8n 1.x drops what the credential threw, so the nodes read it here. */
	lastFailure?: LoginFailure;
}

/** n8n makes a new object for each execution and each Test, and drops it with them. */
const records = new WeakMap<ICredentialDataDecryptedObject, LoginRecord>();

export function recordOf(raw: ICredentialDataDecryptedObject): LoginRecord {
	let record = records.get(raw);
	if (record === undefined) records.set(raw, (record = { startedAtMs: Date.now(), test: 'no' }));
	return record;
}

/**
 * What the user filled in, checked. Its secrets hold the token that n8n has stored; a login adds its own.
 * @throws LoginFailure that names the field to fill in
 */
export function settingsOf(raw: ICredentialDataDecryptedObject): CredentialSettings {
	const record = recordOf(raw);
	if (record.settings === undefined) {
		record.settings = readSettings(raw);
		const stored = boundTokenIn(raw);
		if (stored !== undefined) record.settings.secrets.add(stored.token);
	}
	return record.settings;
}

/** The token that n8n's object holds, whatever it was made for. */
export function boundTokenIn(raw: ICredentialDataDecryptedObject): BoundToken | undefined {
	return parseBoundToken(raw.accessToken);
}

/**
 * The newest token for exactly what n8n's object says that has not expired: the object's own, or one that this process
 * has had since. n8n stores a token for each waiting run before it signs, which may take longer than a token lives.
 */
export function usableToken(raw: ICredentialDataDecryptedObject, nowMs: number): BoundToken | undefined {
	const { settingsDigest } = settingsOf(raw);
	const stored = boundTokenIn(raw);
	const own = stored?.settingsDigest === settingsDigest && isUnexpired(stored, nowMs) ? stored : undefined;
	const newest = tokenCache.newest(settingsDigest, nowMs);
	// Of the same token the object knows more: it may have been rejected.
	const isNewer = newest !== undefined && newest.token !== stored?.token && newest.issuedAtMs > (own?.issuedAtMs ?? 0);
	return isNewer ? newest : own;
}

/** The service does not take a token: neither n8n's object nor this process uses it any more. */
export function rejectToken(raw: ICredentialDataDecryptedObject, token: string): void {
	const stored = boundTokenIn(raw);
	raw.accessToken = stored === undefined ? '' : boundTokenText({ ...stored, expiresAtMs: 0 });
	tokenCache.reject(settingsOf(raw).settingsDigest, token);
}

/** A rejected login is not repeated for so long. */
const REJECTED_MS = 10_000;

const HOUR_MS = 3600 * 1000;
const MAX_LOGINS = 500;
/** Characters of tokens, of which each has at most 16,000. */
const MAX_CHARACTERS = 2_000_000;

/**
 * The logins of this process, by what they were made for. n8n has no lock around a login, so logins for the same
 * settings that start together become one here, and whoever comes late gets the newest token.
 */
export class TokenCache {
	private readonly inFlight = new Map<string, Promise<BoundToken | LoginFailure>>();

	private readonly tokens = new BoundedCache<BoundToken>({
		maxAgeMs: HOUR_MS,
		maxWeight: MAX_CHARACTERS,
		weightOf: ({ token, settingsDigest }) => token.length + settingsDigest.length,
	});

	private readonly rejections = new BoundedCache<{ failure: LoginFailure; atMs: number }>({
		maxAgeMs: REJECTED_MS,
		maxWeight: MAX_LOGINS,
		weightOf: () => 1,
	});

	newest(settingsDigest: string, nowMs: number): BoundToken | undefined {
		const boundToken = this.tokens.get(settingsDigest);
		return boundToken !== undefined && isUnexpired(boundToken, nowMs) ? boundToken : undefined;
	}

	reject(settingsDigest: string, token: string): void {
		if (this.tokens.get(settingsDigest)?.token === token) this.tokens.delete(settingsDigest);
	}

	/** @param current the token that n8n holds, which must not be returned again */
	async getOrLogIn(
		helper: IHttpRequestHelper,
		settings: CredentialSettings,
		current: BoundToken | undefined,
	): Promise<BoundToken | LoginFailure> {
		const { settingsDigest } = settings;
		const newest = this.newest(settingsDigest, Date.now());
		const isOther = newest?.token !== current?.token && (newest?.issuedAtMs ?? 0) >= (current?.issuedAtMs ?? 0);
		if (newest !== undefined && isOther) return newest;
		const login = this.inFlight.get(settingsDigest) ?? this.exchange(helper, settings);
		this.inFlight.set(settingsDigest, login);
		return await login.finally(() => this.inFlight.delete(settingsDigest));
	}

	/** Always logs in. A retry follows only what may pass: no connection, 429, 5xx. */
	async exchange(helper: IHttpRequestHelper, settings: CredentialSettings): Promise<BoundToken | LoginFailure> {
		const { settingsDigest, secrets } = settings;
		const startedAtMs = Date.now();
		let login = await exchangeOnce(helper, settings);
		for (let attempt = 1; attempt < MAX_ATTEMPTS && login instanceof LoginFailure && !login.isRejected; attempt++) {
			const delayMs = Math.max(login.retryAfterMs, backoffMs(attempt, Math.random()));
			if (Date.now() - startedAtMs + login.retryAfterMs > MAX_ATTEMPTS_MS) break;
			await sleep(delayMs);
			login = await exchangeOnce(helper, settings);
		}
		if (!(login instanceof LoginFailure)) {
			secrets.add(login.token);
			this.tokens.set(settingsDigest, login);
			this.rejections.delete(settingsDigest);
		} else if (login.isRejected) {
			this.tokens.delete(settingsDigest);
			this.rejections.set(settingsDigest, { failure: login, atMs: Date.now() });
		}
		return login;
	}

	/** Why this login was rejected in the last seconds, if the current token is no younger than that. */
	rejectionOf({ settingsDigest }: CredentialSettings, current: BoundToken | undefined): LoginFailure | undefined {
		const { failure, atMs = 0 } = this.rejections.peek(settingsDigest) ?? {};
		return current !== undefined && current.issuedAtMs > atMs ? undefined : failure;
	}
}

export const tokenCache = new TokenCache();
