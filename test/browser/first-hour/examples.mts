import path from 'node:path';

import type { Page } from 'playwright-core';

import { projectRoot } from '../../../tools/n8n/driver/host-folder.mts';
import { requestWhenRegistered } from '../../../tools/n8n/driver/webhooks.mts';
import { demo } from '../../../tools/sandbox/server.mts';
import { webhookHeaders } from '../../../tools/scripts/demo/example-workflows.mts';
import type { NpmStart } from './npm-start.mts';

/** How a person sees an example end well. */
export interface Example {
	file: string;
	/** The trigger whose own button is clicked, where there are several. */
	trigger?: string;
	/** Nodes that are not reached when all goes well. */
	unreached?: string[];
	/** What a person does after the click on Execute workflow, where the workflow waits for somebody. */
	afterClick?: (page: Page, started: NpmStart) => Promise<void>;
}

/** A click opens the form in a window of its own. @param thanks what it says afterwards */
export function upload(file: string, thanks: string): NonNullable<Example['afterClick']> {
	return async (page) => {
		const form = await page.waitForEvent('popup');
		await form.locator('input[type=file]').setInputFiles(file);
		await form.getByRole('button', { name: 'Submit' }).click();
		await form.getByText(thanks).waitFor();
		await form.close();
	};
}

/** The one that an example before it has written. */
function uploadWorkbook(thanks: string): NonNullable<Example['afterClick']> {
	return async (page, started) => await upload(path.join(started.files, 'rooms.xlsx'), thanks)(page, started);
}

export const tenants = path.join(projectRoot, 'workflows', 'tenants.csv');

async function openPlanPage(_page: Page, { editor }: NpmStart): Promise<void> {
	await requestWhenRegistered(editor, `/webhook-test/plan-page?floor=${demo.floorCode}`, { method: 'get' });
}

async function sendFeature(_page: Page, { editor }: NpmStart): Promise<void> {
	const features = [{ type: 'leaderLineIcon', position: null, icons: [] }];
	await requestWhenRegistered(editor, '/webhook-test/plan-features', {
		method: 'post',
		headers: webhookHeaders,
		data: { planCode: demo.planCode, features },
	});
}

export const triggerExample: Example = { file: 'tenant-changed.json' };

export const otherExamples: Example[] = [
	{ file: 'main-example.json' },
	{ file: 'copy-features.json' },
	{ file: 'photos-to-files.json' },
	{ file: 'plan-to-geojson.json' },
	{ file: 'check-the-service.json' },
	{ file: 'assets-into-rooms.json' },
	{ file: 'nightly-room-report.json' },
	{ file: 'assets-without-tenant.json' },
	{ file: 'rooms-to-excel.json' },
	{
		file: 'rooms-from-excel.json',
		afterClick: uploadWorkbook('New rooms are on their way to the plan.'),
	},
	{
		file: 'approve-then-push.json',
		// Nothing is new in the workbook, so nobody is asked.
		unreached: [
			...[
				'Draw What Is New',
				'Mail the Picture',
				'All New Rooms',
				'Ask for Approval',
				'Approved?',
				'What Was Approved',
				'Each Room',
				'Compare Once More',
			],
			...['Still New?', 'Push the Approved Rooms', 'Those That Came Meanwhile', 'Tell What Changed Meanwhile'],
			'Nothing Is Pushed',
		],
		afterClick: uploadWorkbook('New rooms wait for approval.'),
	},
	{
		file: 'each-difference-once.json',
		unreached: [
			'Those Not Reported Yet',
			'All in One Mail',
			'Mail Them',
			'Forget What Was Not Reported',
			'Say That the Mail Failed',
		],
	},
	{
		file: 'weekly-digest.json',
		trigger: 'When a Room Changes',
		unreached: [
			'Every Monday',
			'Changes of the Last Week',
			'In Words',
			'All in One Mail',
			'Draw the Floor',
			'Mail the Digest',
		],
	},
	{ file: 'tenants-from-spreadsheet.json', afterClick: upload(tenants, 'The tenants are on their way to the plan.') },
	{
		file: 'compare-with-spreadsheet.json',
		unreached: ['Rows That Cannot Be Compared'],
		afterClick: upload(tenants, 'The differences will be sent.'),
	},
	{
		file: 'plan-page.json',
		unreached: [
			'Respond That It Failed',
			'Respond That It Is Not Shown',
			'Each Floor',
			'Address of Its Page',
			'Draw Its QR Code',
			'All on One Page',
			'Respond with the List',
		],
		afterClick: openPlanPage,
	},
	{ file: 'push-by-webhook.json', unreached: ['Tell What Is Wrong', 'Say What Was Wrong'], afterClick: sendFeature },
];
