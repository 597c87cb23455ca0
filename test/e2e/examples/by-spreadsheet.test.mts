import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { createCredential } from '../../../hosts/driver/credentials.mts';
import { chosenHost, projectRoot } from '../../../hosts/driver/host-folder.mts';
import type { ExecutionResult } from '../../../hosts/driver/execution-result.mts';
import { requestWhenRegistered } from '../../../hosts/driver/webhooks.mts';
import type { StoredWorkflow } from '../../../hosts/driver/workflows.mts';
import { demo } from '../../../sandbox/server.mts';
import { startMailbox } from '../../../scripts/demo/mailbox.mts';
import { expectSuccess, importExample, startedExecution, whileActive } from '../../support/host/imported-example.mts';
import { dataOf, roomNamed } from '../../support/host/plan-data.mts';
import { sharePlanHost } from '../../support/host/plan-host.mts';
import type { PlanHost } from '../../support/host/plan-host.mts';
import { editWorkbook, elsewhere } from '../../support/host/workbook.mts';

describe(`examples that take a spreadsheet, in the ${chosenHost()} n8n`, () => {
	let host: PlanHost;

	beforeAll(async () => {
		host = await sharePlanHost();
	});

	afterAll(async () => {
		await host?.close();
	});

	const onPlan = () => host.sandbox.features(demo.planCode);

	/** What each upload of a file to a form of the workflow starts. */
	async function uploaded(
		workflow: StoredWorkflow,
		form: string,
		file: string,
		times: number,
	): Promise<ExecutionResult[]> {
		const content = await readFile(file);
		return await whileActive(host, workflow, async () => {
			const results: ExecutionResult[] = [];
			for (let upload = 0; upload < times; upload++) {
				const data = new FormData();
				data.append('field-0', new Blob([content]), path.basename(file));
				expect((await requestWhenRegistered(host.n8n.baseUrl, `/form/${form}`, { method: 'post', data })).status).toBe(
					200,
				);
				results.push(await startedExecution(host, workflow, results.length));
			}
			return results;
		});
	}

	test(
		'rooms-to-excel.json and rooms-from-excel.json add the rooms that are new in the workbook, once, and tell what ' +
			'differs in the others',
		async () => {
			const folder = path.join(host.n8n.userFolder, '.n8n-files');
			await mkdir(folder, { recursive: true });
			const file = path.join(folder, 'rooms.xlsx');
			const before = structuredClone(onPlan());
			const rooms = before.filter(({ type }) => type === 'room').length;
			expectSuccess(
				await host.n8n.run(
					await importExample(host, 'rooms-to-excel.json', { 'Write It to Disk': { fileName: file } }),
					{ trigger: 'Run Once' },
				),
			);
			editWorkbook(file, (rows) => {
				expect(rows).toHaveLength(rooms);
				const [room] = rows;
				const itsOwn = { id: '', geometry: elsewhere(room.geometry) };
				rows.push({ ...room, ...itsOwn, Name: '3.77', Tenant: 'Harbour Coffee' });
				for (const row of rows) if (row.Name === '3.02') delete row.Tenant;
			});

			const [first, second] = await uploaded(await importExample(host, 'rooms-from-excel.json'), 'plan-rooms', file, 2);

			expectSuccess(first);
			expect(first.json('See What Differs').map(({ result, match, changes }) => [result, match, changes])).toEqual([
				['different', '3.02', [{ field: 'Tenant', given: null, onPlan: dataOf(roomNamed(before, '3.02')).Tenant }]],
				['new', '3.77', []],
			]);
			expect(first.json('Push the New Rooms')).toMatchObject([{ pushed: 1, skipped: rooms, skippedDifferent: 1 }]);
			expect(onPlan().slice(0, before.length)).toEqual(before);
			expect(dataOf(roomNamed(onPlan(), '3.77')).Tenant).toBe('Harbour Coffee');
			expect(second.json('Push the New Rooms')).toMatchObject([{ pushed: 0, skipped: rooms + 1 }]);
			expect(onPlan()).toHaveLength(before.length + 1);
		},
	);

	test('compare-with-spreadsheet.json mails what differs, and changes nothing', async () => {
		const mailbox = await startMailbox();
		try {
			const before = structuredClone(onPlan());
			const mail = await createCredential(host.n8n.session, { name: 'Mail', type: 'smtp', data: mailbox.credential });
			const workflow = await importExample(host, 'compare-with-spreadsheet.json', {}, [mail]);

			const [result] = await uploaded(
				workflow,
				'plan-differences',
				path.join(projectRoot, 'workflows', 'tenants.csv'),
				1,
			);

			expectSuccess(result);
			const { Tenant: tenant, 'Cost centre': costCentre } = dataOf(roomNamed(before, '3.01'));
			const [{ text }] = mailbox.mails;
			expect(mailbox.mails).toEqual([
				{
					from: 'plans@example.com',
					to: ['facilities@example.com'],
					subject: 'Rooms that differ from the plan: 4',
					text,
				},
			]);
			const lines = text.split('\n');
			expect(lines).toHaveLength(4);
			expect(lines[0]).toContain(
				`Room 3.01: Tenant is Harbour Coffee in the spreadsheet, ${String(tenant ?? 'empty')} on the plan.`,
			);
			expect(lines[0]).toContain(
				`Cost centre is 0412 in the spreadsheet, ${String(costCentre ?? 'empty')} on the plan.`,
			);
			expect(lines[2]).toContain('Room 3.10: Tenant is Ørsund Ventures in the spreadsheet');
			expect(lines[3]).toBe('Room 3.99 is not on the plan.');
			expect(onPlan()).toEqual(before);
		} finally {
			await mailbox.close();
		}
	});
});
