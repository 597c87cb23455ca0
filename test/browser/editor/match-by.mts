import type { Editor } from './editor.mts';

/**
 * Chooses a column that features are matched by, in a node that was just added. Its panel says that it has to be opened
 * anew: n8n requests the columns before the node has a credential.
 */
export async function matchBy({ canvas, page, panel }: Editor, node: string, column: string): Promise<void> {
	await page.getByText('Mapping Column Mode').first().waitFor();
	await panel.close();
	await canvas.openNode(node);
	await panel.matchBy(column);
}
