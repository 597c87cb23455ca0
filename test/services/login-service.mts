import type { Point } from './factors.mts';
import { rejection } from './replies.mts';
import type { Reply } from './replies.mts';
import type { ServiceRequest } from './service.mts';
import { PARTNER } from './resources.mts';

/** What an authentication service of a point has done so far. */
export interface Logins {
	point: Point;
	made: number;
	/** Tokens that are taken. */
	alive: Set<string>;
}

/** The response to a login (sections 4.1 and 5.2). */
export function logInReply(logins: Logins, { body }: ServiceRequest): Reply {
	const { point } = logins;
	const scope = new URLSearchParams(body).get('scope');
	if (scope !== (point.scope === 'esapiAlone' ? 'esapi-scope' : 'openid esapi-scope')) return scopeRejection(point);
	const start = { jwt: 'eyJhbGciOiJub25l.e30.', base64: 'ab+/cd==', short: 'token-', long: 'Lq7x'.repeat(750) }[
		point.token
	];
	const token = `${start}${++logins.made}abcdefgh`;
	logins.alive.add(token);
	const expiresIn = { seconds: 3600, minutes: 60, milliseconds: 3_600_000, asText: '3600', absent: undefined };
	return {
		status: Number(point.tokenStatus.slice(1)),
		body: {
			access_token: token,
			expires_in: expiresIn[point.expiresIn],
			...(point.tokenType === 'absent' ? {} : { token_type: point.tokenType }),
		},
	};
}

function scopeRejection({ loginRejection }: Point): Reply {
	const error = 'invalid_scope';
	return {
		oauth: { status: 400, body: { error } },
		described: { status: 400, body: { error, error_description: 'The scope is not allowed.' } },
		status401: { status: 401, body: { error } },
		text: { status: 400, body: 'The request has failed: invalid_scope' },
		problem: {
			status: 400,
			body: { title: 'Bad Request', detail: 'invalid_scope: the scope is not allowed', status: 400 },
		},
		nested: { status: 400, body: { error: { code: error, message: 'The scope is not allowed.' } } },
	}[loginRejection];
}

/** Why a request is rejected, as far as its headers say (sections 4.2 to 4.4 and 5.3). */
export function whyNotAllowed(
	logins: Logins,
	{ method, headers }: ServiceRequest,
	needsPartner: boolean,
): Reply | undefined {
	const { point } = logins;
	if (!isTokenTaken(logins, headers))
		return rejection(point, Number(point.deadToken.slice(1)), 'the token is not valid');
	if (point.accepts === 'jsonOnly' && !headers.accept?.includes('application/json'))
		return rejection(point, 406, 'JSON only');
	if (method === 'POST' && point.accepts === 'jsonOnly' && !headers['content-type']?.startsWith('application/json'))
		return rejection(point, 415, 'JSON only');
	if (!needsPartner || headers['x-css-partner-code'] === PARTNER) return undefined;
	return rejection(point, Number(point.wrongPartner.slice(1)), 'not your partner');
}

function isTokenTaken({ point, alive }: Logins, headers: ServiceRequest['headers']): boolean {
	const bearer = (header: unknown) => {
		const [, token] = /^Bearer (.+)$/i.exec(String(header)) ?? [];
		return token !== undefined && alive.has(token);
	};
	const { authentication, authorization } = headers;
	switch (point.tokenHeader) {
		case 'authentication':
			return bearer(authentication);
		case 'authorization':
			return bearer(authorization);
		case 'either':
			return bearer(authentication) || bearer(authorization);
		case 'bare':
			return alive.has(String(authentication));
		case 'onlyOne':
			return bearer(authentication) && authorization === undefined;
	}
}
