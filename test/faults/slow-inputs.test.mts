import { gzipSync } from 'node:zlib';
import { createCredential, testCredential } from '../../tools/n8n/driver/credentials.mts';
import type { StoredCredential } from '../../tools/n8n/driver/credentials.mts';
import { activationError } from '../support/trigger/activation.mts';
import { createTriggerWorkflow } from '../support/trigger/trigger-workflow.mts';
import { startPlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { runOnItems } from '../support/host/run-on-items.mts';
import { useListener } from '../support/http/listener.mts';
import { healthDuring } from './hostile/health.mts';
import { useHostileService } from './hostile/hostile-service.mts';
import { get, photos, pushMissing } from './hostile/nodes.mts';

/** While these were read in time that grew with their square, n8n was silent for 13 to 60 s. */
const SLOWEST_MS = 5_000;
const MAX_MEGABYTES = 2_500;

const MEGABYTE = 1024 * 1024;
/**
 * 1.5 GB of spaces in 1.5 MB, and 300 MB that begin like a picture: gzip takes one part after the other. Made before
 * n8n's health is requested.
 */
const bomb = Buffer.concat(Array<Buffer>(15).fill(gzipSync(Buffer.alloc(100 * MEGABYTE, ' '))));
const png = Buffer.from('89504e470d0a1a0a00ff1b5b', 'hex');
const hugePhoto = Buffer.concat([gzipSync(png), ...Array<Buffer>(3).fill(gzipSync(Buffer.alloc(100 * MEGABYTE)))]);
const zone = '"type":"zone","zoneType":"common"';
const key = (index: number) => `dfld_${String(index).padStart(25, '0')}`;
const many = (count: number, entry: (index: number) => string) =>
	Array.from({ length: count }, (_none, index) => entry(index)).join();
/** Alike but for a number in the middle of a long text. */
const twins = many(8_000, (index) => `{${zone},"name":"${'a'.repeat(300)}${index}${'b'.repeat(300)}"}`);
const fields = (order: (index: number) => number) =>
	many(16_000, (index) => `{"key":"${key(order(index))}","name":"Field ${order(index)}","value":"x"}`);

describe('a service whose responses, and items that, were once read in quadratic time', () => {
	let host: PlanHost;
	let credential: StoredCredential;
	const service = useHostileService();
	const other = useListener();

	beforeAll(async () => {
		host = await startPlanHost();
		const data = { ...host.sandbox.credential, baseUrl: service.url };
		credential = await createCredential(host.n8n.session, { ...host.credential, name: 'Slow', data });
	});

	afterAll(async () => {
		await host?.close();
	});

	test.each(['byName', 'byKey'])(
		'30,000 data fields of one name (Data Format %s) hold n8n up for a moment only',
		async (dataFormat) => {
			const data = many(30_000, (index) => `{"key":"${key(index)}","name":"Tenant","value":"x"}`);
			service.responses.set('code', { body: `{"features":[{${zone},"data":[${data}]}]}` });
			const part = { ...get, parameters: { ...get.parameters, options: { dataFormat } } };

			const { slowestMs } = await healthDuring(host.n8n, async () => {
				const result = await runOnItems(host.n8n, credential, [{ code: 'code' }], [part]);
				expect(Object.keys(Object(result.json('Get')[0].data) as object)).toHaveLength(30_000);
			});

			expect(slowestMs).toBeLessThan(SLOWEST_MS);
		},
	);

	test.each([
		['8,000 features that differ in the middle of a text', twins, `[${twins}]`],
		[
			'16,000 data fields in another order',
			`{${zone},"data":[${fields((index) => index)}]}`,
			`{${zone},"data":[${fields((index) => 15_999 - index)}]}`,
		],
	])('%s are compared with the plan in a moment', async (_what, onPlan, given) => {
		service.responses.set('code', { body: `{"features":[${onPlan}]}` });
		const pushGiven = { ...pushMissing, parameters: { ...pushMissing.parameters, featureJson: '={{ $json.given }}' } };

		const { slowestMs } = await healthDuring(host.n8n, async () => {
			const result = await runOnItems(host.n8n, credential, [{ code: 'code', given }], [pushGiven]);
			expect(result.json('Push')).toMatchObject([{ pushed: 0 }]);
		});

		expect(slowestMs).toBeLessThan(SLOWEST_MS);
	});

	test('the trigger reads 600 kB that look like addresses of photos, and are no JSON, in a moment', async () => {
		service.responses.set('code', { body: `"photos":[${'{"imageUrl":"x?'.repeat(40_000)}` });
		const workflow = await createTriggerWorkflow({ ...host, credential }, other, {
			planCodes: { plans: [{ planCode: 'code' }] },
		});

		const { slowestMs } = await healthDuring(host.n8n, async () => {
			expect(await activationError(host.n8n.session, workflow)).toMatch(
				/Plan code: The service's response is not complete JSON/,
			);
		});

		expect(slowestMs).toBeLessThan(SLOWEST_MS);
	});

	test("the credential's Test reads a Base URL of 200,000 slashes in a moment, and no response past 1 MB", async () => {
		other.respond = (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
		const tested = async (baseUrl: string) => {
			const stored = await createCredential(host.n8n.session, {
				...host.credential,
				name: 'Tested',
				data: { ...host.sandbox.credential, baseUrl },
			});
			return await testCredential(host.n8n.session, stored);
		};

		const { slowestMs, mostMegabytes } = await healthDuring(host.n8n, async () => {
			expect(await tested(`${host.sandbox.baseUrl}${'/'.repeat(200_000)}`)).toMatchObject({ status: 'OK' });
			expect(await tested(other.url)).toMatchObject({ status: 'OK' });
		});

		expect(slowestMs).toBeLessThan(SLOWEST_MS);
		expect(mostMegabytes).toBeLessThan(MAX_MEGABYTES);
		expect(new Set(other.heard.map(({ method }) => method))).toEqual(new Set(['GET', 'HEAD']));
		// With the token and with one that can't be valid, the partners, and HEAD of the credential and of n8n.
		expect(other.heard.length).toBeLessThanOrEqual(5);
	});

	test('photos are images only, without a login, bounded, and what is left out stands in the item', async () => {
		const image = { 'content-type': 'image/png' };
		let busy = 1;
		other.respond = ({ url }, response) => {
			if (url === '/login') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
			if (url === '/fake') return void response.writeHead(200, image).end('<!doctype html>');
			if (url === '/huge') return void response.writeHead(200, { ...image, 'content-encoding': 'gzip' }).end(hugePhoto);
			if (url === '/busy' && busy-- > 0) return void response.writeHead(429, { 'retry-after': '1' }).end();
			response.writeHead(200, image).end(png);
		};
		const addresses = ['login', 'good', 'fake', 'huge', 'busy'].map((path) => `${other.url}/${path}`);
		addresses.push('file:///etc/passwd', other.url.replace('//', '//user:secret@'));
		const list = addresses.map((imageUrl) => JSON.stringify({ imageUrl })).join();
		service.responses.set('code', { body: `{"features":[{${zone},"photos":[${list}]}]}` });

		const { slowestMs, mostMegabytes } = await healthDuring(host.n8n, async () => {
			const result = await runOnItems(host.n8n, credential, [{ code: 'code' }], [photos]);
			const [item] = result.items('Get');
			expect(Object.keys(item.binary ?? {})).toEqual(['photo_1', 'photo_4']);
			expect(item.json.photosSkipped).toMatchObject([
				{ index: 0, reason: expect.stringContaining('no image of a known kind') },
				{ index: 2, reason: expect.stringContaining('no image of a known kind') },
				{ index: 3, reason: 'larger than 20 MB' },
				{ index: 5, reason: 'a URL that is not http(s)' },
				{ index: 6, reason: 'a URL with a user name or password' },
			]);
		});

		expect(slowestMs).toBeLessThan(SLOWEST_MS);
		expect(mostMegabytes).toBeLessThan(MAX_MEGABYTES);
		expect(other.heard.filter(({ headers }) => headers.authentication ?? headers.authorization)).toEqual([]);
	});
});
