import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import path from 'node:path';

import axios from 'axios';

import { chosenHost, projectRoot } from '../../../tools/n8n/driver/host-folder.mts';
import { createCredential } from '../../../tools/n8n/driver/credentials.mts';
import { callWebhook, requestWhenRegistered } from '../../../tools/n8n/driver/webhooks.mts';
import { demo } from '../../../tools/sandbox/server.mts';
import { mainExample, webhookHeaders, webhookKey } from '../../../tools/scripts/demo/example-workflows.mts';
import { runMainExample } from '../../../tools/scripts/demo/main-example.mts';
import { sharePlanHost } from '../../support/host/plan-host.mts';
import type { PlanHost } from '../../support/host/plan-host.mts';
import { expectSuccess, importExample, startedExecution, whileActive } from '../../support/host/imported-example.mts';
import { dataOf, roomNamed } from '../../support/host/plan-data.mts';
import { readQrCode } from '../../support/host/qr-code.mts';

describe(`examples that HTTP starts, in the ${chosenHost()} n8n`, () => {
	let host: PlanHost;

	beforeAll(async () => {
		host = await sharePlanHost();
	});

	afterAll(async () => {
		await host?.close();
	});

	const onPlan = () => host.sandbox.features(demo.planCode);

	describe('tenants-from-spreadsheet.json', () => {
		test('makes a zone of each row whose room is on the plan and has none of its name, once', async () => {
			const { n8n, sandbox } = host;
			const workflow = await importExample(host, 'tenants-from-spreadsheet.json');
			// Rooms 3.01 and 3.02 have their leases by then, with other tenants.
			await runMainExample(n8n, await importExample(host, mainExample));
			const before = onPlan().length;
			const csv = await readFile(path.join(projectRoot, 'workflows', 'tenants.csv'));
			const upload = async (content: string | Buffer = csv) => {
				const form = new FormData();
				form.append('field-0', new Blob([content], { type: 'text/csv' }), 'tenants.csv');
				return await requestWhenRegistered(n8n.baseUrl, '/form/plan-tenants', { method: 'post', data: form });
			};

			const [first, second, third] = await whileActive(host, workflow, async () => {
				expect((await upload()).status).toBe(200);
				const one = await startedExecution(host, workflow);
				expect((await upload()).status).toBe(200);
				const two = await startedExecution(host, workflow, 1);
				expect((await upload(String(csv).replace('Harbour Coffee', 'Somebody Else'))).status).toBe(200);
				return [one, two, await startedExecution(host, workflow, 2)];
			});

			expectSuccess(first);
			const zones = onPlan().slice(before);
			expect(zones.map(({ type, zoneType }) => [type, zoneType])).toEqual([['zone', 'tenanted']]);
			expect(zones.map(dataOf)).toEqual([{ Name: 'Lease of 3.10', Tenant: 'Ørsund Ventures' }]);
			expect(zones.map(({ geometry }) => geometry)).toEqual([roomNamed(onPlan(), '3.10').geometry]);
			expect(first.json('Push a Zone for Each Tenant')).toMatchObject([{ pushed: 1, skipped: 2, skippedDifferent: 2 }]);
			expect(first.json('Rooms That the Plan Has Not Got')).toEqual([
				{ Room: '3.99', Tenant: 'Nobody There', 'Cost centre': '0500' },
			]);
			expect(sandbox.requests.filter(({ route }) => route === 'push').at(-1)?.author).toBe('Tenant spreadsheet');
			expectSuccess(second);
			expect(second.json('Push a Zone for Each Tenant')).toMatchObject([{ pushed: 0, skipped: 3 }]);
			expectSuccess(third);
			expect(third.json('Push a Zone for Each Tenant')).toMatchObject([{ pushed: 0, skipped: 3, skippedDifferent: 2 }]);
			expect(onPlan()).toHaveLength(before + 1);
		});
	});

	describe('push-by-webhook.json', () => {
		const zone = (name: string, key: string = demo.dataFields.name.key) => ({
			type: 'zone',
			zoneType: 'common',
			data: [{ key, name: 'Name', value: name }],
		});

		test('pushes, and responds with what was done, or which feature was wrong', async () => {
			const { n8n, sandbox } = host;
			const key = await createCredential(n8n.session, webhookKey);
			const options = { maxWaitSeconds: 1 };
			const workflow = await importExample(host, 'push-by-webhook.json', { 'Push Them to the Plan': { options } }, [
				key,
			]);
			const planCode = sandbox.addPlan();
			const post = async (body: object, headers = webhookHeaders) =>
				await callWebhook(n8n.baseUrl, 'plan-features', body, headers);

			const [stranger, good, bad, empty, nothing, unknown, broken] = await whileActive(host, workflow, async () => {
				const responses = [
					await post({ planCode, features: [zone('A')] }, { 'X-Api-Key': 'guessed' }),
					await post({ planCode, features: [zone('A'), zone('B')], author: 'A test' }),
					await post({ planCode, features: [zone('C'), zone('D', 'tenant')] }),
					await post({ planCode, features: [] }),
					await post({ planCode }),
					await post({ planCode: 'pln_unknown', features: [zone('E')] }),
				];
				sandbox.intercept({ route: 'features', times: Infinity, reply: { status: 500, body: 'out of order' } });
				responses.push(await post({ planCode, features: [zone('F')] }));
				return responses;
			});
			sandbox.clearIntercepts();

			expect(stranger.status).toBe(403);
			expect([good.status, good.data]).toEqual([200, expect.objectContaining({ planCode, pushed: 2, skipped: 0 })]);
			const pushed = sandbox.requests.find((request) => request.planCode === planCode && request.route === 'push');
			expect(pushed?.author).toBe('A test');
			expect(bad.status).toBe(400);
			expect(bad.data).toMatchObject({
				error: expect.stringContaining('features[1].data[0].key must match dfld_'),
				problems: [{ path: 'body.features[1].data[0].key' }],
			});
			expect([empty.status, empty.data]).toEqual([200, expect.objectContaining({ pushed: 0, requests: 0 })]);
			expect([nothing.status, nothing.data]).toEqual([400, expect.objectContaining({ problems: [] })]);
			expect([unknown.status, unknown.data]).toEqual([400, expect.objectContaining({ serviceStatus: 404 })]);
			expect(unknown.data).toMatchObject({ error: expect.stringContaining('pln_unknown') });
			expect([broken.status, broken.data]).toEqual([502, expect.objectContaining({ serviceStatus: 500 })]);
			expect(sandbox.features(planCode).map((feature) => dataOf(feature).Name)).toEqual(['A', 'B']);
		});
	});

	describe('plan-page.json', () => {
		test('lists floors with QR codes, and redirects to the plan of each and no other, by a fresh token', async () => {
			const { n8n, sandbox } = host;
			const workflow = await importExample(host, 'plan-page.json');
			const open = async (query: string) =>
				await axios.get<string>(`${n8n.baseUrl}/webhook/plan-page${query}`, {
					proxy: false,
					// n8n closes an idle connection whenever it likes, also with a request on its way there.
					httpAgent: new Agent({ keepAlive: false }),
					maxRedirects: 0,
					validateStatus: () => true,
				});
			const others = [
				demo.campusCode,
				'constructor',
				'',
				`${demo.floorCode}&floor=${demo.floorCode}`,
				`${demo.floorCode}%20`,
			];

			const { list, pages, failed, rejected, requested } = await whileActive(host, workflow, async () => {
				const list = await requestWhenRegistered(n8n.baseUrl, '/webhook/plan-page', { method: 'get' });
				const pages = await Promise.all(
					printedAddresses(String(list.data)).map(async (address) => await open(new URL(address).search)),
				);
				sandbox.intercept({
					route: 'lookup',
					times: Infinity,
					reply: { status: 403, body: '{"message":"no access"}' },
				});
				const failed = await open(`?floor=${demo.floorCode}`);
				sandbox.clearRequests();
				const rejected = await Promise.all(others.map(async (floor) => await open(`?floor=${floor}`)));
				return { list, pages, failed, rejected, requested: sandbox.requests.map(({ route }) => route) };
			});
			sandbox.clearIntercepts();

			expect([list.status, list.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
			expect(list.data).toContain('<h2>Harbour House, Level 3</h2>');
			const links = [...String(list.data).matchAll(/<a href="([^"]+)">/g)].map(([, link]) => link);
			// n8n takes localhost for its own name.
			expect(links[0]).toBe(`http://localhost:${new URL(n8n.baseUrl).port}/webhook/plan-page?floor=${demo.floorCode}`);
			expect(printedAddresses(String(list.data))).toEqual(links);
			expect(pages.map(({ status, headers }) => [status, headers['cache-control']])).toEqual(
				links.map(() => [307, 'no-store']),
			);
			const urls = pages.map(({ headers }) => new URL(String(headers.location)));
			expect(urls[0].searchParams.get('planCode')).toBe(demo.planCode);
			const plans = await Promise.all(urls.map(async ({ href }) => await axios.get<string>(href, { proxy: false })));
			expect(plans.map(({ status, data }) => [status, /<h1>([^<]+)/.exec(data)?.[1]])).toEqual([
				[200, 'Level 3'],
				[200, 'Level 2'],
			]);
			expect([failed.status, failed.data]).toEqual([502, expect.stringContaining("can't be shown")]);
			expect(rejected.map(({ status }) => status)).toEqual(others.map(() => 404));
			expect(requested).toEqual([]);
		});
	});
});

/** What a phone reads in the QR codes of a page. */
function printedAddresses(html: string): string[] {
	return [...html.matchAll(/<svg[^]*?<\/svg>/g)].map(([svg]) => readQrCode(svg));
}
