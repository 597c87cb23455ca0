import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import axios from 'axios';

import { createCredential } from '../../../tools/n8n/driver/credentials.mts';
import { createDataTable } from '../../../tools/n8n/driver/data-tables.mts';
import type { ExecutionResult } from '../../../tools/n8n/driver/execution-result.mts';
import { listExecutions } from '../../../tools/n8n/driver/executions.mts';
import { chosenHost } from '../../../tools/n8n/driver/host-folder.mts';
import type { StoredWorkflow } from '../../../tools/n8n/driver/workflows.mts';
import { demo } from '../../../tools/sandbox/server.mts';
import { signViewerToken } from '../../../tools/sandbox/viewer-tokens.mts';
import { changesColumns } from '../../../tools/scripts/demo/example-workflows.mts';
import { startMailbox } from '../../../tools/scripts/demo/mailbox.mts';
import type { Feature } from '../../../service/plan';
import { sharePlanHost } from '../../support/host/plan-host.mts';
import type { PlanHost } from '../../support/host/plan-host.mts';
import {
	everyFiveSeconds,
	expectSuccess,
	importExample,
	scheduledExecution,
	startedExecution,
	whileActive,
} from '../../support/host/imported-example.mts';
import { dataOf, roomNamed } from '../../support/host/plan-data.mts';
import { pollEvery } from '../../support/trigger/trigger-workflow.mts';
import { until } from '../../support/wait/until.mts';

