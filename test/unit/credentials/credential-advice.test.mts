import { connectionMessage } from '../../../credentials/connection-errors';
import { noTokenFailure } from '../../../credentials/login-error';
import { NoToken } from '../../../service/api';
import type { ConnectionError, LoginData, NoTokenReason } from '../../../service/api';
import { login } from '../login-sample.mts';

const adviceAbout = (reason: NoTokenReason, data: LoginData) => noTokenFailure(new NoToken(reason, 400), data).advice;

describe('what to do in the credential', () => {
	it.each<[NoTokenReason, string]>([
		[
			'invalid_scope',
			'Scope must equal the Allowed Scopes of the Application, separated by spaces. Correct it here or in the ' +
				'account management console.',
		],
		['invalid_client', 'Check Application ID and Application Secret in the credential.'],
		['unauthorized_client', 'Set Allowed Grant Type of the Application to Resource Owner Password.'],
		['unsupported_grant_type', 'Set Allowed Grant Type of the Application to Resource Owner Password.'],
		['invalid_grant', 'Check API Key and API Secret in the credential; the key may have been deleted.'],
		['redirect', 'Set Authentication URL in the credential to the final URL, with https:// if it has it.'],
		['notFound', 'Check Authentication URL in the credential: it is the URL without /connect/token.'],
		['notAToken', 'Check Authentication URL in the credential: it must be the URL of the authentication service.'],
		['expired', "Have the Application's token lifetime checked in the account management console."],
		['busy', "The authentication service can't respond at the moment. Try again later."],
		['otherRejection', 'Check the application, the API key and their secrets in the credential.'],
	])('about a login that gave no token, "%s"', (reason, advice) => {
		expect(adviceAbout(reason, login)).toBe(advice);
	});

	it.each<[ConnectionError, string]>([
		['dns', 'Check the host name in Base URL of the credential.'],
		['refused', 'Check host and port in Base URL of the credential, and whether the service is running.'],
		['unreachable', 'Check the network, the firewall and the proxy of n8n.'],
		[
			'tls',
			'Check https:// in Base URL of the credential. For a self-signed certificate, have it trusted or switch on ' +
				'Ignore SSL Issues (Insecure).',
		],
		['brokenTls', 'Try again later. If it happens again, check what damages the connection: a proxy, or the network.'],
		['timeout', 'Try again later.'],
		['reset', 'Try again later.'],
		['blocked', 'Ask the administrator of n8n which hosts its nodes may call.'],
	])('about a connection that fails, "%s"', (connection, advice) => {
		expect(connectionMessage(connection, 'baseUrl', 'https://a.test').advice).toBe(advice);
		expect(connectionMessage(connection, 'authUrl', 'https://a.test').advice).toBe(
			advice.replace('Base URL', 'Authentication URL'),
		);
	});

	it.each<[ConnectionError, string]>([
		['dns', 'Host not found: plans.example.com:8443'],
		['refused', 'plans.example.com:8443 refused the connection'],
		['unreachable', "plans.example.com:8443 can't be reached from n8n"],
		[
			'certificate',
			'No secure connection to plans.example.com:8443: its TLS certificate was not accepted, or it does not speak TLS',
		],
		['brokenTls', 'The secure connection to plans.example.com:8443 broke before the response was there'],
		['timeout', 'plans.example.com:8443 did not respond in time (timed out)'],
		['reset', 'The connection to plans.example.com:8443 broke before the response was there'],
	])('is said after what happened to the connection, "%s"', (connection, what) => {
		expect(connectionMessage(connection, 'baseUrl', 'https://plans.example.com:8443/eu').what).toBe(what);
	});
});

describe('a login that was typed wrongly', () => {
	const adviceFor = (changes: object) => adviceAbout('invalid_client', { ...login, ...changes });

	it.each([
		[{ applicationSecret: 'app-secret\n' }, /^Application Secret begins or ends with a space: remove it\. Check/],
		[
			{ apiKey: ' key', apiSecret: 'secret\t' },
			/^API Key begins or ends .* remove it\. API Secret begins or ends .* remove it\./,
		],
		[{ scope: 'openid ' }, /^Scope begins or ends with a space/],
		[
			{ apiSecret: 'se\u200bcret', scope: '\ufeffopenid' },
			/^API Secret contains an invisible character \(U\+200B\): type it again\. Scope contains .*: type it/,
		],
		[
			{ applicationId: 'app\u00a0' },
			/^Application ID contains an invisible character \(U\+00A0\): type it again\. Check/,
		],
		[
			{ authUrl: 'https://auth.example.com/connect/token' },
			/^Authentication URL ends with \/connect\/token: leave that out\./,
		],
		[{ authUrl: 'https://auth.example.com/connect/token/eu' }, /^Check/],
		[{}, /^Check/],
	])('as in %j says so', (changes, words) => {
		expect(adviceFor(changes)).toMatch(words);
	});

	it('names a secret by its field only', () => {
		expect(adviceFor({ apiSecret: 'not-to-be-seen ' })).not.toContain('not-to-be-seen');
	});

	it.each(['busy', 'expired'] as const)('is not looked for where the login was right: %s', (reason) => {
		expect(adviceAbout(reason, { ...login, scope: 'openid ' })).toBe(adviceAbout(reason, login));
	});
});
