import type { Editor } from './editor.mts';

/**
 * A workflow of a form that takes a file, and of the node that reads it, whose panel stays closed behind the rows.
 * @param reader the node, and its action for the kind of the file
 * @param setUp what else is set in that node's panel before it is executed
 */
export async function readUploaded(
	{ canvas, form, page, panel }: Editor,
	file: string,
	[search, node, action]: [search: string, node: string, action: string],
	setUp: () => Promise<void> = async () => {},
): Promise<void> {
	await canvas.openNewWorkflow();
	await canvas.addOwnNode('On form submission');
	await form.fill('formTitle', 'Rooms');
	await form.addRow('Add Form Element');
	await form.fill('fieldLabel', 'data');
	await form.choose('fieldType', 'File');
	await panel.close();
	await canvas.addNode(search, node, action);
	await setUp();
	const [upload] = await Promise.all([page.waitForEvent('popup'), panel.execute()]);
	await upload.locator('input[type=file]').setInputFiles(file);
	await upload.getByRole('button', { name: 'Submit' }).click();
	await upload.getByText('Your response has been recorded').waitFor();
	await upload.close();
	await panel.untilSucceeded();
	await panel.close();
}
