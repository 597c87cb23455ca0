import type { IHttpRequestHelper } from 'n8n-workflow';
import { LoginError } from '../service';
import type { CredentialSettings } from './credential-settings';
import { fingerprint, isFresh } from './token-bond';
import type { TokenBond } from './token-bond';
import { exchange } from './token-exchange';
import type { Tries } from './token-exchange';

/** Executions that start within this time of an exchange may still hold the token from before it. */
const NEWEST_TOKEN_MS = 10_000;
/** A refused login is not tried again by this process within this time. */
const REFUSAL_MS = 10_000;
const MOST_REMEMBERED = 500;

interface Refusal {
	error: LoginError;
	atMs: number;
}

/**
 * n8n has no lock around a credential's exchange, so this process keeps one: exchanges for the same
 * credential that start together become one, and the newest token is handed to those that came late.
 */
const flights = new Map<string, Promise<TokenBond>>();
const newest = new Map<string, TokenBond>();
const refusals = new Map<string, Refusal>();

/** @throws LoginError */
export async function obtainToken(
	helper: IHttpRequestHelper,
	settings: CredentialSettings,
	inHand: TokenBond | undefined,
	tries: Tries,
): Promise<TokenBond> {
	const madeFor = fingerprint(settings);
	const recent = newest.get(madeFor);
	if (recent !== undefined && recent.token !== inHand?.token && isRecent(recent)) return recent;
	const flight = flights.get(madeFor);
	if (flight !== undefined) return await flight;
	const started = exchangeAndRemember(helper, settings, madeFor, tries);
	flights.set(madeFor, started);
	try {
		return await started;
	} finally {
		flights.delete(madeFor);
	}
}

/** An exchange of its own, as the credential's test needs it: nothing remembered stands in for it. */
export async function obtainTokenAnew(
	helper: IHttpRequestHelper,
	settings: CredentialSettings,
): Promise<TokenBond> {
	return await exchangeAndRemember(helper, settings, fingerprint(settings), { first: 1, last: 1 });
}

/** The refusal of this login that is only seconds old, and younger than the token in hand. */
export function refusalOf(settings: CredentialSettings, inHand: TokenBond | undefined): LoginError | undefined {
	const refusal = refusals.get(fingerprint(settings));
	if (refusal === undefined || Date.now() - refusal.atMs > REFUSAL_MS) return undefined;
	return inHand !== undefined && inHand.issuedAtMs > refusal.atMs ? undefined : refusal.error;
}

async function exchangeAndRemember(
	helper: IHttpRequestHelper,
	settings: CredentialSettings,
	madeFor: string,
	tries: Tries,
): Promise<TokenBond> {
	const outcome = await exchange(helper, settings, tries);
	if (!(outcome instanceof LoginError)) {
		refusals.delete(madeFor);
		remember(newest, madeFor, outcome);
		return outcome;
	}
	if (outcome.refused) {
		newest.delete(madeFor);
		remember(refusals, madeFor, { error: outcome, atMs: Date.now() });
	}
	throw outcome;
}

function isRecent(bond: TokenBond): boolean {
	const nowMs = Date.now();
	return nowMs - bond.issuedAtMs < NEWEST_TOKEN_MS && isFresh(bond, nowMs);
}

/** Bounded: a process serves few credentials, but edits make new fingerprints. */
function remember<T>(memory: Map<string, T>, madeFor: string, value: T): void {
	memory.delete(madeFor);
	memory.set(madeFor, value);
	if (memory.size > MOST_REMEMBERED) {
		const [oldest] = memory.keys();
		memory.delete(oldest);
	}
}
