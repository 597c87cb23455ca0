import { readSettings } from '../../../credentials/credential-settings';
import { thrownBy } from '../thrown.mts';
import { credentialFor, without } from './sample.mts';

const raw = credentialFor('https://plans.example.com', { applicationId: 'app' });

/** Matches what says that the credential can't be used. */
const unusable = (what: string, advice: string) => ({ name: 'LoginFailure', what, advice, isRejected: true });

test.each(['/esapi', '/esapi/api/v1', '/plans-embed/v1/plan'])(
	'the URL of an endpoint is one of its service: %s',
	(path) => {
		expect(readSettings({ ...raw, baseUrl: `https://plans.example.com/eu${path}` }).baseUrl).toBe(
			'https://plans.example.com/eu',
		);
		expect(readSettings({ ...raw, baseUrl: 'https://esapi.example.com/esapi-eu' }).baseUrl).toBe(
			'https://esapi.example.com/esapi-eu',
		);
	},
);

test('the URL of the authentication service is taken with its whole path', () => {
	expect(readSettings({ ...raw, authUrl: 'https://auth.example.com/esapi' }).authUrl).toBe(
		'https://auth.example.com/esapi',
	);
});

describe('a credential that is filled in', () => {
	it('is taken as written, but for trimmed addresses', () => {
		expect(
			readSettings({ ...raw, baseUrl: ' https://plans.example.com/ ', scope: ' a  b ', apiSecret: ' x ' }),
		).toEqual({
			baseUrl: 'https://plans.example.com',
			authUrl: 'https://plans.example.com/id',
			applicationId: 'app',
			applicationSecret: 'app+secret&=%7',
			apiKey: 'key-of-the-api',
			apiSecret: ' x ',
			scope: ' a  b ',
			partnerCode: 'ptnr_1',
			tokenHeader: 'both',
			allowUnauthorizedCerts: false,
			settingsDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
			secrets: expect.anything(),
		});
	});

	it.each([
		['both', 'both'],
		['authentication', 'authentication'],
		['authenticationBare', 'authenticationBare'],
		['authorization', 'authorization'],
		['other', 'both'],
	])('carries the token, with token header %j, by %s', (tokenHeader, read) => {
		expect(readSettings({ ...raw, tokenHeader }).tokenHeader).toBe(read);
	});

	it.each([
		[true, true],
		[false, false],
		['true', false],
	])('ignores SSL issues with %j: %j', (allowUnauthorizedCerts, read) => {
		expect(readSettings({ ...raw, allowUnauthorizedCerts }).allowUnauthorizedCerts).toBe(read);
	});

	it('may hold numbers, as external secrets do', () => {
		const numbers = {
			applicationId: 1,
			applicationSecret: 22,
			apiKey: 333,
			apiSecret: 4444,
			scope: 5,
			partnerCode: 66,
		};
		expect(readSettings({ ...raw, ...numbers })).toMatchObject({
			applicationId: '1',
			applicationSecret: '22',
			apiKey: '333',
			apiSecret: '4444',
			scope: '5',
			partnerCode: '66',
		});
	});

	it('may lack what has a default', () => {
		const fields = ['partnerCode', 'accessToken', 'tokenHeader', 'allowUnauthorizedCerts'];
		expect(readSettings(fields.reduce(without, raw))).toMatchObject({
			partnerCode: '',
			tokenHeader: 'both',
			allowUnauthorizedCerts: false,
		});
		expect(readSettings({ ...raw, partnerCode: '' })).toMatchObject({ partnerCode: '' });
	});
});

describe('a credential that is not filled in', () => {
	it.each([
		['applicationId', 'Application ID'],
		['applicationSecret', 'Application Secret'],
		['apiKey', 'API Key'],
		['apiSecret', 'API Secret'],
		['scope', 'Scope'],
	])('is refused for its %s by the label %s', (name, label) => {
		const blank = ['', '  ', true].map((value) => ({ ...raw, [name]: value }));
		for (const credential of [without(raw, name), ...blank]) {
			expect(thrownBy(() => readSettings(credential))).toMatchObject(
				unusable(`${label} is empty in the Plan Service credential`, `Open the credential and fill in ${label}.`),
			);
		}
	});

	it('is rejected for its addresses by their labels', () => {
		const adviceFor = (label: string) => `Set ${label} in the credential to a URL such as https://plans.example.com.`;
		expect(thrownBy(() => readSettings({ ...raw, baseUrl: 'x' }))).toMatchObject(
			unusable('Base URL is not an http(s) URL', adviceFor('Base URL')),
		);
		expect(thrownBy(() => readSettings({ ...raw, authUrl: '' }))).toMatchObject(
			unusable('Authentication URL is empty', adviceFor('Authentication URL')),
		);
	});

	it('is rejected for a partner code that no header can carry', () => {
		expect(thrownBy(() => readSettings({ ...raw, partnerCode: 'a\nb' }))).toMatchObject(
			unusable(
				'The partner code must be printable ASCII without spaces or control characters',
				'Correct Partner Code in the credential.',
			),
		);
	});
});
