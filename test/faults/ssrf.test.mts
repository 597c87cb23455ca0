import { gzipSync } from 'node:zlib';
import { createCredential, testCredential } from '../../tools/n8n/driver/credentials.mts';
import type { StoredCredential } from '../../tools/n8n/driver/credentials.mts';
import { startPlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { useListener } from '../support/http/listener.mts';
import { check, get, lookup, push } from './hostile/nodes.mts';
import { plan, runOnItems } from '../support/host/run-on-items.mts';
import { secretsIn } from './secrets/forms.mts';

/** Of this machine n8n may call the address of the sandbox, and no other. */
const env = { N8N_SSRF_PROTECTION_ENABLED: 'true', N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32' };
const BLOCKED = 'The request was blocked because it resolves to a restricted IP address';
const TOO_LARGE = Buffer.alloc(20 * 1024 * 1024 + 1);
const PNG = { 'content-type': 'image/png' };
const PICTURE = Buffer.from('89504e470d0a1a0a00ff1b5b', 'hex');

const withPhotos = plan('Get', 'getFeatures', { operation: 'getMany', options: { downloadPhotos: true } });

const hostOf = (address: string): string => new URL(address).host;
const forbidden = (address: string): string => `n8n did not send the request to ${hostOf(address)}: ${BLOCKED}`;

describe("n8n's SSRF policy, and photos", () => {
	let host: PlanHost;
	const open = useListener();
	const other = useListener();
	const inner = useListener('127.0.0.2');

	beforeAll(async () => {
		host = await startPlanHost({ env });
	});

	afterAll(async () => {
		await host?.close();
	});

	beforeEach(() => {
		open.respond = other.respond = ({ url }, response) => {
			if (url === '/large') return void response.writeHead(200, PNG).end(TOO_LARGE);
			if (url === '/bomb')
				return void response.writeHead(200, { ...PNG, 'content-encoding': 'gzip' }).end(gzipSync(TOO_LARGE));
			if (url === '/elsewhere') return void response.writeHead(302, { location: `${other.url}/photo` }).end();
			if (url === '/inner') return void response.writeHead(302, { location: `${inner.url}/photo` }).end();
			if (url === '/file') return void response.writeHead(302, { location: 'file:///etc/passwd' }).end();
			response.writeHead(200, PNG).end(PICTURE);
		};
	});

	afterEach(() => {
		expect(inner.heard).toEqual([]);
		const { applicationSecret, apiKey, apiSecret } = host.sandbox.credential;
		const secrets = new Map(
			[applicationSecret, apiKey, apiSecret, ...host.sandbox.tokens].map((secret) => [secret, secret]),
		);
		for (const request of [...open.heard, ...other.heard]) {
			expect(Object.keys(request.headers).filter((name) => /^auth|cookie|partner/i.test(name))).toEqual([]);
			expect(secretsIn(JSON.stringify(request), secrets)).toEqual([]);
		}
	});

	/** Gets a feature with these photos. */
	async function photos(addresses: unknown[]): Promise<{ names: string[]; hint: string | undefined }> {
		const { sandbox, n8n, credential } = host;
		const planCode = sandbox.addPlan();
		// Put in the sandbox's place, because some are no addresses that it would send.
		const features = [{ type: 'zone', photos: addresses.map((imageUrl) => ({ imageUrl })) }];
		sandbox.intercept({ route: 'features', planCode, reply: { status: 200, body: JSON.stringify({ features }) } });
		const result = await runOnItems(n8n, credential, [{ planCode }], [withPhotos]);
		expect(result.json('Get')).toMatchObject([{ type: 'zone' }]);
		const [{ binary = {} }] = result.items('Get');
		return { names: Object.keys(binary), hint: result.runs.Get[0].hints?.map(({ message }) => message).join() };
	}

	test.each<[string, () => unknown[], string[], () => string]>([
		['are fetched', () => [`${open.url}/photo`, `${open.url}/elsewhere`], ['photo_0', 'photo_1'], () => ''],
		[
			'that are not http(s) are not opened',
			() => [
				'file:///etc/passwd',
				'javascript:alert(1)',
				'data:image/png;base64,AAAA',
				'ftp://127.0.0.1/x',
				'//host/x',
				'',
				7,
				null,
				{},
			],
			[],
			() => 'Photos left out: a URL that is not http(s)',
		],
		[
			'larger than 20 MB are left out, packed ones too',
			() => ['/large', '/bomb', '/photo'].map((path) => open.url + path),
			['photo_2'],
			() => 'Photos left out: larger than 20 MB',
		],
		[
			'beyond the first 20 are left out',
			() => Array.from({ length: 25 }, (_, index) => `${open.url}/${index}`),
			Array.from({ length: 20 }, (_, index) => `photo_${index}`),
			() => 'Photos left out: 5 beyond the first 20 of an item',
		],
		[
			'at a forbidden address, whatever its form, are not asked for',
			() =>
				['127.0.0.2', '2130706434', '0x7f.2'].map(
					(name) => `${inner.url.replace('127.0.0.2', name)}/photo?signature=1`,
				),
			[],
			() => `Photos left out: ${forbidden(inner.url)}`,
		],
		[
			'at a forbidden address in the form of IPv6 are not asked for',
			() => [inner.url.replace('127.0.0.2', '[::ffff:7f00:2]')],
			[],
			() => `Photos left out: ${forbidden(inner.url.replace('127.0.0.2', '[::ffff:7f00:2]'))}`,
		],
		[
			'that redirect to a forbidden address or a file are left out',
			() => [`${open.url}/inner`, `${open.url}/file`],
			[],
			() => `Photos left out: ${hostOf(open.url)} redirects to a URL that n8n does not open`,
		],
	])('photos %s', async (_what, addresses, names, hint) => {
		expect(await photos(addresses())).toEqual({ names, hint: hint() });
	});

	async function credentialWith(changes: Record<string, string>): Promise<StoredCredential> {
		const { n8n, credential } = host;
		return await createCredential(n8n.session, {
			...credential,
			name: 'Forbidden',
			data: { ...credential.data, ...changes },
		});
	}

	test.each([
		['Base URL', 'baseUrl', 'The login works, but: '],
		['Authentication URL', 'authUrl', ''],
	])(
		'%s at a forbidden address is named by the nodes and by the test of the credential',
		async (_field, name, before) => {
			const { n8n } = host;
			const credential = await credentialWith({ [name]: inner.url });

			for (const part of [get, lookup, push, check]) {
				const [failed] = (await runOnItems(n8n, credential, [{ code: 'code' }], [part])).json(part.name, 1);
				expect(failed.error).toEqual(expect.stringContaining(forbidden(inner.url)));
				expect(failed.message).toContain('Ask the administrator of n8n which hosts its nodes may call');
			}
			expect(await testCredential(n8n.session, credential)).toEqual({
				status: 'Error',
				message: `${before}${forbidden(inner.url)}. Ask the administrator of n8n which hosts its nodes may call`,
			});
		},
	);
});
