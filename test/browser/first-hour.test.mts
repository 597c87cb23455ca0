import { readdir } from 'node:fs/promises';
import path from 'node:path';

import type { Browser, Page } from 'playwright-core';

import { EditorSession } from '../../tools/n8n/driver/editor-session.mts';
import { executionEnd, listExecutions } from '../../tools/n8n/driver/executions.mts';
import { projectRoot } from '../../tools/n8n/driver/host-folder.mts';
import { TIME_LIMIT_MS } from '../../tools/n8n/driver/time-limit.mts';
import { readExample } from '../../tools/scripts/demo/example-workflows.mts';
import { until } from '../support/wait/until.mts';
import { launchChromium } from './editor/browser.mts';
import { Canvas } from './editor/canvas.mts';
import { CredentialDialog } from './editor/credential-dialog.mts';
import { logIn } from './editor/editor.mts';
import { movingPicture } from './editor/moving-picture.mts';
import type { Frame } from './editor/moving-picture.mts';
import { NodePanel } from './editor/node-panel.mts';
import { ParameterForm } from './editor/parameter-form.mts';
import { pictureOf, saveDocumentPicture, savePicture } from './editor/pictures.mts';
import { otherExamples, tenants, triggerExample, upload } from './first-hour/examples.mts';
import type { Example } from './first-hour/examples.mts';
import { npmStart } from './first-hour/npm-start.mts';
import type { NpmStart } from './first-hour/npm-start.mts';

/** How often each example is clicked, every other time the other way round; each night's job has two rounds. */
const EXAMPLE_ROUNDS = Number(process.env.EXAMPLE_ROUNDS ?? 1);
/** What the moving picture of README has room for. */
const SMALL = { width: 1280, height: 760 };
const LARGE = { width: 1440, height: 900 };
const MAX_ANIMATION_BYTES = 400_000;

