import type { INodeProperties } from 'n8n-workflow';

import { createWorkflow, withCredential } from '../../tools/n8n/driver/workflows.mts';
import type { StoredWorkflow } from '../../tools/n8n/driver/workflows.mts';
import { flatParameters } from '../../tools/scripts/docs/flat-parameters.mts';
import type { FlatParameter } from '../../tools/scripts/docs/flat-parameters.mts';
import { documentedNodes } from '../../tools/scripts/docs/nodes.mts';
import { openEditor } from './editor/editor.mts';
import type { Editor } from './editor/editor.mts';
import { panelSamples } from './editor/panel-samples.mts';
import { readPanelWords } from './editor/panel-words.mts';
import type { PanelWords } from './editor/panel-words.mts';
import { savePicture } from './editor/pictures.mts';

const themes = ['light', 'dark'] as const;

type Sample = (typeof panelSamples)[number];

/** Labels of one open panel that are not shown whole. */
interface Labels {
	cutOff: string[];
}

/** What one open panel says. */
interface PanelView extends Labels, PanelWords {
	/** The type of the node. */
	type: string;
	docs: string | null;
}

/** Of all panels: a minute, and more on a machine under load. */
const VISITS_MS = 900_000;

describe("the nodes' panels in n8n's editor", () => {
	let editor: Editor;
	/** A theme does not change what a panel says, and colours change no width: one panel of each node is looked at. */
	const inDark = panelSamples.filter(({ type }, at) => panelSamples.findIndex((one) => one.type === type) === at);
	const seen: { light: PanelView[]; dark: Labels[] } = { light: [], dark: [] };

	beforeAll(async () => {
		editor = await openEditor();
		const workflow = await createPanels(editor);
		// High enough for every parameter, so that nothing is below the fold.
		await editor.page.setViewportSize({ width: 1440, height: 1500 });
		const { panel } = editor;
		const labels = async ({ name }: Sample) => ({
			cutOff: (await panel.cutOffLabels()).map((label) => `${name}: ${label}`),
		});
		seen.light = await visitAll(editor, workflow, 'light', panelSamples, async (sample) => ({
			...(await labels(sample)),
			...(await readPanelWords(panel.parameters)),
			type: sample.type,
			docs: await panel.docsAddress(),
		}));
		seen.dark = await visitAll(editor, workflow, 'dark', inDark, labels);
	}, VISITS_MS);

	afterAll(async () => {
		await editor?.close();
	});

	test.each(themes)('show every label whole, in the %s theme', (theme) => {
		const samples = { light: panelSamples, dark: inDark }[theme];
		expect(seen[theme].map(({ cutOff }) => cutOff)).toEqual(samples.map(() => []));
	});

	for (const { description } of documentedNodes) {
		const { displayName, name, properties } = description;

		test(`${displayName} tells what each parameter is for, and leads to its page`, () => {
			const panels = seen.light.filter(({ type }) => type === name);
			const missing = flatParameters(properties)
				.filter(({ parameter }) => !isForToolsOnly(parameter))
				.flatMap((parameter) => missingWords(parameter, panels));

			expect(missing).toEqual([]);
			for (const { docs } of panels) expect(docs).toMatch(new RegExp(`/docs/nodes/${name}\\.md`));
		});
	}

	test('a description opens under the pointer', async () => {
		const { canvas, panel } = editor;
		await canvas.openNode('Get');
		await panel.untilDescribed('planCode', 'The plan to get, such as the planCode that a lookup');
		await panel.close();
	});
});

async function createPanels({ host }: Editor): Promise<StoredWorkflow> {
	const nodes = panelSamples.map((node, index) => ({
		...node,
		type: `n8n-nodes-plan-service.${node.type}`,
		typeVersion: 1,
		position: [220 * (index % 5), 220 * Math.floor(index / 5)] as [number, number],
		credentials: { planServiceApi: { id: '', name: '' } },
	}));
	return await createWorkflow(
		host.n8n.session,
		withCredential({ name: 'Panels', nodes, connections: {} }, host.credential),
	);
}

/** Opens each panel in a theme. @returns what `look` has seen in each */
async function visitAll<T>(
	{ canvas, page, panel }: Editor,
	{ id }: StoredWorkflow,
	theme: (typeof themes)[number],
	samples: Sample[],
	look: (sample: Sample) => Promise<T>,
): Promise<T[]> {
	await page.emulateMedia({ colorScheme: theme });
	await canvas.openWorkflow(id);
	await savePicture(page, `canvas-${theme}`);
	const seen: T[] = [];
	for (const sample of samples) {
		await canvas.openNode(sample.name);
		// n8n shows rows a moment later than the parameter that has them.
		for (const field of firstFieldsOfRows(sample.parameters)) await panel.untilShown(field);
		seen.push(await look(sample));
		await savePicture(panel.whole, `${sample.name.toLowerCase().replaceAll(' ', '-')}-${theme}`);
		await panel.close();
	}
	return seen;
}

/** The name of the first field in each list of rows, at any depth. */
function firstFieldsOfRows(parameters: unknown): string[] {
	if (typeof parameters !== 'object' || parameters === null) return [];
	return Object.values(parameters).flatMap((value: unknown) => {
		const [row]: unknown[] = Array.isArray(value) ? value : [];
		return typeof row === 'object' && row !== null ? Object.keys(row).slice(0, 1) : firstFieldsOfRows(value);
	});
}

/** Shown where the node is a tool of an agent, which no panel here is. */
function isForToolsOnly({ displayOptions }: INodeProperties): boolean {
	return displayOptions?.show?.['@tool'] !== undefined;
}

/** What is written for a parameter and stands in none of the panels. */
function missingWords({ path, parameter }: FlatParameter, panels: PanelWords[]): string[] {
	const { description, displayName, hint, modes = [], placeholder } = parameter;
	const hints = [hint, ...modes.map((mode) => mode.hint)].filter((text) => text !== undefined);
	const placeholders = [placeholder, ...modes.map((mode) => mode.placeholder)].filter((text) => text !== undefined);
	const isShown = (is: (panel: PanelWords) => boolean) => panels.some(is);
	const missing = [
		// n8n shows no description of a resource mapper.
		...(description === undefined || parameter.type === 'resourceMapper' ? [] : [description]).filter(
			// Links show as their words.
			(words) =>
				!isShown(({ descriptions }) => descriptions.includes(`${displayName}: ${words.replace(/<[^>]+>/g, '')}`)),
		),
		...hints.filter((words) => !isShown(({ text }) => text.includes(words))),
		// That of a list of rows is the text of its button.
		...placeholders.filter(
			(words) => !isShown(({ placeholders: shown, text }) => shown.includes(words) || text.includes(words)),
		),
	];
	return missing.map((words) => `${path}: ${words}`);
}
