import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';
import { readSettings } from './credential-settings';
import type { TestedRequest } from './credential-test';
import type { CredentialSettings } from './credential-settings';
import { LoginFailure } from './login-failure';
import { isFresh, parseBond, exchange } from './token-exchange';
import type { TokenBond, Tries } from './token-exchange';

/**
 * How long an outcome counts. Executions that start within this time of a login may still hold the token from before
 * it, and a refused login is not tried again.
 */
const REMEMBERED_MS = 10_000;
/** A process serves few credentials, but each edit makes new settings. */
const MOST_REMEMBERED = 500;

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

/** The token that n8n's object holds, if it was made for exactly what the object says and has not expired. */
export function usableBond(raw: ICredentialDataDecryptedObject, nowMs: number): TokenBond | undefined {
	const bond = bondIn(raw);
	return bond?.madeFor === settingsOf(raw).madeFor && isFresh(bond, nowMs) ? bond : undefined;
}

interface Outcome {
	login: TokenBond | LoginFailure;
	atMs: number;
}

/**
 * The logins of this process, by what they were made for. n8n has no lock around a login, so logins for the same
 * settings that start together become one here, and the newest token is handed to those that came late.
 */
export class LoginMemory {
	private readonly flights = new Map<string, Promise<TokenBond | LoginFailure>>();

	private readonly outcomes = new Map<string, Outcome>();

	/** @param inHand the token that n8n holds, which is not to be handed out again */
	async obtain(
		helper: IHttpRequestHelper,
		settings: CredentialSettings,
		inHand: TokenBond | undefined,
		tries: Tries,
	): Promise<TokenBond | LoginFailure> {
		const { madeFor } = settings;
		const newest = this.recent(madeFor)?.login;
		if (isToken(newest) && newest.token !== inHand?.token && isFresh(newest, Date.now())) return newest;
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
		const login = await exchange(helper, settings, tries);
		if (isToken(login)) settings.secrets.add(login.token);
		const outcome = { login, atMs: isToken(login) ? login.issuedAtMs : Date.now() };
		if (isToken(login) || login.refused) this.remember(settings.madeFor, outcome);
		return login;
	}

	/** Why this login was refused in the last seconds, if the token in hand is no younger than that. */
	refusalOf({ madeFor }: CredentialSettings, inHand: TokenBond | undefined): LoginFailure | undefined {
		const outcome = this.recent(madeFor);
		if (outcome === undefined || isToken(outcome.login)) return undefined;
		return inHand !== undefined && inHand.issuedAtMs > outcome.atMs ? undefined : outcome.login;
	}

	private recent(madeFor: string): Outcome | undefined {
		const outcome = this.outcomes.get(madeFor);
		return outcome !== undefined && Date.now() - outcome.atMs <= REMEMBERED_MS ? outcome : undefined;
	}

	private remember(madeFor: string, outcome: Outcome): void {
		this.outcomes.delete(madeFor);
		this.outcomes.set(madeFor, outcome);
		if (this.outcomes.size > MOST_REMEMBERED) {
			const [oldest] = this.outcomes.keys();
			this.outcomes.delete(oldest);
		}
	}
}

function isToken(login: TokenBond | LoginFailure | undefined): login is TokenBond {
	return login !== undefined && !(login instanceof LoginFailure);
}
