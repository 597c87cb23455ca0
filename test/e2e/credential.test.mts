import { createCredential, readCredentialData, testCredential } from '../../tools/n8n/driver/credentials.mts';
import type { CredentialTestResult } from '../../tools/n8n/driver/credentials.mts';
import { chosenHost } from '../../tools/n8n/driver/host-folder.mts';
import { freePorts } from '../../tools/n8n/driver/ports.mts';
import { sharePlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';

describe(`"Test" of the credential in the ${chosenHost()} n8n`, () => {
	let host: PlanHost;

	beforeAll(async () => {
		host = await sharePlanHost();
	});

	afterAll(async () => {
		await host?.close();
	});

	/** Types other values into the stored credential and presses "Test". */
	async function typed(changes: Record<string, unknown>): Promise<CredentialTestResult> {
		const { credential } = host;
		return await testCredential(host.n8n.session, {
			...credential,
			data: { ...credential.data, ...changes },
		});
	}

	test('right values connect', async () => {
		expect(await typed({})).toMatchObject({ status: 'OK' });
	});

	test('a wrong application secret is named', async () => {
		const { status, message } = await typed({ applicationSecret: 'wrong' });

		expect(status).toBe('Error');
		expect(message).toMatch(/application/i);
		expect(message).toMatch(/secret/i);
		expect(message).not.toContain('wrong secret');
	});

	test('a wrong API secret is named, although a valid token is stored', async () => {
		expect(await typed({})).toMatchObject({ status: 'OK' });

		const { status, message } = await typed({ apiSecret: 'wrong' });

		expect(status).toBe('Error');
		expect(message).toMatch(/API key/i);
	});

	test('scopes other than the Allowed Scopes are named, as they were sent', async () => {
		const { status, message } = await typed({ scope: 'openid other-scope' });

		expect(status).toBe('Error');
		expect(message).toContain('openid other-scope');
		expect(message).toContain('invalid_scope');
	});

	test('a host that does not exist is named', async () => {
		const { status, message } = await typed({ authUrl: 'http://no-such-host.invalid' });

		expect(status).toBe('Error');
		expect(message).toContain('no-such-host.invalid');
	});

	test('a port where nobody listens is named', async () => {
		const [port] = await freePorts(1);

		const { status, message } = await typed({ baseUrl: `http://127.0.0.1:${port}` });

		expect(status).toBe('Error');
		expect(message).toContain(`127.0.0.1:${port}`);
	});

	test('an address that is none is rejected', async () => {
		const { status, message } = await typed({ baseUrl: 'plans.example.com' });

		expect(status).toBe('Error');
		expect(message).toContain('Base URL');
	});

	test.each([
		['baseUrl', 'Base URL'],
		['authUrl', 'Authentication URL'],
	])('an expression in %s is rejected, and a fixed text is not', async (field, label) => {
		const address = String(host.credential.data[field]);

		const { status, message } = await typed({ [field]: `={{ "${address}" }}` });
		expect(status).toBe('Error');
		expect(message).toContain(`${label} in the Plan Service credential is an expression`);

		expect(await typed({ [field]: `=${address}` })).toMatchObject({ status: 'OK' });
	});

	test('an expression in another field is resolved', async () => {
		// n8n can't resolve the first where there is no item, and says so itself.
		expect(await typed({ partnerCode: '={{ $json.partner }}' })).toMatchObject({ status: 'Error' });

		expect(await typed({ partnerCode: `={{ "${String(host.credential.data.partnerCode)}" }}` })).toMatchObject({
			status: 'OK',
		});
	});

	test('the browser is shown neither the secrets nor the token', async () => {
		const { n8n, credential, sandbox } = host;
		const stored = await createCredential(n8n.session, { ...credential, name: 'Blanked' });

		const shown = JSON.stringify(await readCredentialData(n8n.session, stored.id));

		expect(shown).not.toContain(sandbox.credential.applicationSecret);
		expect(shown).not.toContain(sandbox.credential.apiSecret);
		expect(shown).not.toContain('v1|');
	});
});
