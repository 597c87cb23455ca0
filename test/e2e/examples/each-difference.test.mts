import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { createCredential } from '../../../tools/n8n/driver/credentials.mts';
import { chosenHost } from '../../../tools/n8n/driver/host-folder.mts';
import type { StoredWorkflow } from '../../../tools/n8n/driver/workflows.mts';
import { startMailbox } from '../../../tools/scripts/demo/mailbox.mts';
import type { Mailbox } from '../../../tools/scripts/demo/mailbox.mts';
import { expectSuccess, importExample } from '../../support/host/imported-example.mts';
import { sharePlanHost } from '../../support/host/plan-host.mts';
import type { PlanHost } from '../../support/host/plan-host.mts';
import { editWorkbook } from '../../support/host/workbook.mts';

describe(`each-difference-once.json, in the ${chosenHost()} n8n`, () => {
	let host: PlanHost;
	let mailbox: Mailbox;
	let file: string;
	let workflow: StoredWorkflow;

	beforeAll(async () => {
		[host, mailbox] = await Promise.all([sharePlanHost(), startMailbox()]);
		const folder = path.join(host.n8n.userFolder, '.n8n-files');
		await mkdir(folder, { recursive: true });
		file = path.join(folder, 'rooms-every-morning.xlsx');
		const export_ = await importExample(host, 'rooms-to-excel.json', { 'Write It to Disk': { fileName: file } });
		expectSuccess(await host.n8n.run(export_, { trigger: 'Run Once' }));
		const mail = await createCredential(host.n8n.session, { name: 'Mail', type: 'smtp', data: mailbox.credential });
		const changes = { 'Read the Workbook': { fileSelector: file } };
		workflow = await importExample(host, 'each-difference-once.json', changes, [mail]);
	});

	afterAll(async () => {
		await host?.close();
		await mailbox?.close();
	});

	const tenantOf = (room: string, tenant: string) =>
		editWorkbook(file, (rows) => {
			for (const row of rows) if (row.Name === room) row.Tenant = tenant;
		});
	const run = async () => await host.n8n.run(workflow, { trigger: 'Every Morning' });
	/** Runs once, and gives the mails of it. */
	async function mailed(): Promise<string[]> {
		const before = mailbox.mails.length;
		expectSuccess(await run());
		return mailbox.mails.slice(before).map(({ subject, text }) => `${subject}\n${text}`);
	}

	test('a difference is mailed once, and again when it comes back; what a mail lost the next run tells', async () => {
		let before = '';
		editWorkbook(file, (rows) => (before = String(rows.find(({ Name }) => Name === '3.01')?.Tenant)));
		const first = expect.stringMatching(
			/^New differences from the plan: 1\nRoom 3\.01: Tenant is Somebody Else in the workbook, .+ on the plan\.$/,
		) as string;
		const second = expect.stringMatching(
			/^New differences from the plan: 1\nRoom 3\.02: Tenant is Nobody in/,
		) as string;

		expect(await mailed()).toEqual([]);
		tenantOf('3.01', 'Somebody Else');
		expect(await mailed()).toEqual([first]);
		expect(await mailed()).toEqual([]);
		tenantOf('3.02', 'Nobody');
		expect(await mailed()).toEqual([second]);
		tenantOf('3.01', before);
		expect(await mailed()).toEqual([]);
		tenantOf('3.01', 'Somebody Else');
		expect(await mailed()).toEqual([first]);

		const { port } = mailbox;
		tenantOf('3.05', 'A Third');
		await mailbox.close();
		const failed = await run();
		expect(failed.error?.message).toContain('The next run tells all of them');
		mailbox = await startMailbox(undefined, port);
		expect(await mailed()).toEqual([expect.stringMatching(/^New differences from the plan: 3\n/)]);
		expect(await mailed()).toEqual([]);
	});
});
