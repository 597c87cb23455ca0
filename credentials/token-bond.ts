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

const VERSION = 'v1';

/** A token is not used so shortly before it expires, because a request takes time to arrive. */
const LONGEST_MARGIN_MS = 30_000;
const MARGIN_OF_LIFETIME = 0.1;

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
