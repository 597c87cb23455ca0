import fc from 'fast-check';
import { NoToken, readTokenResponse, secretsOf, tokenRequest } from '../../../../service/api';
import { anyText } from '../../../support/generators/text.mts';
import { login } from '../../login-sample.mts';

const answer = (body: unknown, status = 200) =>
	readTokenResponse(status, typeof body === 'string' ? body : JSON.stringify(body), secretsOf(login));

describe('the form of the token request', () => {
	it('holds what section 5.2 lists, in URL encoding', () => {
		expect(tokenRequest({ ...login, applicationSecret: 'a+b&c=d%e f', apiSecret: 'é' }).body).toBe(
			'grant_type=password&scope=openid+esapi-scope&client_id=app&client_secret=a%2Bb%26c%3Dd%25e+f' +
				'&username=key-of-api&password=%C3%A9',
		);
	});

	it('decodes to any scope, names and secrets', () => {
		const parts = fc.record({
			scope: anyText,
			applicationId: anyText,
			applicationSecret: anyText,
			apiKey: anyText,
			apiSecret: anyText,
		});
		fc.assert(
			fc.property(parts, (texts) => {
				const form = new URLSearchParams(tokenRequest({ ...login, ...texts }).body);
				expect(Object.fromEntries(form)).toEqual({
					grant_type: 'password',
					scope: texts.scope,
					client_id: texts.applicationId,
					client_secret: texts.applicationSecret,
					username: texts.apiKey,
					password: texts.apiSecret,
				});
			}),
		);
	});
});

describe('a response with a token', () => {
	it.each([
		[{ access_token: 'abc', expires_in: 3600, token_type: 'Bearer' }, 3600],
		[{ access_token: 'abc', expires_in: 3600, token_type: 'bearer', other: 1 }, 3600],
		[{ access_token: 'abc', expires_in: '3600' }, 3600],
		[{ access_token: 'abc', expires_in: 0.5 }, 0.5],
		[{ access_token: 'abc' }, undefined],
		[{ access_token: 'abc', expires_in: null }, undefined],
		[{ access_token: 'abc', expires_in: 'soon' }, undefined],
		[{ access_token: 'abc', expires_in: '' }, undefined],
		[{ access_token: 'abc', expires_in: '1h' }, undefined],
		[{ access_token: 'abc', expires_in: 'x1' }, undefined],
		[{ access_token: 'abc', expires_in: true }, undefined],
		[{ access_token: 'abc', expires_in: [] }, undefined],
	])('%j is read with its lifetime', (body, lifetimeSeconds) => {
		expect(answer(body)).toEqual({ token: 'abc', lifetimeSeconds });
	});

	it.each([200, 201, 299])('is read with status %d', (status) => {
		expect(answer({ access_token: 'abc' }, status)).toMatchObject({ token: 'abc' });
	});

	it.each([199, 300, 0])('is not read with status %d', (status) => {
		expect(answer({ access_token: 'abc' }, status)).toBeInstanceOf(NoToken);
	});

	it.each(['!', '~', 'a|b.c-d_e+f/g='])('may be %s', (token) => {
		expect(answer({ access_token: token })).toMatchObject({ token });
	});

	it.each([0, -1, '0'])('that lives for %j seconds has already expired', (seconds) => {
		expect(answer({ access_token: 'abc', expires_in: seconds })).toMatchObject({
			reason: 'expired',
		});
	});
});

describe('a response without a token', () => {
	it.each([
		['', 'the response is empty'],
		[' \n', 'the response is empty'],
		['<!doctype html><html></html>', 'the response is a web page'],
		['\n\t<html>', 'the response is a web page'],
		['OK', 'the response is not JSON'],
		['a < b', 'the response is not JSON'],
		['[]', 'the response is not JSON'],
		['{"access_token": "abc"', 'the response is not JSON'],
		['{}', 'the JSON has no bearer token'],
		['{"access_token":""}', 'the JSON has no bearer token'],
		['{"access_token":null}', 'the JSON has no bearer token'],
		['{"access_token":7}', 'the JSON has no bearer token'],
		['{"access_token":"a b"}', 'the JSON has no bearer token'],
		[JSON.stringify({ access_token: 'a'.repeat(16_385) }), 'the JSON has no bearer token'],
		['{"access_token":"a\\r\\nX-Evil: 1"}', 'the JSON has no bearer token'],
		['{"access_token":"abc","token_type":"mac"}', 'the JSON has no bearer token'],
		['{"access_token":"abc","token_type":"not bearer"}', 'the JSON has no bearer token'],
		['{"access_token":"abc","token_type":"bearer2"}', 'the JSON has no bearer token'],
	])('%j is described', (body, what) => {
		expect(answer(body)).toMatchObject({
			reason: 'notAToken',
			detail: what,
		});
	});
});
