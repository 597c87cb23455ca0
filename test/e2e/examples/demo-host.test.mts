import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { projectRoot } from '../../../tools/n8n/driver/host-folder.mts';
import { tarball } from '../../../tools/n8n/driver/tarball.mts';
import { requestWhenRegistered } from '../../../tools/n8n/driver/webhooks.mts';
import { demo, startSandbox } from '../../../tools/sandbox/server.mts';
import type { Sandbox } from '../../../tools/sandbox/server.mts';
import { startDemoHost } from '../../../tools/scripts/demo/demo-host.mts';
import type { DemoHost } from '../../../tools/scripts/demo/demo-host.mts';
import { agentExample, webhookHeaders } from '../../../tools/scripts/demo/example-workflows.mts';
import { startMailbox } from '../../../tools/scripts/demo/mailbox.mts';
import type { Mailbox } from '../../../tools/scripts/demo/mailbox.mts';
import { expectSuccess, startedExecution } from '../../support/host/imported-example.mts';

/** Examples that "Execute workflow" runs at once. */
const BY_ONE_CLICK = [
	'main-example.json',
	'copy-features.json',
	'rooms-to-excel.json',
	'each-difference-once.json',
	'photos-to-files.json',
	'assets-into-rooms.json',
	'plan-to-geojson.json',
	'check-the-service.json',
	'nightly-room-report.json',
	'assets-without-tenant.json',
	'tenant-changed.json',
	'weekly-digest.json',
];

const tenants = path.join(projectRoot, 'workflows', 'tenants.csv');

const workbookIn = (files: string) => path.join(files, 'rooms.xlsx');

/** Those that wait after the click for what starts them. */
const BY_A_REQUEST = {
	'push-by-webhook.json': () => ({
		path: '/webhook-test/plan-features',
		request: {
			method: 'post',
			headers: webhookHeaders,
			data: { planCode: demo.planCode, features: [{ type: 'leaderLineIcon', position: null, icons: [] }] },
		},
	}),
	'plan-page.json': () => ({ path: `/webhook-test/plan-page?floor=${demo.floorCode}`, request: { method: 'get' } }),
	'tenants-from-spreadsheet.json': async () => await uploadOf(tenants, '/form-test/plan-tenants'),
	'compare-with-spreadsheet.json': async () => await uploadOf(tenants, '/form-test/plan-differences'),
	'approve-then-push.json': async (files: string) => await uploadOf(workbookIn(files), '/form-test/plan-approval'),
	'rooms-from-excel.json': async (files: string) => await uploadOf(workbookIn(files), '/form-test/plan-rooms'),
};

async function uploadOf(file: string, form: string) {
	const data = new FormData();
	data.append('field-0', new Blob([await readFile(file)]), path.basename(file));
	return { path: form, request: { method: 'post', data } };
}

describe('the examples in the n8n of npm start', () => {
	const messages: string[] = [];
	/** Not that of the clone: an npm start may use it meanwhile. */
	let filesFolder: string;
	let sandbox: Sandbox;
	let host: DemoHost;
	let mailbox: Mailbox;

	beforeAll(async () => {
		filesFolder = await mkdtemp(path.join(tmpdir(), 'n8n-files-'));
		sandbox = await startSandbox({ onMessage: (text) => messages.push(text) });
		mailbox = await startMailbox();
		host = await startDemoHost({ sandbox, mailbox, tarball, filesFolder });
	});

	afterAll(async () => {
		await host?.n8n.close();
		await mailbox?.close();
		await sandbox?.close();
		await rm(filesFolder, { recursive: true, force: true });
	});

	const exampleOf = (file: string) => {
		const example = host.examples.get(file);
		if (!example) throw new Error(`workflows/${file} is missing.`);
		return example;
	};

	test('each example is tried here', () => {
		const tried = [...BY_ONE_CLICK, ...Object.keys(BY_A_REQUEST), agentExample];
		expect([...host.examples.keys()].sort()).toEqual(tried.sort());
	});

	test.each(BY_ONE_CLICK)('%s runs green by a click', async (file) => {
		const example = exampleOf(file);
		expectSuccess(await host.n8n.run(example, { trigger: example.nodes[0].name }));
	});

	test('n8n lists the main example first', async () => {
		const query = '?sortBy=updatedAt:desc&take=1';
		const [first] = await host.n8n.session.request<Array<{ name: string }>>('get', `/rest/workflows${query}`);
		expect(first.name).toBe(exampleOf('main-example.json').name);
	});

	test.each(BY_ONE_CLICK.toReversed())('%s runs green once more, in the opposite order', async (file) => {
		const example = exampleOf(file);
		expectSuccess(await host.n8n.run(example, { trigger: example.nodes[0].name }));
	});

	test('the files lie in their folder, and the message has come', async () => {
		const files = await readdir(filesFolder);

		expect(files.filter((file) => /^rooms-.*\.csv$/.test(file))).toHaveLength(1);
		expect(files.filter((file) => file.endsWith('.png')).length).toBeGreaterThan(5);
		expect(messages).toHaveLength(2);
		expect(messages[0]).toMatch(/^\{"text":"\d+ assets on Level 3 have no tenant/);
	});

	test.each(Object.entries(BY_A_REQUEST))('%s runs green by a click and a request, twice', async (file, requestOf) => {
		const { n8n } = host;
		const workflow = exampleOf(file);
		for (const earlier of [0, 1]) {
			await n8n.session.request('post', `/rest/workflows/${workflow.id}/run`, {
				workflowData: workflow,
				triggerToStartFrom: { name: workflow.nodes[0].name },
			});

			const { path: address, request } = await requestOf(filesFolder);
			expect((await requestWhenRegistered(n8n.baseUrl, address, request)).status).toBe(200);
			expectSuccess(await startedExecution(host, workflow, earlier));
		}
	});

	test("the mails come, that of the week's changes from the table", async () => {
		expectSuccess(await host.n8n.run(exampleOf('weekly-digest.json'), { trigger: 'Every Monday' }));

		const text = expect.stringContaining('Room 3.99 is not on the plan.') as string;
		const differences = { to: ['facilities@example.com'], text };
		expect(mailbox.mails).toMatchObject([
			differences,
			differences,
			{
				subject: expect.stringMatching(/^Changes of the week: [1-9]/) as string,
				text: expect.stringMatching(/^\d{4}-\d\d-\d\d: room \d\.\d\d /) as string,
			},
		]);
	});
});
