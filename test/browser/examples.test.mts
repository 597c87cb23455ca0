import { mainExample } from '../../tools/scripts/demo/example-workflows.mts';
import { demo } from '../../tools/sandbox/server.mts';
import { importExample } from '../support/host/imported-example.mts';
import { openEditor } from './editor/editor.mts';
import type { Editor } from './editor/editor.mts';
import { saveDocumentPicture, savePicture } from './editor/pictures.mts';

describe("the main example in n8n's editor", () => {
	let editor: Editor;

	beforeAll(async () => {
		editor = await openEditor();
	});

	afterAll(async () => {
		await editor?.close();
	});

	test('opens, runs and shows success on each node', async () => {
		const { canvas, host, page } = editor;
		const workflow = await importExample(host, mainExample);
		const names = workflow.nodes.filter(({ type }) => !type.endsWith('.stickyNote')).map(({ name }) => name);
		const before = host.sandbox.features(demo.planCode).length;
		await page.setViewportSize({ width: 1440, height: 760 });
		await canvas.openWorkflow(workflow.id);

		await canvas.execute();
		await canvas.untilSucceeded(names);
		await canvas.untilNoToast();
		await canvas.zoomToFit();
		await saveDocumentPicture(page, 'main-example');

		expect(host.sandbox.features(demo.planCode)).toHaveLength(before + 3);
	});

	test('shows at the push which item is invalid and why, with what to do, and has sent nothing', async () => {
		const { canvas, host, page, panel } = editor;
		const name = 'Push Them to the Plan';
		const mistyped = { id: '1', name: 'data.Tennant', type: 'string', value: 'Harbour Coffee' };
		const workflow = await importExample(host, mainExample, {
			'Give Them a Tenant': { assignments: { assignments: [mistyped] } },
		});
		const before = structuredClone(host.sandbox.features(demo.planCode));
		await canvas.openWorkflow(workflow.id);

		await canvas.execute();
		await canvas.untilFailed(name);
		await canvas.openNode(name);
		const words = await panel.error();
		await savePicture(page, 'invalid-items');

		expect(words).toMatch(/data\.Tennant is in no entry of dataFields[^]*Nothing was sent/);
		expect(words).toContain('did you mean Tenant?');
		expect(words).toContain('Correct these items');
		expect(host.sandbox.features(demo.planCode)).toEqual(before);
	});

	test('shows an error at the node where it happened, with what to do', async () => {
		const { canvas, host, page, panel } = editor;
		const name = 'Look Up a Floor';
		const code = { __rl: true, mode: 'code', value: 'flr_mistyped' };
		const workflow = await importExample(host, mainExample, { [name]: { code } });
		await canvas.openWorkflow(workflow.id);

		await canvas.execute();
		await canvas.untilFailed(name);
		await canvas.openNode(name);
		const words = await panel.error();
		await savePicture(page, 'error');

		expect(words).toContain('flr_mistyped');
		expect(words).toMatch(/check|correct/i);
	});
});