describe('the first hour with npm start, in Chromium', () => {
	let started: NpmStart;
	let browser: Browser;
	let page: Page;
	let canvas: Canvas;
	/** A room is clicked, and the workflow runs. */
	const frames: Frame[] = [];
	const take = async (of: Page, ms: number) => frames.push({ png: await pictureOf(of), ms });

	beforeAll(async () => {
		[started, browser] = await Promise.all([npmStart(), launchChromium()]);
		page = await browser.newPage({ viewport: LARGE, colorScheme: 'light' });
		page.setDefaultTimeout(TIME_LIMIT_MS);
		canvas = new Canvas(page, started.editor);
		await logIn(page, started.editor, started.login);
	});

	afterAll(async () => {
		await browser?.close();
		await started?.close();
	});

	afterEach(async () => {
		await savePicture(page, `first-hour-${expect.getState().currentTestName?.replace(/\W+/g, '-').slice(-60)}`);
	});

	/** One click on Execute workflow; each node that is to be reached ends well. */
	async function expectGreen({ file, trigger, unreached = [], afterClick }: Example): Promise<void> {
		const { name, nodes } = await readExample(file);
		const reached = nodes.filter((node) => !node.type.endsWith('.stickyNote') && !unreached.includes(node.name));
		await canvas.openWorkflowNamed(name);
		const click = trigger === undefined ? canvas.execute() : canvas.executeFrom(trigger);
		await Promise.all([click, afterClick?.(page, started)]);
		await canvas.untilSucceeded(reached.map((node) => node.name));
	}

	test('each example is tried here', async () => {
		const files = (await readdir(path.join(projectRoot, 'workflows'))).filter((file) => file.endsWith('.json'));
		expect([triggerExample, ...otherExamples].map(({ file }) => file).sort()).toEqual(files.sort());
	});

	test(
		"the trigger's example runs green by one click, is published, and a room gets another tenant on the sandbox's " +
			'page',
		async () => {
			await expectGreen(triggerExample);
			await canvas.publish();

			const plan = await browser.newPage({ viewport: SMALL });
			await plan.goto(started.embedAddress);
			await plan.getByRole('link', { name: /^3\.05\b/ }).waitFor();
			await take(plan, 1500);
			await plan.getByRole('link', { name: /^3\.05\b/ }).click();
			await take(plan, 1500);
			await plan.getByLabel('Tenant').fill('Harbour Coffee');
			await take(plan, 1000);
			await plan.getByRole('button', { name: 'Save' }).click();
			await plan.getByRole('link', { name: /^3\.05\b[^]*Tenant: Harbour Coffee/ }).waitFor();
			await take(plan, 1500);
			await plan.close();
		},
	);

	for (let round = 1; round <= EXAMPLE_ROUNDS; round++) {
		const examples = round % 2 === 1 ? otherExamples : [...otherExamples].reverse();
		test.each(examples)(`round ${round}: $file runs green by one click`, async (example) => {
			await expectGreen(example);
		});
	}

	test("from an empty canvas, Push's defaults reject a list of tenants in words, and send nothing", async () => {
		const panel = new NodePanel(page);
		await canvas.openNewWorkflow();
		await canvas.addOwnNode('On form submission');
		const form = new ParameterForm(page);
		await form.fill('formTitle', 'Tenants');
		await form.addRow('Add Form Element');
		await form.fill('fieldLabel', 'data');
		await form.choose('fieldType', 'File');
		await panel.close();
		await canvas.addNode('csv', 'Extract from File', 'Extract from CSV');
		await Promise.all([panel.execute(), upload(tenants, 'Your response has been recorded')(page, started)]);
		await panel.untilSucceeded();
		await panel.close();
		await canvas.addNode('floorplan', 'Push Plan Features', 'Push features to plan');
		await panel.setFixed('planCode');
		await panel.setMode('planCode', 'list');
		await panel.findAndPick('planCode', 'house › level 3', 'Harbour Park › Harbour House › Level 3');
		await panel.execute();

		expect(await panel.error()).toMatch(/Nothing was sent[^]*type is missing[^]*set Feature Type/);
	});

	test('the files, the message and the mail of the examples have come', async () => {
		const files = await readdir(started.files);
		expect(files.filter((file) => file.startsWith('rooms-'))).toHaveLength(1);
		expect(files.filter((file) => file.endsWith('.png')).length).toBeGreaterThan(5);
		expect(started.lines).toContainEqual(
			expect.stringMatching(/^Message: \{"text":"\d+ assets on Level 3 have no tenant/),
		);
		expect(started.lines).toContainEqual(
			expect.stringMatching(/^Mail to facilities@example\.com: Differences from the plan: \d+\. /),
		);
	});

	test("the change of the room has become an execution of the trigger's example", async () => {
		await canvas.openWorkflowNamed((await readExample(triggerExample.file)).name);
		const workflow = canvas.workflow();
		const session = new EditorSession(started.editor, started.login);
		await session.logIn();
		// The feature that push-by-webhook adds lets the trigger remember more without an event: n8n shows a run without
		// items for it.
		const withEvents = async () => {
			const polled = (await listExecutions(session, workflow, ['success'])).filter(({ mode }) => mode === 'trigger');
			const ended = await Promise.all(polled.map(async ({ id }) => ({ id, result: await executionEnd(session, id) })));
			return ended.filter(({ result }) => result.runs['In Words']);
		};
		// It looks at the plan every minute.
		await until('the trigger has started the workflow', async () => (await withEvents()).length > 0);
		const executions = await withEvents();
		expect(executions.flatMap(({ result }) => result.json('In Words'))).toEqual([
			expect.objectContaining({
				room: '3.05',
				after: 'Harbour Coffee',
				text: expect.stringMatching(/^Room 3\.05 went from .+ to Harbour Coffee\.$/),
			}),
		]);

		await canvas.openExecution(workflow, executions[0].id);
		await canvas.untilSucceeded(['In Words']);
		await page.setViewportSize(SMALL);
		await canvas.zoomToFit();
		await take(page, 3000);
		await page.setViewportSize(LARGE);
		await saveDocumentPicture(page, 'room-changes', movingPicture(frames), MAX_ANIMATION_BYTES);
	});

	test("the credential's Test says what is wrong with an empty and with a wrong Partner Code", async () => {
		const dialog = new CredentialDialog(page);
		await canvas.openWorkflowNamed((await readExample('main-example.json')).name);
		await canvas.openNode('Look Up a Floor');
		await dialog.openChosen();
		await dialog.untilTested();

		await dialog.type({ partnerCode: '' });
		await dialog.saveUntilReason(
			'Partner Code is empty, and plans need it. Enter the code of the partner that owns the plans: ptnr_',
		);
		await dialog.type({ partnerCode: 'ptnr_mistyped' });
		await dialog.saveUntilReason('Partner Code is not the code of a partner that this API Key may access.');
	});
});
