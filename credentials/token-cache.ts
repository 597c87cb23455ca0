import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';
import { BoundedCache } from '../service/cache';
import { readSettings } from './credential-settings';
import type { TestedRequest } from './credential-test';
import type { CredentialSettings } from './credential-settings';
import { LoginFailure } from './login-error';
import { asExpired, exchange, isFresh, parseBond } from './token-exchange';
import type { TokenBond, Tries } from './token-exchange';

/** A rejected login is not tried again for so long. */
const REJECTED_MS = 10_000;

/** What this process knows of one credential object of n8n. */
export interface LoginRecord {
	/** Read and hashed once. Of an object n8n changes the token alone. */
	settings?: CredentialSettings;
	/** What the text that n8n stores was read as. */
	stored?: { text: unknown; bond: TokenBond | undefined };
	/** Whether n8n has asked for a request to be signed with it. */
	signed: boolean;
	/** Whether a person's Test asked for a login; once that and the test of the service went well, what n8n sends. */
	test: 'no' | 'asked' | TestedRequest;
	/** The outcome of the first login, until it is known whether a Test or an execution had asked for it. */
	first?: TokenBond | LoginFailure;
	/** Why the last call of n8n failed. n8n 1.x drops what the credential threw, so the nodes read it here. */
	lastFailure?: LoginFailure;
}

/** n8n makes a new object for each execution and each Test, and drops it with them. */
const records = new WeakMap<ICredentialDataDecryptedObject, LoginRecord>();

export function recordOf(raw: ICredentialDataDecryptedObject): LoginRecord {
	let record = records.get(raw);
	if (record === undefined) records.set(raw, (record = { signed: false, test: 'no' }));
	return record;
}

/** What the user filled in, checked. @throws LoginFailure that names the field to fill in */
export function settingsOf(raw: ICredentialDataDecryptedObject): CredentialSettings {
	return (recordOf(raw).settings ??= readSettings(raw));
}

/** The token that n8n's object holds, whatever it was made for. */
export function bondIn(raw: ICredentialDataDecryptedObject): TokenBond | undefined {
	const record = recordOf(raw);
	const text = raw.accessToken;
	if (record.stored?.text !== text) record.stored = { text, bond: parseBond(text) };
	return record.stored?.bond;
}

/**
 * The newest token for exactly what n8n's object says that has not expired: the object's own, or one that this process
 * has had since. n8n stores a token for each waiting run before it signs, which may take longer than a token lives.
 */
export function usableBond(raw: ICredentialDataDecryptedObject, nowMs: number): TokenBond | undefined {
	const { madeFor } = settingsOf(raw);
	const stored = bondIn(raw);
	const own = stored?.madeFor === madeFor && isFresh(stored, nowMs) ? stored : undefined;
	const newest = tokenCache.newest(madeFor, nowMs);
	// Of the same token the object knows more: it may have been rejected.
	const isNewer = newest !== undefined && newest.token !== stored?.token && newest.issuedAtMs > (own?.issuedAtMs ?? 0);
	return isNewer ? newest : own;
}

/** The service does not take a token: neither n8n's object nor this process uses it any more. */
export function rejectToken(raw: ICredentialDataDecryptedObject, token: string): void {
	raw.accessToken = asExpired(raw.accessToken);
	tokenCache.reject(settingsOf(raw).madeFor, token);
}

interface Rejection {
	failure: LoginFailure;
	atMs: number;
}

const HOUR_MS = 3600 * 1000;
const MAX_LOGINS = 500;
/** Characters of tokens, of which each has at most 16,000. */
const MAX_CHARACTERS = 2_000_000;

/**
 * The logins of this process, by what they were made for. n8n has no lock around a login, so logins for the same
 * settings that start together become one here, and whoever comes late gets the newest token.
 */
export class TokenCache {
	private readonly flights = new Map<string, Promise<TokenBond | LoginFailure>>();

	private readonly tokens = new BoundedCache<TokenBond>({
		maxAgeMs: HOUR_MS,
		maxWeight: MAX_CHARACTERS,
		weightOf: ({ token, madeFor }) => token.length + madeFor.length,
	});

	private readonly rejections = new BoundedCache<Rejection>({
		maxAgeMs: REJECTED_MS,
		maxWeight: MAX_LOGINS,
		weightOf: () => 1,
	});

	newest(madeFor: string, nowMs: number): TokenBond | undefined {
		const bond = this.tokens.get(madeFor);
		return bond !== undefined && isFresh(bond, nowMs) ? bond : undefined;
	}

	reject(madeFor: string, token: string): void {
		if (this.tokens.get(madeFor)?.token === token) this.tokens.delete(madeFor);
	}

	/** @param inHand the token that n8n holds, which is not to be handed out again */
	async obtain(
		helper: IHttpRequestHelper,
		settings: CredentialSettings,
		inHand: TokenBond | undefined,
		tries: Tries,
	): Promise<TokenBond | LoginFailure> {
		const { madeFor } = settings;
		const newest = this.newest(madeFor, Date.now());
		const isOther = newest?.token !== inHand?.token && (newest?.issuedAtMs ?? 0) >= (inHand?.issuedAtMs ?? 0);
		if (newest !== undefined && isOther) return newest;
		const flight = this.flights.get(madeFor);
		if (flight !== undefined) return await flight;
		const started = this.exchange(helper, settings, tries);
		this.flights.set(madeFor, started);
		try {
			return await started;
		} finally {
			this.flights.delete(madeFor);
		}
	}

	/** Always logs in. */
	async exchange(
		helper: IHttpRequestHelper,
		settings: CredentialSettings,
		tries: Tries,
	): Promise<TokenBond | LoginFailure> {
		const { madeFor, secrets } = settings;
		const login = await exchange(helper, settings, tries);
		if (!(login instanceof LoginFailure)) {
			secrets.add(login.token);
			this.tokens.set(madeFor, login);
			this.rejections.delete(madeFor);
		} else if (login.refused) {
			this.tokens.delete(madeFor);
			this.rejections.set(madeFor, { failure: login, atMs: Date.now() });
		}
		return login;
	}

	/** Why this login was rejected in the last seconds, if the token in hand is no younger than that. */
	rejectionOf({ madeFor }: CredentialSettings, inHand: TokenBond | undefined): LoginFailure | undefined {
		const { failure, atMs = 0 } = this.rejections.peek(madeFor) ?? {};
		return inHand !== undefined && inHand.issuedAtMs > atMs ? undefined : failure;
	}
}

export const tokenCache = new TokenCache();
