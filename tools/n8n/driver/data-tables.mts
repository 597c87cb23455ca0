import type { EditorSession } from './editor-session.mts';

/** Makes a data table of n8n with columns of type String; gives its id. */
export async function createDataTable(session: EditorSession, name: string, columns: string[]): Promise<string> {
	const project = await session.request<{ id: string }>('get', '/rest/projects/personal');
	const table = await session.request<{ id: string }>('post', `/rest/projects/${project.id}/data-tables`, {
		name,
		columns: columns.map((column) => ({ name: column, type: 'string' })),
	});
	return table.id;
}
