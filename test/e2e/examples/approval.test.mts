import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import axios from 'axios';

import { createCredential } from '../../../tools/n8n/driver/credentials.mts';
import { chosenHost } from '../../../tools/n8n/driver/host-folder.mts';
import { listExecutions } from '../../../tools/n8n/driver/executions.mts';
import { requestWhenRegistered } from '../../../tools/n8n/driver/webhooks.mts';
import { activateWorkflow, deactivateWorkflow } from '../../../tools/n8n/driver/workflows.mts';
import type { StoredWorkflow } from '../../../tools/n8n/driver/workflows.mts';
import type { ExecutionResult } from '../../../tools/n8n/driver/execution-result.mts';
import { demo } from '../../../tools/sandbox/server.mts';
import { startMailbox } from '../../../tools/scripts/demo/mailbox.mts';
import type { Mailbox } from '../../../tools/scripts/demo/mailbox.mts';
import { expectSuccess, importExample, startedExecution } from '../../support/host/imported-example.mts';
import { dataOf, roomNamed } from '../../support/host/plan-data.mts';
import { sharePlanHost } from '../../support/host/plan-host.mts';
import type { PlanHost } from '../../support/host/plan-host.mts';
import { editWorkbook, elsewhere } from '../../support/host/workbook.mts';
import { until } from '../../support/wait/until.mts';

/** n8n takes no response from what looks like a program that previews links. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe(`approve-then-push.json, in the ${chosenHost()} n8n`, () => {
	let host: PlanHost;
	let mailbox: Mailbox;
	let file: string;

	beforeAll(async () => {
		[host, mailbox] = await Promise.all([sharePlanHost(), startMailbox()]);
		const folder = path.join(host.n8n.userFolder, '.n8n-files');
		await mkdir(folder, { recursive: true });
		file = path.join(folder, 'rooms.xlsx');
		const workflow = await importExample(host, 'rooms-to-excel.json', { 'Write It to Disk': { fileName: file } });
		expectSuccess(await host.n8n.run(workflow, { trigger: 'Run Once' }));
	});

	afterAll(async () => {
		await host?.close();
		await mailbox?.close();
	});

	const onPlan = () => host.sandbox.features(demo.planCode);

	/** Uploads the workbook with these rooms as new ones; gives the mail that asks. */
	async function requestApproval(...numbers: string[]) {
		editWorkbook(file, (rows) => {
			const [room] = rows;
			for (const number of numbers) {
				const geometry = elsewhere(rows[rows.length - 1].geometry);
				rows.push({ ...room, code: '', geometry, Name: number });
			}
		});
		const mail = await createCredential(host.n8n.session, { name: 'Mail', type: 'smtp', data: mailbox.credential });
		const workflow = await importExample(host, 'approve-then-push.json', {}, [mail]);
		await activateWorkflow(host.n8n.session, workflow);
		const data = new FormData();
		data.append('field-0', new Blob([await readFile(file)]), path.basename(file));
		const mails = mailbox.mails.length;
		const response = await requestWhenRegistered(host.n8n.baseUrl, '/form/plan-approval', { method: 'post', data });
		expect(response.status).toBe(200);
		await until('the mail asks', async () => mailbox.mails.length > mails + 1);
		expect(mailbox.mails[mails]).toMatchObject({ subject: 'New rooms on the plan', attachments: ['image/png'] });
		const waiting = async () => await listExecutions(host.n8n.session, workflow.id, ['waiting']);
		await until('the execution waits', async () => (await waiting()).length > 0);
		return { workflow, mail: mailbox.mails[mails + 1] };
	}

	async function endOf(workflow: StoredWorkflow): Promise<ExecutionResult> {
		const result = await startedExecution(host, workflow);
		await deactivateWorkflow(host.n8n.session, workflow);
		expectSuccess(result);
		return result;
	}

	/** A click on a button of the mail. */
	async function click(words: string, { text }: { text: string }): Promise<void> {
		const address = new RegExp(`^${words}: (.*)$`, 'm').exec(text)?.[1] ?? '';
		const { status, data } = await axios.get<string>(address, { proxy: false, headers: { 'user-agent': BROWSER } });
		expect({ status, data }).toEqual({ status: 200, data: expect.stringContaining('Got it') as string });
	}

	test('a restart during the wait loses nothing, and what came meanwhile is reported and not pushed', async () => {
		const before = onPlan().length;
		const { workflow, mail } = await requestApproval('3.77', '3.78');
		expect(mail.subject).toBe('Push 2 new rooms?');
		host.sandbox.setFeatures(demo.planCode, [...onPlan(), otherRoom('3.78')]);

		await host.n8n.killAndRestart();
		await click('Approve', mail);

		const result = await endOf(workflow);
		expect(result.json('Push the Approved Rooms')).toMatchObject([{ pushed: 1, skipped: 0 }]);
		expect(
			onPlan()
				.slice(before)
				.map((feature) => dataOf(feature).Name),
		).toEqual(['3.78', '3.77']);
		expect(mailbox.mails.at(-1)).toMatchObject({
			subject: 'Not pushed: 1',
			text: expect.stringContaining('were not pushed: 3.78.') as string,
		});
	});

	test('what is disapproved is not pushed', async () => {
		const before = onPlan().length;
		const { workflow, mail } = await requestApproval('3.79');

		await click('Decline', mail);

		const result = await endOf(workflow);
		expect(result.runs['Nothing Is Pushed']).toBeDefined();
		expect(onPlan()).toHaveLength(before);
	});

	function otherRoom(number: string) {
		const room = { ...roomNamed(onPlan(), '3.01') };
		delete room.code;
		const named = (room.data as Array<{ name: string }>).map((entry) =>
			entry.name === 'Name' ? { ...entry, value: number } : entry,
		);
		return { ...room, geometry: JSON.parse(elsewhere(JSON.stringify(room.geometry))) as object, data: named };
	}
});
