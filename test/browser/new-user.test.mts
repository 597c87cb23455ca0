import { demo } from '../../tools/sandbox/server.mts';
import { startPlanHost } from '../support/host/plan-host.mts';
import { openEditor } from './editor/editor.mts';
import type { Editor } from './editor/editor.mts';
import { savePicture } from './editor/pictures.mts';

/** The name in the list of nodes; n8n leaves "Trigger" out of it. */
const lookup = 'Plan Hierarchy Lookup';
const get = 'Get Plan Features';
const push = 'Push Plan Features';
const embed = 'Plan Embed URL';
const trigger = 'Plan Features';

describe("what a new user does in n8n's editor", () => {
	let editor: Editor;

	beforeAll(async () => {
		editor = await openEditor(startPlanHost({ editor: true }));
	});

	afterAll(async () => {
		await editor?.close();
	});

	test('finds each node by the words of the field', async () => {
		const { canvas } = editor;
		await canvas.openNewWorkflow();
		await canvas.openNodeCreator();

		expect(await canvas.search('floorplan', trigger)).toEqual([lookup, get, push, embed, trigger]);
		expect(await canvas.search('campus', lookup)).toContain(lookup);
		expect(await canvas.search('room', trigger)).toEqual(expect.arrayContaining([get, push, trigger]));
		expect(await canvas.search('zone', trigger)).toEqual(expect.arrayContaining([get, push, trigger]));
		expect(await canvas.search('embed', embed)).toContain(embed);
		for (const words of ['floor plan', 'plan service', 'office', 'CAFM'])
			expect(await canvas.search(words, trigger)).toEqual(expect.arrayContaining([lookup, get, push, embed, trigger]));
		for (const words of ['icons', 'desk'])
			expect(await canvas.search(words, trigger)).toEqual(expect.arrayContaining([get, push, trigger]));
	});

	test('makes the credential by hand, and reads why a wrong one does not connect', async () => {
		const { canvas, credentialDialog, host, page } = editor;
		const { apiSecret, ...rest } = host.sandbox.credential;
		await canvas.openNewWorkflow();
		await canvas.addNode('campus', lookup, 'Look up floor');
		await credentialDialog.openNew();
		await credentialDialog.type({ ...rest, apiSecret: 'mistyped' });

		const reason = await credentialDialog.saveAndReadReason();
		await savePicture(page, 'credential-rejected');
		await credentialDialog.type({ apiSecret });
		await credentialDialog.save();
		await credentialDialog.openChosen();
		await credentialDialog.untilTested();
		await savePicture(page, 'credential-tested');
		await credentialDialog.close();

		expect(reason).toContain('does not know this API key, or its secret is wrong');
		expect(reason).not.toContain('mistyped');
	});

	test('picks a floor from the list, and gets the features, typing no code', async () => {
		const { canvas, host, page, panel } = editor;
		const floor = 'Harbour Park › Harbour House › Level 3';
		expect(await panel.offered('code')).toContain(floor);
		await savePicture(page, 'lists');
		await panel.findAndPick('code', 'house › level 3', floor);
		expect(await panel.executed()).toContain('1 item');
		await panel.close();

		await canvas.addNode('room', get, 'Get many features of plan');
		expect(await panel.executed()).toContain(`${host.sandbox.features(demo.planCode).length} items`);
		await savePicture(page, 'features-of-the-floor');
		await panel.close();
	});

	test('learns in words from a list what the service does not list, and what to do', async () => {
		const { canvas, host, page, panel } = editor;
		host.sandbox.settings.listing = false;
		await canvas.openNewWorkflow();
		await canvas.addNode('campus', lookup, 'Look up floor');

		const words = await panel.listWords('code');
		await savePicture(page, 'not-listed');

		expect(words).toContain('This service does not list its floors');
		expect(words).toContain('By Code');
	});
});
