import { demo } from '../../tools/sandbox/server.mts';
import { roomNamed, withValue } from '../support/host/plan-data.mts';
import { openEditor } from './editor/editor.mts';
import type { Editor } from './editor/editor.mts';
import { savePicture } from './editor/pictures.mts';

describe("the main example, built by hand in n8n's editor", () => {
	let editor: Editor;

	beforeAll(async () => {
		editor = await openEditor();
	});

	afterAll(async () => {
		await editor?.close();
	});

	/** A trigger, and a floor that is picked from lists. */
	async function lookUpFloor({ canvas, panel }: Editor): Promise<void> {
		await canvas.openNewWorkflow();
		await canvas.addOwnNode('Trigger manually');
		await canvas.addNode('floor', 'Plan Hierarchy Lookup', 'Look up floor');
		await panel.pick('parentClient', 'Northquay Estates');
		await panel.pick('parentCampus', 'Harbour Park');
		await panel.pick('parentBuilding', 'Harbour House');
		await panel.pick('code', 'Level 3');
		await panel.executed();
		await panel.close();
	}

	/** Three of its rooms, by the names of their data fields. */
	async function getRooms({ canvas, form, panel }: Editor): Promise<void> {
		await canvas.addNode('room', 'Get Plan Features', 'Get many features of plan');
		await form.toggle('returnAll');
		await form.fill('limit', '3');
		await form.addWithChoices('Add filter', 'Type Names or IDs');
		await form.addChoice('types', 'room');
		await form.add('Add option', 'Data Format');
		await form.choose('dataFormat', 'By Name');
		await panel.executed();
		await panel.close();
	}

	async function setTenants({ canvas, form, panel }: Editor): Promise<void> {
		await canvas.addOwnNode('Edit Fields (Set)', 'edit fields');
		await form.addField('data.Tenant', 'Harbour Coffee {{ $itemIndex + 1 }}', 'Harbour Coffee 1');
		await form.toggle('includeOtherFields');
		await panel.close();
	}

	async function pushThem({ canvas, form, panel }: Editor): Promise<void> {
		await canvas.addNode('floorplan', 'Push Plan Features', 'Push features to plan');
		await form.fill('author', 'A new user');
		// The plan has these rooms, with other tenants.
		await form.add('Add option', 'Existing Features');
		await form.choose('existing', 'Push Anyway');
		await panel.close();
	}

	/** The viewer token is dragged from the lookup, as the item in hand is what the push gave. */
	async function embedPlan({ canvas, form, panel }: Editor): Promise<void> {
		await canvas.addNode('iframe', 'Plan Embed URL', 'Create embed address and iframe of plan');
		await form.choose('tokenSource', 'Enter a Token');
		await form.drag('Look up floor', 'allAreas', 'viewerToken');
		await savePicture(editor.page, 'token-dragged');
		await panel.close();
	}

	test('puts three rooms with their tenants on the plan, and nothing else', async () => {
		const { canvas, host, page, panel } = editor;
		const before = structuredClone(host.sandbox.features(demo.planCode));
		for (const step of [lookUpFloor, getRooms, setTenants, pushThem, embedPlan]) await step(editor);
		expect(host.sandbox.features(demo.planCode)).toEqual(before);

		await canvas.zoomToFit();
		await canvas.execute();
		await canvas.untilSucceeded([
			'Look up floor',
			'Get Plan Features',
			'Edit Fields',
			'Push Plan Features',
			'Plan Embed URL',
		]);
		await canvas.untilNoToast();
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
				...withValue(roomNamed(before, room), 'Tenant', `Harbour Coffee ${index + 1}`),
				// The service gives each its own.
				code: expect.stringMatching(/^feat_/) as string,
				photos: undefined,
			})),
		);
		expect(host.sandbox.requests.find(({ route }) => route === 'push')?.author).toBe('A new user');

		const address = /^url:(\S+)$/m.exec(shown.embed)?.[1] ?? '';
		await page.goto(address);
		await page.getByRole('group', { name: 'Plan' }).locator('text', { hasText: 'Coffee 1' }).first().waitFor();
	});
});
