import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { errorResponse } from './http/response.mts';
import type { TokenHeader } from './settings.mts';

interface IssuedToken {
	id: string;
	expiresAtMs: number;
	revoked: boolean;
}

/** The bearer tokens of sections 4.1 and 5.3. */
export class BearerTokens {
	private readonly issued = new Map<string, IssuedToken>();

	issue(lifetimeSeconds: number): { token: string; id: string } {
		const token = randomBytes(48).toString('base64url');
		const id = `token-${this.issued.size + 1}`;
		this.issued.set(token, { id, expiresAtMs: Date.now() + lifetimeSeconds * 1000, revoked: false });
		return { token, id };
	}

	/** Every token that was handed out, in order. */
	get all(): string[] {
		return [...this.issued.keys()];
	}

	revokeAll(): void {
		for (const token of this.issued.values()) token.revoked = true;
	}

	/** The id of a token that was issued once, valid or not. */
	idOf(headers: IncomingHttpHeaders, tokenHeader: TokenHeader): string | undefined {
		const known = bearersOf(headers, tokenHeader).map((bearer) => this.issued.get(bearer)?.id);
		return known.find((id) => id !== undefined);
	}

	/** @throws ErrorResponse 401 unless the request bears a valid token */
	check(headers: IncomingHttpHeaders, tokenHeader: TokenHeader): void {
		const bearers = bearersOf(headers, tokenHeader);
		if (bearers.length === 0) {
			const names = {
				either: 'Authentication or Authorization',
				authentication: 'Authentication',
				authenticationBare: 'Authentication, alone',
				authorization: 'Authorization',
			};
			throw unauthorised(`A bearer token is required in the header ${names[tokenHeader]}.`);
		}
		const tokens = bearers.flatMap((bearer) => this.issued.get(bearer) ?? []);
		if (tokens.some(({ expiresAtMs, revoked }) => !revoked && expiresAtMs > Date.now())) return;
		const [token] = tokens;
		if (token === undefined) throw unauthorised('The bearer token is unknown.');
		throw unauthorised(`The bearer token ${token.revoked ? 'was revoked' : 'has expired'}.`);
	}
}

function unauthorised(message: string) {
	return errorResponse(401, message, {}, { 'www-authenticate': 'Bearer error="invalid_token"' });
}

function bearersOf(headers: IncomingHttpHeaders, tokenHeader: TokenHeader): string[] {
	const textOf = (name: string) => String(headers[name] ?? '').trim();
	if (tokenHeader === 'authenticationBare') return [textOf('authentication')].filter(Boolean);
	const names = tokenHeader === 'either' ? ['authentication', 'authorization'] : [tokenHeader];
	return names.flatMap((name) => /^bearer +(\S+)$/i.exec(textOf(name))?.[1] ?? []);
}
