import { randomUUID } from 'node:crypto';
import { createCredential } from '../../tools/n8n/driver/credentials.mts';
import type { StoredCredential } from '../../tools/n8n/driver/credentials.mts';
import { chosenHost } from '../../tools/n8n/driver/host-folder.mts';
import { plan, runOnItems } from '../support/host/run-on-items.mts';
import type { Part } from '../support/host/run-on-items.mts';
import { useListener } from '../support/http/listener.mts';
import { sharePlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { startTlsFront } from './tls-front.mts';

const TEST_HEADER = 'X-Plan-Service-Credential-Test';

/** n8n's own node with our credential; its version 3 and one of its versions 4. */
function httpRequest(typeVersion: number, options: object = {}, headers: Record<string, string> = {}): Part {
	return {
		name: 'HTTP Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion,
		parameters: {
			url: '={{ $json.url }}',
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'planServiceApi',
			sendHeaders: true,
			headerParameters: { parameters: Object.entries(headers).map(([name, value]) => ({ name, value })) },
			options,
		},
		onError: 'continueErrorOutput',
		credentials: { planServiceApi: { id: '', name: '' } },
	};
}

describe(`the credential in the ${chosenHost()} n8n`, () => {
	let host: PlanHost;
	const other = useListener();

	beforeAll(async () => {
		host = await sharePlanHost();
	});

	afterAll(async () => {
		await host?.close();
	});

	beforeEach(() => host.sandbox.clearRequests());

	afterEach(() => expect(other.heard).toEqual([]));

	const routes = () => host.sandbox.requests.map(({ route }) => route);
	const partners = (base = host.sandbox.baseUrl) => `${base}/esapi/api/v1/Partners`;

	async function credentialWith(changes: Record<string, unknown>): Promise<StoredCredential> {
		const data = { ...host.sandbox.credential, ...changes };
		return await createCredential(host.n8n.session, { ...host.credential, name: randomUUID(), data });
	}

	describe.each([3, 4.2])("with n8n's HTTP Request %p", (typeVersion) => {
		test('takes neither a proxy nor a Host header of the node', async () => {
			const part = httpRequest(typeVersion, { proxy: other.url }, { Host: 'evil.test', 'X-Own': 'own' });

			const result = await runOnItems(host.n8n, host.credential, [{ url: partners() }], [part]);

			expect(result.json(part.name)).toHaveLength(1);
			const { headers } = host.sandbox.requests.at(-1) ?? {};
			expect(headers).toMatchObject({ host: new URL(host.sandbox.baseUrl).host, 'x-own': 'own' });
			expect(headers?.authentication).toMatch(/^Bearer ./);
		});

		test('goes to no other host, however its address is written', async () => {
			const elsewhere = new URL(other.url).host;
			const home = new URL(host.sandbox.baseUrl).host;
			const addresses = [
				...['http:', 'http:/', 'http:///', 'http:\\\\', 'http:\\', 'HTTP:', ' http:', 'ht\ntp:'].map(
					(start) => `${start}${elsewhere}/x`,
				),
				`http://${home}@${elsewhere}/x`,
				`http://${elsewhere}\\@${home}/x`,
				`//${elsewhere}/x`,
			];
			const part = httpRequest(typeVersion);

			const result = await runOnItems(
				host.n8n,
				host.credential,
				addresses.map((url) => ({ url })),
				[part],
			);

			expect(result.json(part.name, 1)).toHaveLength(addresses.length);
		});

		test.each([true, false])(
			'checks certificates by the credential alone: Ignore SSL Issues there %p, and the opposite in the node',
			async (ignored) => {
				const front = await startTlsFront(host.sandbox.baseUrl);
				try {
					const credential = await credentialWith({ baseUrl: front.url, allowUnauthorizedCerts: ignored });
					const part = httpRequest(typeVersion, { allowUnauthorizedCerts: !ignored });

					const result = await runOnItems(host.n8n, credential, [{ url: partners(front.url) }], [part]);

					expect([result.json(part.name).length, result.json(part.name, 1).length]).toEqual(ignored ? [1, 0] : [0, 1]);
					expect(routes().filter((route) => route !== 'token')).toEqual(ignored ? ['list'] : []);
				} finally {
					await front.close();
				}
			},
		);

		test("does not try a rejected login again for the header of n8n's Test: 20 items make one login", async () => {
			const credential = await credentialWith({ apiSecret: randomUUID() });
			const part = httpRequest(typeVersion, { lowercaseHeaders: false }, { [TEST_HEADER]: 'true' });
			const items = Array.from({ length: 20 }, () => ({ url: partners() }));

			const result = await runOnItems(host.n8n, credential, items, [part]);

			expect(result.json(part.name, 1)).toHaveLength(items.length);
			expect(routes()).toEqual(['token']);
		});
	});

	describe('with expressions of the item', () => {
		const items = ['a', 'b'].map((own) => ({ own, code: 'flr', planCode: 'pln', viewerToken: 'token', url: '' }));
		const options = { maxWaitSeconds: 0 };
		const code = { __rl: true, mode: 'code', value: '={{ $json.code }}' };
		const getPlan = plan('Get', 'getFeatures', { operation: 'getPlan', options });

		test.each([
			['baseUrl', 'Base URL', getPlan],
			['authUrl', 'Authentication URL', plan('Lookup', 'hierarchyLookup', { code, options })],
			[
				'authUrl',
				'Authentication URL',
				plan('Push', 'pushFeatures', { source: 'json', featureJson: '{"type":"zone"}', options }),
			],
			['baseUrl', 'Base URL', plan('Embed', 'embedUrl', { tokenSource: 'manual', viewerToken: 'x' })],
			['authUrl', 'Authentication URL', httpRequest(4.2)],
		])('an address that is one is rejected in words, and nothing is sent: %s', async (field, label, part) => {
			const credential = await credentialWith({ [field]: `={{ $json.own && "${other.url}" }}` });
			const requested = items.map((item) => ({ ...item, url: partners() }));

			const fail = async () => (await runOnItems(host.n8n, credential, requested, [part])).json(part.name, 1);
			let failed = await fail();
			// n8n gives a regular expression 250 ms of the clock, which a busy machine takes from it now and then.
			if (JSON.stringify(failed).includes('Regular expression execution timed out')) failed = await fail();

			expect(failed).toHaveLength(2);
			expect(JSON.stringify(failed[0])).toContain(`${label} in the Plan Service credential is an expression`);
			expect(routes()).toEqual([]);
		});

		test.each(['partnerCode', 'apiKey'] as const)('%s is resolved once, for all items', async (field) => {
			const planCode = host.sandbox.addPlan();
			const credential = await credentialWith({ [field]: '={{ $json.own }}' });
			const owns = [host.sandbox.credential[field], 'another'];

			const result = await runOnItems(
				host.n8n,
				credential,
				owns.map((own) => ({ own, planCode })),
				[getPlan],
			);

			expect(result.json('Get', 1)).toEqual([]);
			expect(result.json('Get')).toMatchObject([{ planCode }, { planCode }]);
		});

		test('an address that begins with = and is a fixed text is accepted', async () => {
			const planCode = host.sandbox.addPlan();
			const credential = await credentialWith({ baseUrl: `=${host.sandbox.credential.baseUrl}` });

			const result = await runOnItems(host.n8n, credential, [{ planCode }], [getPlan]);

			expect(result.json('Get')).toMatchObject([{ planCode }]);
		});
	});
});