describe(`examples that time starts, in the ${chosenHost()} n8n`, () => {
	let host: PlanHost;
	let chat: Server;
	/** What a chat got, by the path of its address. */
	const messages = new Map<string | undefined, unknown>();

	beforeAll(async () => {
		host = await sharePlanHost();
		chat = createServer((request, response) => {
			void text(request).then((body) => {
				messages.set(request.url, JSON.parse(body));
				response.end('ok');
			});
		}).listen(0, '127.0.0.1');
	});

	afterAll(async () => {
		chat?.closeAllConnections();
		chat?.close();
		await host?.close();
	});

	test('nightly-room-report.json writes a row for each room of each floor of the campus', async () => {
		const { n8n, sandbox } = host;
		const folder = path.join(n8n.userFolder, '.n8n-files');
		await mkdir(folder, { recursive: true });
		const workflow = await importExample(host, 'nightly-room-report.json', {
			'Every Night': everyFiveSeconds,
			'Write It to Disk': { fileName: `${folder}/rooms.csv` },
		});

		const result = await scheduledExecution(host, workflow);

		expectSuccess(result);
		const floors = result.json('Only the Floors');
		expect(floors).toHaveLength(8);
		const rows = (await readFile(path.join(folder, 'rooms.csv'), 'utf8')).replace('\ufeff', '').trim().split('\n');
		const rooms = floors.flatMap(({ planCode }) =>
			sandbox.features(String(planCode)).filter(({ type }) => type === 'room'),
		);
		expect(rows).toHaveLength(1 + rooms.length);
		expect(rows[0]).toBe('Floor code,Floor,Room,Use,Tenant,Cost centre,Area');
		const {
			Name,
			Use,
			Tenant,
			'Cost centre': costCentre,
			'Area (m²)': area,
		} = dataOf(roomNamed(sandbox.features(demo.planCode), '3.01'));
		expect(rows).toContain([demo.floorCode, 'Level 3', Name, Use, Tenant, costCentre, area].join(','));
	});

	describe('assets-without-tenant.json', () => {
		const assets = () =>
			host.sandbox.features(demo.planCode).filter(({ type }) => type === 'fixedIcon' || type === 'leaderLineIcon');
		const notify = async (address: string) => {
			const { port } = chat.address() as AddressInfo;
			const workflow = await importExample(host, 'assets-without-tenant.json', {
				'Every Working Day': everyFiveSeconds,
				Notify: { url: `http://127.0.0.1:${port}${address}` },
			});
			return await scheduledExecution(host, workflow);
		};

		test('sends one message that names them, and none where all have a tenant', async () => {
			const { sandbox } = host;
			const tenant = [{ ...demo.dataFields.tenant, value: 'Harbour Coffee' }];
			const [owned, ...others] = assets();
			const plan = sandbox.features(demo.planCode);
			sandbox.setFeatures(
				demo.planCode,
				plan.map((feature) => (feature === owned ? { ...feature, data: tenant } : feature)),
			);

			expectSuccess(await notify('/some'));
			const names = others.map(({ icons }) =>
				(icons as Array<{ iconType: string }>).map(({ iconType }) => iconType).join(' and '),
			);
			expect(messages.get('/some')).toEqual({
				text: `${others.length} assets on Level 3 have no tenant: ${names.join(', ')}`,
			});

			sandbox.setFeatures(
				demo.planCode,
				plan.map((feature) => (others.includes(feature) || feature === owned ? { ...feature, data: tenant } : feature)),
			);
			const quiet = await notify('/none');
			expectSuccess(quiet);
			expect(quiet.runs).not.toHaveProperty('Notify');
			expect([...messages.keys()]).toEqual(['/some']);
		});
	});

	/**
	 * Publishes a workflow that watches the plan, gives a room a tenant on the plan's page as a person does, and waits
	 * for what that starts.
	 */
	async function tenantChanged(workflow: StoredWorkflow, room: Feature, tenant: string): Promise<ExecutionResult> {
		const { n8n, sandbox } = host;
		return await whileActive(host, workflow, async () => {
			sandbox.clearRequests();
			await until('two polls', () => sandbox.requests.filter(({ route }) => route === 'features').length >= 2);
			// The baseline goes out without items; a machine under load stores its execution after the next poll.
			await until('the baseline', async () => (await listExecutions(n8n.session, workflow.id)).length > 0);
			const baseline = await listExecutions(n8n.session, workflow.id);
			expect(baseline).toHaveLength(1);
			const viewerToken = signViewerToken({
				resourceCode: demo.floorCode,
				access: 'allAreas',
				expiresAtMs: Date.now() + 60_000,
			});
			const query = new URLSearchParams({ viewerToken, planCode: demo.planCode });
			const form = new URLSearchParams({ room: String(room.code), tenant });
			await axios.post(`${sandbox.baseUrl}/plans-embed/v1/plan?${query}`, form, { proxy: false });
			return await startedExecution(host, workflow, baseline.length);
		});
	}

	test('tenant-changed.json tells who had a room before and who has it now', async () => {
		const workflow = await importExample(host, 'tenant-changed.json', {
			'When a Room Changes': { pollTimes: { item: pollEvery(3) } },
		});
		const room = roomNamed(host.sandbox.features(demo.planCode), '3.05');
		const { Tenant: tenant } = dataOf(room);

		const result = await tenantChanged(workflow, room, 'Harbour Coffee');

		expectSuccess(result);
		expect(result.json('In Words')).toEqual([
			{
				room: '3.05',
				before: tenant,
				after: 'Harbour Coffee',
				text: `Room 3.05 went from ${String(tenant)} to Harbour Coffee.`,
			},
		]);
	});

	test('weekly-digest.json keeps what changed in a data table, and mails what is not older than a week', async () => {
		const { n8n, sandbox } = host;
		const mailbox = await startMailbox();
		try {
			const mail = await createCredential(n8n.session, { name: 'Mail', type: 'smtp', data: mailbox.credential });
			const value = await createDataTable(n8n.session, 'Plan changes', changesColumns);
			const dataTableId = { __rl: true, mode: 'list', value };
			const changes = {
				'When a Room Changes': { pollTimes: { item: pollEvery(3) } },
				'Keep It': { dataTableId },
				'Changes of the Last Week': { dataTableId },
			};
			const workflow = await importExample(host, 'weekly-digest.json', changes, [mail]);
			const room = roomNamed(sandbox.features(demo.planCode), '3.06');
			const what = `Tenant from ${String(dataOf(room).Tenant || 'nothing')} to Harbour Coffee`;

			const kept = await tenantChanged(workflow, room, 'Harbour Coffee');
			const monday = await n8n.run(workflow, { trigger: 'Every Monday' });

			expectSuccess(kept);
			expect(kept.json('Keep It')).toMatchObject([{ plan: demo.planCode, room: '3.06', change: 'changed', what }]);
			expectSuccess(monday);
			const [{ createdAt }] = kept.json('Keep It') as Array<{ createdAt: string }>;
			const text = `${new Date(createdAt).toISOString().slice(0, 10)}: room 3.06 changed, ${what}`;
			expect(mailbox.mails).toEqual([
				{
					from: 'plans@example.com',
					to: ['facilities@example.com'],
					subject: 'Changes of the week: 1',
					text,
					attachments: ['image/png'],
				},
			]);

			const filters = {
				conditions: [{ keyName: 'createdAt', condition: 'gte', keyValue: '={{ $now.plus({ days: 1 }).toISO() }}' }],
			};
			const later = await importExample(
				host,
				'weekly-digest.json',
				{ ...changes, 'Changes of the Last Week': { dataTableId, filters } },
				[mail],
			);
			expectSuccess(await n8n.run(later, { trigger: 'Every Monday' }));
			expect(mailbox.mails).toHaveLength(1);
		} finally {
			await mailbox.close();
		}
	});
});
