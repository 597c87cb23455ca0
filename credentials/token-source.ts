import type { IHttpRequestHelper } from 'n8n-workflow';
import { LoginError } from '../service';
import type { CredentialData } from './credential-data';
import { fingerprint, isFresh, parseBond } from './token-bond';
import type { TokenBond } from './token-bond';
import { exchange } from './token-exchange';

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
	credential: CredentialData,
): Promise<TokenBond> {
	const madeFor = fingerprint(credential);
	const recent = newest.get(madeFor);
	const inHand = parseBond(credential.accessToken);
	if (recent !== undefined && recent.token !== inHand?.token && isRecent(recent)) return recent;
	const flight = flights.get(madeFor);
	if (flight !== undefined) return await flight;
	const started = exchangeAndRemember(helper, credential, madeFor);
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
	credential: CredentialData,
): Promise<TokenBond> {
	return await exchangeAndRemember(helper, credential, fingerprint(credential), 1);
}

/** The refusal of this login that is only seconds old, and younger than the token in hand. */
export function refusalOf(credential: CredentialData): LoginError | undefined {
	const refusal = refusals.get(fingerprint(credential));
	if (refusal === undefined || Date.now() - refusal.atMs > REFUSAL_MS) return undefined;
	const inHand = parseBond(credential.accessToken);
	return inHand !== undefined && inHand.issuedAtMs > refusal.atMs ? undefined : refusal.error;
}

async function exchangeAndRemember(
	helper: IHttpRequestHelper,
	credential: CredentialData,
	madeFor: string,
	tries?: number,
): Promise<TokenBond> {
	const outcome = await exchange(helper, credential, tries);
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
