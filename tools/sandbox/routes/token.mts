import type { FastifyRequest } from 'fastify';
import { application } from '../credential.mts';
import { ErrorResponse, json } from '../http/response.mts';
import type { SandboxResponse } from '../http/response.mts';
import { recordOf } from '../http/recorded-request.mts';
import type { RouteContext } from './context.mts';

const FORM = 'application/x-www-form-urlencoded';
const PARAMETERS = ['grant_type', 'scope', 'client_id', 'client_secret', 'username', 'password'] as const;

/** Sections 4.1 and 5.2. The errors are those of OAuth 2, section 7 names `invalid_scope` only. */
export function token({ settings, tokens }: RouteContext, request: FastifyRequest): SandboxResponse {
	const form = formOf(request);
	if (form.grant_type !== 'password') {
		throw oauthError('unsupported_grant_type', 'The Application allows the grant type "password" only.');
	}
	if (form.client_id !== application.id || form.client_secret !== application.secret) {
		throw oauthError('invalid_client', 'The Application ID or the Application Secret is wrong.');
	}
	if (scopesOf(form.scope) !== scopesOf(settings.allowedScope)) {
		throw oauthError('invalid_scope', 'The scope must equal the Allowed Scopes of the Application.');
	}
	if (form.username !== application.apiKey || form.password !== application.apiSecret) {
		throw oauthError('invalid_grant', 'The API Key or the API Secret is wrong.');
	}
	const { token: access_token, id } = tokens.issue(settings.tokenLifetimeSeconds);
	recordOf(request).tokenId = id;
	return json({ access_token, expires_in: settings.tokenLifetimeSeconds, token_type: 'Bearer' });
}

function formOf({ headers, body }: FastifyRequest): Record<(typeof PARAMETERS)[number], string> {
	const [type] = (headers['content-type'] ?? '').split(';');
	if (type.trim().toLowerCase() !== FORM) {
		throw oauthError('invalid_request', `The Content-Type must be ${FORM}.`);
	}
	const form = new URLSearchParams(typeof body === 'string' ? body : '');
	const values = PARAMETERS.map((name) => {
		const given = form.getAll(name);
		if (given.length === 0) throw oauthError('invalid_request', `The parameter ${name} is missing.`);
		if (given.length > 1) throw oauthError('invalid_request', `The parameter ${name} is repeated.`);
		return [name, given[0]] as const;
	});
	return Object.fromEntries(values) as Record<(typeof PARAMETERS)[number], string>;
}

/** Equal text for equal sets of scopes: their order means nothing. */
function scopesOf(scope: string): string {
	return [...new Set(scope.split(' ').filter((name) => name !== ''))].sort().join(' ');
}

function oauthError(error: string, error_description: string): ErrorResponse {
	return new ErrorResponse(json({ error, error_description }, 400, { 'cache-control': 'no-store' }));
}
