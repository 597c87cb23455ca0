import { inspect } from 'node:util';
import fc from 'fast-check';
import { noTokenFailure } from '../../../../credentials/login-error';
import { NoToken, readTokenResponse, secretsOf } from '../../../../service/api';
import { anySecret } from '../../../support/generators/text.mts';
import { login as sample } from '../../login-sample.mts';

const login = { ...sample, scope: 'openid <b>special</b>' };

function refusal(status: number, body: unknown, data = login): { reason: string; message: string } {
	const read = readTokenResponse(status, typeof body === 'string' ? body : JSON.stringify(body), secretsOf(data));
	if (read instanceof NoToken) return { reason: read.reason, message: noTokenFailure(read, data).what };
	throw new Error('there was a token');
}

describe('a rejected login', () => {
	it.each([
		['invalid_scope', 'The authentication service rejected the scopes "openid special" (invalid_scope)'],
		[
			'invalid_client',
			'The authentication service does not know this application, or its secret is wrong (invalid_client)',
		],
		['unauthorized_client', 'The application may not log in with an API key (unauthorized_client)'],
		[
			'unsupported_grant_type',
			'The authentication service does not take the password grant for this application (unsupported_grant_type)',
		],
		['invalid_grant', 'The authentication service does not know this API key, or its secret is wrong (invalid_grant)'],
	])('with %s says what is wrong', (reason, message) => {
		expect(refusal(400, { error: reason })).toMatchObject({ reason, message });
		expect(refusal(401, { error: reason, error_description: 'other words' })).toMatchObject({ reason, message });
	});

	it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'unknown_error', ''])(
		'with the error %j, which nothing is known about, is told in the words of the service',
		(error) => {
			expect(refusal(400, { error, error_description: 'Words' })).toMatchObject({
				message: 'The authentication service responded with status 400: Words',
				reason: 'otherRejection',
			});
		},
	);

	it.each([
		[400, '', 'The authentication service responded with status 400'],
		[403, '{"error":7}', 'The authentication service responded with status 403'],
		[499, 'Nope', 'The authentication service responded with status 499: Nope'],
		[0, '', 'The authentication service responded with status 0'],
	])('with status %d and %j is told as it is', (status, body, message) => {
		expect(refusal(status, body)).toMatchObject({ message, reason: 'otherRejection' });
	});

	it.each([
		[400, 'invalid_scope'],
		[400, 'error=invalid_scope&error_description=x'],
		[400, { title: 'Bad Request', detail: 'The scope is wrong (invalid_scope).', status: 400 }],
		[403, ['invalid_scope']],
		[400, { error: { code: 'invalid_scope' } }],
		[400, { error: 'bad_request', inner: { reason: 'Invalid_Scope' } }],
		[400, '<h1>Error</h1><p>invalid_scope</p>'],
		[400, { errors: [{ message: JSON.stringify({ error: 'invalid_scope' }) }] }],
		[500, { Message: 'invalid_scope' }],
		[200, { error: 'invalid_scope' }],
	])('with status %d names the error of OAuth that stands anywhere in %j (row 9)', (status, body) => {
		expect(refusal(status, body)).toMatchObject({ reason: 'invalid_scope' });
	});

	it.each(['my_invalid_scope', 'invalid_scopes', 'invalid_scope or invalid_grant', 'invalid scope'])(
		'that says %j names none of them',
		(words) => {
			expect(refusal(400, words)).toMatchObject({ reason: 'otherRejection' });
		},
	);

	it.each([300, 302, 308, 399])('by a redirect, %d, is not sent on', (status) => {
		expect(refusal(status, '')).toMatchObject({
			message: `https://auth.example.com/connect/token redirects elsewhere (status ${status}); secrets are not sent on`,
			reason: 'redirect',
		});
	});

	it.each([404, 405])('by status %d means that there is no token service', (status) => {
		expect(refusal(status, '<html>')).toMatchObject({
			message: `There is no token service at https://auth.example.com/connect/token (status ${status})`,
			reason: 'notFound',
		});
	});
});

describe('a login to which the service does not respond', () => {
	it.each([429, 500, 502, 503, 504])('by status %d is no rejection', (status) => {
		expect(refusal(status, '<title>Busy</title>')).toMatchObject({
			message: `The authentication service responded with status ${status}: Busy`,
			reason: 'busy',
		});
	});
});

describe('a response that gives no token', () => {
	it('holds no secret, however the service repeats it', () => {
		// The words are one line, so spaces in a secret would not be found either way.
		const secret = anySecret.map((text) => text.replace(/ /g, '_'));
		const secrets = fc.record({ applicationSecret: secret, apiKey: secret, apiSecret: secret });
		fc.assert(
			fc.property(secrets, fc.constantFrom(400, 401, 403, 500), (some, status) => {
				const { applicationSecret, apiKey, apiSecret } = some;
				const wrong = `Zz: ${apiSecret}\n${encodeURIComponent(applicationSecret)}\n${apiKey}`;
				for (const body of [JSON.stringify({ message: wrong }), wrong, JSON.stringify(wrong)]) {
					const { message } = refusal(status, body, { ...login, ...some });
					const words = message.split('Zz: ')[1] ?? '';
					for (const hidden of Object.values(some)) expect(words).not.toContain(hidden);
				}
			}),
		);
	});

	it('shows no secret when it is inspected', () => {
		expect(inspect(refusal(400, 'app-secret key-of-api api-secret'))).toContain(
			'status 400: [redacted] [redacted] [redacted]',
		);
	});
});
