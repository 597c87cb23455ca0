import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { createCredential } from '../../../tools/n8n/driver/credentials.mts';
import { chosenHost, projectRoot } from '../../../tools/n8n/driver/host-folder.mts';
import type { ExecutionResult } from '../../../tools/n8n/driver/execution-result.mts';
import { requestWhenRegistered } from '../../../tools/n8n/driver/webhooks.mts';
import type { StoredWorkflow } from '../../../tools/n8n/driver/workflows.mts';
import { demo } from '../../../tools/sandbox/server.mts';
import { startMailbox } from '../../../tools/scripts/demo/mailbox.mts';
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
				const itsOwn = { code: '', geometry: elsewhere(room.geometry) };
				rows.push({ ...room, ...itsOwn, Name: '3.77', Tenant: 'Harbour Coffee' });
				for (const row of rows) if (row.Name === '3.02') delete row.Tenant;
			});

			const [first, second] = await uploaded(await importExample(host, 'rooms-from-excel.json'), 'plan-rooms', file, 2);

			expectSuccess(first);
			expect(first.json('See What Differs').map(({ result, match, changes }) => [result, match, changes])).toEqual([
				['different', '3.02', [{ field: 'Tenant', input: null, onPlan: dataOf(roomNamed(before, '3.02')).Tenant }]],
				['new', '3.77', []],
			]);
			expect(first.json('Push the New Rooms')).toMatchObject([{ pushed: 1, skipped: rooms, skippedDifferent: 1 }]);
			expect(onPlan().slice(0, before.length)).toEqual(before);
			expect(dataOf(roomNamed(onPlan(), '3.77')).Tenant).toBe('Harbour Coffee');
			expect(second.json('Push the New Rooms')).toMatchObject([{ pushed: 0, skipped: rooms + 1 }]);
			expect(onPlan()).toHaveLength(before.length + 1);
		},
	);

	test('compare-with-spreadsheet.json mails each change and what is unclear, and changes nothing', async () => {
		const mailbox = await startMailbox();
		try {
			const before = structuredClone(onPlan());
			const mail = await createCredential(host.n8n.session, { name: 'Mail', type: 'smtp', data: mailbox.credential });
			const workflow = await importExample(host, 'compare-with-spreadsheet.json', {}, [mail]);

			const file = path.join(host.n8n.userFolder, 'tenants.csv');
			const tenants = await readFile(path.join(projectRoot, 'workflows', 'tenants.csv'), 'utf8');
			await writeFile(file, `${tenants.trimEnd()}\n,Without Number,0600\n`);

			const [result] = await uploaded(workflow, 'plan-differences', file, 1);

			expectSuccess(result);
			const was = (room: string) => dataOf(roomNamed(before, room));
			const [{ text, ...envelope }, ...others] = mailbox.mails;
			expect(others).toEqual([]);
			expect(envelope).toEqual({
				from: 'plans@example.com',
				to: ['facilities@example.com'],
				subject: 'Differences from the plan: 8',
			});
			const change = (room: string, field: string, given: string) =>
				`Room ${room}: ${field} is ${given} in the spreadsheet, ${String(was(room)[field] ?? 'empty')} on the plan.`;
			expect(text.trimEnd().split('\n')).toEqual([
				change('3.01', 'Tenant', 'Harbour Coffee'),
				change('3.01', 'Cost centre', '0412'),
				change('3.02', 'Tenant', 'Pike, Perch & Sons'),
				change('3.02', 'Cost centre', '0413'),
				change('3.10', 'Tenant', 'Ørsund Ventures'),
				change('3.10', 'Cost centre', 'empty'),
				'Room 3.99 is not on the plan.',
				'Room Without Number is unclear: the feature has no value in Name, by which features are matched.',
			]);
			expect(onPlan()).toEqual(before);
		} finally {
			await mailbox.close();
		}
	});
});
