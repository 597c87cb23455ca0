import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { demo } from '../../tools/sandbox/server.mts';
import { dataOf } from '../support/host/plan-data.mts';
import { openEditor } from './editor/editor.mts';
import type { Editor } from './editor/editor.mts';
import { savePicture } from './editor/pictures.mts';
import { readUploaded } from './editor/upload.mts';

const push = 'Push Plan Features';
const extract = 'Extract from File';
/** From the open node to features on the plan: presses of the mouse, drags among them. */
const MAX_PRESSES = 13;

describe("a CSV file with headings of its own, mapped by hand in n8n's editor", () => {
	let editor: Editor;
	let folder: string;

	beforeAll(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'csv-'));
		editor = await openEditor();
	});

	afterAll(async () => {
		await editor?.close();
		await rm(folder, { recursive: true, force: true });
	});

	/** Presses of the mouse in the page since the last call. */
	async function presses({ page }: Editor): Promise<number> {
		// As text, because the types of tests are those of Node.js.
		return await page.evaluate<number>(`(() => {
			const before = window.presses;
			if (before === undefined) addEventListener('mousedown', () => window.presses++, true);
			window.presses = 0;
			return before ?? 0;
		})()`);
	}

	test('its columns are dragged into the fields of the plan, and its rooms are pushed', async () => {
		const { canvas, form, host, page, panel } = editor;
		const onPlan = () => host.sandbox.features(demo.planCode);
		const before = structuredClone(onPlan());
		const file = path.join(folder, 'rooms.csv');
		// As Excel writes it, with a byte order mark that n8n leaves in the first heading.
		await writeFile(file, '\ufeffRaum,Mieter\n3.91,Harbour Coffee\n3.92,Quay Books\n');
		await readUploaded(editor, file, ['csv', extract, 'Extract from CSV']);
		await canvas.addNode('floorplan', push, 'Push features to plan');
		await panel.setFixed('planCode');
		await panel.setMode('planCode', 'list');
		await panel.findAndPick('planCode', 'house › level 3', 'Harbour Park › Harbour House › Level 3');
		await panel.close();
		await canvas.openNode(push);

		await presses(editor);
		await form.mapByHand();
		await panel.matchBy('Name');
		await form.drag(extract, 'Raum', 'Name');
		await form.addMapped('Tenant');
		await form.drag(extract, 'Mieter', 'Tenant');
		await form.addMapped('type');
		await form.choose('type', 'room');
		await savePicture(page, 'csv-mapped');
		await panel.executed();
		const count = await presses(editor);
		process.stdout.write(`A CSV file, mapped by hand: ${count} presses of the mouse\n`);

		expect(await panel.outputTable()).toMatchObject([{ pushed: '2', skipped: '0' }]);
		expect(count).toBeLessThanOrEqual(MAX_PRESSES);
		expect(onPlan().slice(0, before.length)).toEqual(before);
		expect(onPlan().slice(before.length)).toMatchObject([{ type: 'room' }, { type: 'room' }]);
		expect(onPlan().slice(before.length).map(dataOf)).toEqual([
			{ Name: '3.91', Tenant: 'Harbour Coffee' },
			{ Name: '3.92', Tenant: 'Quay Books' },
		]);
	});
});
