import { readSettings } from '../../../credentials/credential-settings';
import { testService } from '../../../credentials/credential-test';
import { RequestHelper } from '../../support/http/request-helper.mts';
import { useLocalServers } from '../../support/http/local-server.mts';
import { rejectionOf } from '../thrown.mts';
import { SECRETS, credentialFor } from './sample.mts';

const start = useLocalServers();
const TOKEN = 'T-very-secret';

async function probe(address: string, more = {}, helper = new RequestHelper()) {
	return await testService(helper, readSettings(credentialFor(address, more)), TOKEN);
}

afterEach(() => jest.restoreAllMocks());

describe('a service that the test does not reach', () => {
	it('is reported with its host and the field to check', async () => {
		const server = await start(() => ({}));
		await server.stop();
		expect(await rejectionOf(probe(server.address))).toMatchObject({
			name: 'LoginFailure',
			what: `The login works, but: ${new URL(server.address).host} refused the connection`,
			advice: 'Check host and port in Base URL of the credential, and whether the service is running.',
			isRejected: false,
		});
	});

	it('in time is reported as such', async () => {
		const server = await start(() => 'hang');
		const { timeout } = AbortSignal;
		jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 50));
		expect(await rejectionOf(probe(server.address))).toMatchObject({ what: expect.stringMatching(/timed out/) });
	});

	it.each([undefined, null, 'text', {}])(
		'because the client answers %j still counts, as the service said nothing wrong',
		async (answer) => {
			const helper = Object.assign(new RequestHelper(), { helpers: { httpRequest: () => Promise.resolve(answer) } });
			await expect(probe('http://localhost', {}, helper)).resolves.toBe('HEAD');
		},
	);

	it.each([null, 'text', {}])('because the client throws %j lost the connection', async (thrown) => {
		const helper = Object.assign(new RequestHelper(), { helpers: { httpRequest: () => Promise.reject(thrown) } });
		expect(await rejectionOf(probe('http://localhost', {}, helper))).toMatchObject({
			what: expect.stringMatching(/broke/),
		});
	});

	it('because n8n does not let it out is reported in the words of n8n, without secrets and token', async () => {
		const blocked = new Error(`Blocked: ${[TOKEN, ...SECRETS].join(' ')}`);
		const helper = Object.assign(new RequestHelper(), { helpers: { httpRequest: () => Promise.reject(blocked) } });
		expect(await rejectionOf(probe('http://10.0.0.1:81', {}, helper))).toMatchObject({
			what:
				'The login works, but: n8n did not send the request to 10.0.0.1:81: ' +
				'Blocked: [redacted] [redacted] [redacted] [redacted]',
			advice: 'Ask the administrator of n8n which hosts its nodes may call.',
			isRejected: true,
		});
	});
});
