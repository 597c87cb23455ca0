import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import axios from 'axios';

import { chosenHost } from '../../../hosts/driver/host-folder.mts';
import { listExecutions } from '../../../hosts/driver/executions.mts';
import { demo } from '../../../sandbox/server.mts';
import { signViewerToken } from '../../../sandbox/viewer-tokens.mts';
import { startPlanHost } from '../../support/host/plan-host.mts';
import type { PlanHost } from '../../support/host/plan-host.mts';
import { everySecond, everyThreeSeconds, expectSuccess, importExample, scheduledExecution, startedExecution, whileActive } from '../../support/host/imported-example.mts';
import { dataOf, roomNamed } from '../../support/host/plan-data.mts';
import { until } from '../../support/wait/until.mts';

describe(`examples that time starts, in the ${chosenHost()} n8n`, () => {
	let host: PlanHost;
	let chat: Server;
	/** What a chat was told, by the path of its address. */
	const messages = new Map<string | undefined, unknown>();

	beforeAll(async () => {
		host = await startPlanHost();
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
			'Every Night': everySecond,
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
		const { Name, Use, Tenant, 'Cost centre': costCentre, 'Area (m²)': area } = dataOf(
			roomNamed(sandbox.features(demo.planCode), '3.01'),
		);
		expect(rows).toContain([demo.floorCode, 'Level 3', Name, Use, Tenant, costCentre, area].join(','));
	});

	describe('assets-without-tenant.json', () => {
		const assets = () =>
			host.sandbox.features(demo.planCode).filter(({ type }) => type === 'fixedIcon' || type === 'leaderLineIcon');
		const notify = async (address: string) => {
			const { port } = chat.address() as AddressInfo;
			const workflow = await importExample(host, 'assets-without-tenant.json', {
				'Every Working Day': everySecond,
				Notify: { url: `http://127.0.0.1:${port}${address}` },
			});
			return await scheduledExecution(host, workflow);
		};

		test('sends one message that names them, and none where all have a tenant', async () => {
			const { sandbox } = host;
			const tenant = [{ ...demo.dataFields.tenant, value: 'Harbour Coffee' }];
			const [owned, ...others] = assets();
			const plan = sandbox.features(demo.planCode);
			sandbox.setFeatures(demo.planCode, plan.map((feature) => (feature === owned ? { ...feature, data: tenant } : feature)));

			expectSuccess(await notify('/some'));
			const names = others.map(({ icons }) => (icons as Array<{ iconType: string }>).map(({ iconType }) => iconType).join(' and '));
			expect(messages.get('/some')).toEqual({
				text: `${others.length} assets on Level 3 have no tenant: ${names.join(', ')}`,
			});

			sandbox.setFeatures(demo.planCode, plan.map((feature) => (others.includes(feature) || feature === owned ? { ...feature, data: tenant } : feature)));
			const quiet = await notify('/none');
			expectSuccess(quiet);
			expect(quiet.runs).not.toHaveProperty('Notify');
			expect([...messages.keys()]).toEqual(['/some']);
		});
	});

	test('tenant-changed.json tells who had a room before and who has it now', async () => {
		const { n8n, sandbox } = host;
		const workflow = await importExample(host, 'tenant-changed.json', { 'When a Room Changes': everyThreeSeconds });
		const room = roomNamed(sandbox.features(demo.planCode), '3.05');
		const { Tenant: tenant } = dataOf(room);
		/** What a person does on the plan's page. */
		const changeTenant = async (id: string, name: string) => {
			const viewerToken = signViewerToken({ resourceCode: demo.floorCode, access: 'allAreas', expiresAtMs: Date.now() + 60_000 });
			const query = new URLSearchParams({ viewerToken, planCode: demo.planCode });
			const form = new URLSearchParams({ room: id, tenant: name });
			await axios.post(`${sandbox.baseUrl}/plans-embed/v1/plan?${query}`, form, { proxy: false });
		};

		const result = await whileActive(host, workflow, async () => {
			sandbox.clearRequests();
			await until('two polls', () => sandbox.requests.filter(({ route }) => route === 'features').length >= 2);
			// The baseline goes out without items.
			const baseline = await listExecutions(n8n.session, workflow.id);
			expect(baseline).toHaveLength(1);
			await changeTenant(String(room.id), 'Harbour Coffee');
			return await startedExecution(host, workflow, baseline.length);
		});

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
});
