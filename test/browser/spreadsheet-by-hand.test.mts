import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { WorkflowNode } from '../../tools/n8n/driver/workflows.mts';
import { demo } from '../../tools/sandbox/server.mts';
import { dataOf, roomNamed } from '../support/host/plan-data.mts';
import { editWorkbook, elsewhere } from '../support/host/workbook.mts';
import { until } from '../support/wait/until.mts';
import { openEditor } from './editor/editor.mts';
import type { Editor } from './editor/editor.mts';
import { matchBy } from './editor/match-by.mts';
import { saveDocumentPicture, savePicture } from './editor/pictures.mts';
import { readUploaded } from './editor/upload.mts';

const push = 'Push Plan Features';
const extract = 'Extract from File';
/** What the fields of a plan code hold before anybody touches them. */
const DEFAULT_EXPRESSION = '={{ $json.planCode }}';

describe("rooms in a workbook and back, built by hand in n8n's editor", () => {
	let editor: Editor;
	let folder: string;

	beforeAll(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'workbook-'));
		editor = await openEditor();
	});

	afterAll(async () => {
		await editor?.close();
		await rm(folder, { recursive: true, force: true });
	});

	const onPlan = () => editor.host.sandbox.features(demo.planCode);

	/** From an empty canvas to a workbook on the person's own machine. */
	async function writeWorkbook({ canvas, form, page, panel }: Editor): Promise<string> {
		await canvas.openNewWorkflow();
		await canvas.addOwnNode('Trigger manually');
		await canvas.addNode('room', 'Get Plan Features', 'Get many features of plan');
		await panel.setFixed('planCode');
		await panel.setMode('planCode', 'list');
		await panel.offered('planCode');
		await saveDocumentPicture(page, 'pick-a-plan');
		await panel.findAndPick('planCode', 'house › level 3', 'Harbour Park › Harbour House › Level 3');
		await form.addWithChoices('Add filter', 'Type Names or IDs');
		await form.addChoice('types', 'room');
		await form.add('Add option', 'Data Format');
		await form.choose('dataFormat', 'Table');
		expect(await panel.executed()).toBe(`${onPlan().filter(({ type }) => type === 'room').length} items`);
		await panel.close();

		await canvas.addNode('xlsx', 'Convert to File', 'Convert to XLSX');
		await form.add('Add option', 'File Name');
		await form.fill('fileName', 'rooms.xlsx');
		await panel.executed();
		const file = await panel.download(folder);
		await panel.close();
		return file;
	}

	/** From another empty canvas to the rows of the workbook that was edited. */
	async function bringItBack(file: string): Promise<void> {
		const { form } = editor;
		await readUploaded(editor, file, ['xlsx', extract, 'Extract from XLSX'], async () => {
			await form.add('Add option', 'Include Empty Cells');
			await form.toggle('includeEmptyCells');
		});
	}

	/** What the open panel of a comparison shows, once it is `count` items. */
	async function compared({ canvas, panel }: Editor, count: number, picture: string): Promise<string[][]> {
		await panel.executed();
		await until(
			`${count} differences are shown`,
			async () => (await panel.itemCount()) === (count === 1 ? '1 item' : `${count} items`),
		);
		await canvas.untilNoToast();
		await panel.showOutputAs('Schema');
		await saveDocumentPicture(editor.page, picture);
		await panel.showOutputAs('Table');
		return (await panel.outputTable()).map(({ result, match, changes }) => [
			result,
			match,
			changes.replaceAll(/\s+/g, ' ').trim(),
		]);
	}

	/** The open workflow, as n8n has stored it by now. */
	async function storedNodes({ canvas, host }: Editor): Promise<WorkflowNode[]> {
		const { nodes } = await host.n8n.session.request<{ nodes: WorkflowNode[] }>(
			'get',
			`/rest/workflows/${canvas.workflow()}`,
		);
		return nodes;
	}

	test('a new room is pushed, a changed one shown before and after, and no code or expression is typed', async () => {
		const { canvas, form, page, panel } = editor;
		const before = structuredClone(onPlan());
		const rooms = before.filter(({ type }) => type === 'room').length;
		const tenant = String(dataOf(roomNamed(before, '3.02')).Tenant);

		const file = await writeWorkbook(editor);
		const first = await storedNodes(editor);
		editWorkbook(file, (rows) => {
			expect(rows).toHaveLength(rooms);
			for (const row of rows) if (row.Name === '3.02') row.Tenant = 'Harbour Coffee';
			rows.push({ ...rows[0], Name: '3.77', code: '', geometry: elsewhere(rows[0].geometry) });
		});
		await bringItBack(file);

		await canvas.addNode('compare', push, 'Compare features with plan');
		await matchBy(editor, push, 'Name');
		await form.add('Add option', 'Results');
		await form.unchoose('results', 'Only on Plan');
		const atFirst = await compared(editor, 2, 'compare-before');
		await panel.close();
		expect(onPlan()).toEqual(before);

		await canvas.addBranch(extract, 'spreadsheet', push, 'Push features to plan');
		await form.add('Add option', 'Existing Features');
		await form.choose('existing', 'Push Anyway');
		await panel.locateHint('Each run adds these features again').waitFor();
		await form.choose('existing', 'Skip');
		await panel.locateHint('Each run adds these features again').waitFor({ state: 'hidden' });
		await matchBy(editor, `${push}1`, 'Name');
		await panel.executed();
		await panel.locateHint('Features that were skipped and differ from the plan').waitFor();
		const pushed = await panel.outputTable();
		await panel.close();

		await canvas.openNode(push);
		const afterwards = await compared(editor, 1, 'compare-after');
		await panel.close();
		await canvas.tidyUp();
		await canvas.zoomToFit();
		await savePicture(page, 'spreadsheet-by-hand');

		const changed = ['different', '3.02', `0 field:Tenant input:Harbour Coffee onPlan:${tenant}`];
		expect(atFirst).toEqual([changed, ['new', '3.77', expect.any(String)]]);
		expect(pushed).toMatchObject([{ pushed: '1', skipped: `${rooms}`, skippedDifferent: '1' }]);
		expect(afterwards).toEqual([changed]);
		expect(onPlan().slice(0, before.length)).toEqual(before);
		expect(onPlan()).toHaveLength(before.length + 1);
		expect(dataOf(roomNamed(onPlan(), '3.77'))).toEqual({ ...dataOf(roomNamed(before, '3.01')), Name: '3.77' });

		const nodes = [...first, ...(await storedNodes(editor))];
		const expressions = JSON.stringify(nodes.map(({ parameters }) => parameters)).match(/"=[^"]*"/g);
		expect(nodes).toHaveLength(3 + 4);
		expect(nodes.map(({ type }) => type).filter((type) => type.includes('code'))).toEqual([]);
		expect(new Set(expressions)).toEqual(new Set([JSON.stringify(DEFAULT_EXPRESSION)]));
	});
});
