import { demo } from '../../tools/sandbox/server.mts';
import { roomNamed, withValue } from '../support/host/plan-data.mts';
import { openEditor } from './editor/editor.mts';
import type { Editor } from './editor/editor.mts';
import { countClicks } from './editor/clicks.mts';
import { matchBy } from './editor/match-by.mts';
import { savePicture } from './editor/pictures.mts';

/** Each click and drag, also those into a field that is typed into. */
const MAX_CLICKS = 50;
const LEASE = JSON.stringify({
	type: 'zone',
	zoneType: 'tenanted',
	'data.Name': 'Lease of {{ $json.data.Name }}',
	'data.Tenant': 'Harbour Coffee {{ $itemIndex + 1 }}',
});

describe("the main example, built by hand in n8n's editor", () => {
	let editor: Editor;

	beforeAll(async () => {
		editor = await openEditor();
	});

	afterAll(async () => {
		await editor?.close();
	});

	/** A trigger, and a floor that is picked from a list. */
	async function lookUpFloor({ canvas, panel }: Editor): Promise<void> {
		await canvas.openNewWorkflow();
		await canvas.addOwnNode('Trigger manually');
		await canvas.addNext('floor', 'Plan Hierarchy Lookup', 'Look up floor');
		await panel.findAndPick('code', 'house › level 3', 'Harbour Park › Harbour House › Level 3');
		// The types of features that the next node offers are those of the plan.
		await panel.executed();
		await panel.close();
	}

	async function getRooms({ canvas, form, panel }: Editor): Promise<void> {
		await canvas.addNext('room', 'Get Plan Features', 'Get many features of plan');
		await form.toggle('returnAll');
		await form.fill('limit', '3');
		await form.addWithChoices('Add filter', 'Type Names or IDs');
		await form.addChoice('types', 'room');
		await panel.executed();
		await panel.close();
	}

	/** As JSON: a row of its own for each field takes three clicks. */
	async function leaseThem({ canvas, form, panel }: Editor): Promise<void> {
		await canvas.addNext('edit fields', 'Edit Fields (Set)');
		await form.choose('mode', 'JSON');
		await form.toggle('includeOtherFields');
		await form.writeExpression('jsonOutput', LEASE, 'Lease of 3.01');
		// The columns that the next node offers to match by are those of its plan, which the item names.
		await panel.executed();
		await panel.close();
	}

	async function pushThem(open: Editor): Promise<void> {
		await open.canvas.addNext('floorplan', 'Push Plan Features', 'Push features to plan');
		await matchBy(open, 'Push Plan Features', 'Name');
		await open.panel.close();
	}

	/** The viewer token is dragged from the lookup, as the item in hand is what the push gave. */
	async function embedPlan({ canvas, form, panel }: Editor): Promise<void> {
		await canvas.addNext('iframe', 'Plan Embed URL', 'Create embed URL and iframe of plan');
		await form.choose('tokenSource', 'Enter a Token');
		await form.drag('Look up floor', 'allAreas', 'viewerToken');
		await savePicture(editor.page, 'token-dragged');
		await panel.close();
	}

	test('puts three zones with their tenants on the plan, and nothing else, by at most 50 clicks', async () => {
		const { canvas, host, page, panel } = editor;
		const clicks = await countClicks(page);
		const before = structuredClone(host.sandbox.features(demo.planCode));
		for (const step of [lookUpFloor, getRooms, leaseThem, pushThem, embedPlan]) await step(editor);
		expect(host.sandbox.features(demo.planCode)).toEqual(before);

		await canvas.execute();
		await canvas.untilSucceeded([
			'Look up floor',
			'Get Plan Features',
			'Edit Fields',
			'Push Plan Features',
			'Plan Embed URL',
		]);
		expect(await clicks()).toBeLessThanOrEqual(MAX_CLICKS);
		await canvas.untilNoToast();
		await canvas.zoomToFit();
		await savePicture(page, 'built-by-hand');
		await canvas.openNode('Plan Embed URL');
		const [shown, ...others] = await panel.outputTable();
		await savePicture(page, 'result-of-the-example');

		expect(others).toEqual([]);
		expect(shown).toMatchObject({ planCode: demo.planCode, pushed: '3', skipped: '0' });
		const now = host.sandbox.features(demo.planCode);
		expect(now.slice(0, before.length)).toEqual(before);
		expect(now.slice(before.length)).toEqual(
			['3.01', '3.02', '3.03'].map((room, index) => ({
				...withValue(
					withValue(roomNamed(before, room), 'Name', `Lease of ${room}`),
					'Tenant',
					`Harbour Coffee ${index + 1}`,
				),
				type: 'zone',
				zoneType: 'tenanted',
				// The service gives each its own.
				code: expect.stringMatching(/^feat_/) as string,
				photos: undefined,
			})),
		);

		const address = /^url:(\S+)$/m.exec(shown.embed)?.[1] ?? '';
		await page.goto(address);
		await page.getByRole('group', { name: 'Plan' }).locator('text', { hasText: 'Coffee 1' }).first().waitFor();
	});
});
