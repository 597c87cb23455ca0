import { createWorkflow, withCredential } from '../../hosts/driver/workflows.mts';
import type { StoredWorkflow, WorkflowNode } from '../../hosts/driver/workflows.mts';
import { startEditor } from './editor/editor.mts';
import type { Editor } from './editor/editor.mts';
import { savePicture } from './editor/pictures.mts';

const credentials = { planServiceApi: { id: '', name: '' } };

/** Each node as it is when it has just been added, and where its panel has more to show. */
const nodes: Array<Pick<WorkflowNode, 'name' | 'type' | 'parameters'>> = [
	{ name: 'Lookup', type: 'hierarchyLookup', parameters: {} },
	{ name: 'Lookup by list', type: 'hierarchyLookup', parameters: { code: { __rl: true, mode: 'list', value: '' } } },
	{ name: 'Get', type: 'getFeatures', parameters: {} },
	{ name: 'Get some', type: 'getFeatures', parameters: { returnAll: false, filters: { types: ['room'], zoneTypes: [] }, options: { dataFormat: 'byName' } } },
	{ name: 'Push', type: 'pushFeatures', parameters: { dataColumns: { columns: [{ column: '', key: '', name: '' }] } } },
	{ name: 'Push form', type: 'pushFeatures', parameters: { source: 'form', data: { entries: [{ key: '', name: '', value: '' }] } } },
	{ name: 'Push icon', type: 'pushFeatures', parameters: { source: 'form', featureType: 'leaderLineIcon' } },
	{ name: 'Push JSON', type: 'pushFeatures', parameters: { source: 'json' } },
	{ name: 'Embed', type: 'embedUrl', parameters: {} },
	{ name: 'Trigger', type: 'planFeaturesTrigger', parameters: {} },
];

describe("the nodes' panels in n8n's editor", () => {
	let editor: Editor;
	let workflow: StoredWorkflow;

	beforeAll(async () => {
		editor = await startEditor();
		const { session } = editor.host.n8n;
		const draft = {
			name: 'Panels',
			nodes: nodes.map((node, index) => ({
				...node,
				type: `n8n-nodes-plan-service.${node.type}`,
				typeVersion: 1,
				position: [220 * (index % 5), 220 * Math.floor(index / 5)] as [number, number],
				credentials,
			})),
			connections: {},
		};
		workflow = await createWorkflow(session, withCredential(draft, editor.host.credential));
		// High enough for every parameter, so that nothing is below the fold.
		await editor.page.setViewportSize({ width: 1440, height: 1300 });
	});

	afterAll(async () => {
		await editor?.close();
	});

	for (const theme of ['light', 'dark'] as const) {
		test(`show every label whole, in the ${theme} theme`, async () => {
			const { canvas, page, panel } = editor;
			await page.emulateMedia({ colorScheme: theme });
			await canvas.openWorkflow(workflow.id);
			await savePicture(page, `canvas-${theme}`);

			const cutOff: string[] = [];
			for (const { name } of nodes) {
				await canvas.openNode(name);
				const labels = await panel.cutOffLabels();
				cutOff.push(...labels.map((label) => `${name}: ${label}`));
				await savePicture(panel.whole, `${name.toLowerCase().replaceAll(' ', '-')}-${theme}`);
				await panel.close();
			}

			expect(cutOff).toEqual([]);
		});
	}

	test('lead to the documentation, and say what a parameter is for', async () => {
		const { canvas, panel } = editor;
		await canvas.openNode('Get');

		expect(await panel.docsAddress()).toMatch(/\/docs\/nodes\/getFeatures\.md/);
		await panel.untilDescribed('planCode', 'Code of the plan, such as the planCode that a lookup');
		await panel.close();
	});
});
