import type { IHttpRequestHelper } from 'n8n-workflow';
import type { CredentialSettings } from './credential-settings';
import { LoginError } from './login-error';
import { digestSettings, isFresh } from './token-bond';
import type { TokenBond } from './token-bond';
import { exchange } from './token-exchange';
import type { Tries } from './token-exchange';

/**
 * How long an outcome counts. Executions that start within this time of a login may still hold the token from before
 * it, and a refused login is not tried again.
 */
const REMEMBERED_MS = 10_000;
/** A process serves few credentials, but each edit makes new settings. */
const MOST_REMEMBERED = 500;

interface Outcome {
	login: TokenBond | LoginError;
	atMs: number;
}

/**
 * The logins of this process, by what they were made for. n8n has no lock around a login, so logins for the same
 * settings that start together become one here, and the newest token is handed to those that came late.
 */
export class LoginMemory {
	private readonly flights = new Map<string, Promise<TokenBond | LoginError>>();

	private readonly outcomes = new Map<string, Outcome>();

	/** @param inHand the token that n8n holds, which is not to be handed out again */
	async obtain(
		helper: IHttpRequestHelper,
		settings: CredentialSettings,
		inHand: TokenBond | undefined,
		tries: Tries,
	): Promise<TokenBond | LoginError> {
		const madeFor = digestSettings(settings);
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

	/** One exchange, for which nothing remembered stands in. */
	async exchange(
		helper: IHttpRequestHelper,
		settings: CredentialSettings,
		tries: Tries,
	): Promise<TokenBond | LoginError> {
		const login = await exchange(helper, settings, tries);
		const outcome = { login, atMs: isToken(login) ? login.issuedAtMs : Date.now() };
		if (isToken(login) || login.refused) this.remember(digestSettings(settings), outcome);
		return login;
	}

	/** The refusal of this login that is only seconds old, and younger than the token in hand. */
	refusalOf(settings: CredentialSettings, inHand: TokenBond | undefined): LoginError | undefined {
		const outcome = this.recent(digestSettings(settings));
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

function isToken(login: TokenBond | LoginError | undefined): login is TokenBond {
	return login !== undefined && !(login instanceof LoginError);
}
