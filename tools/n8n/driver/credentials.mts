import type { EditorSession } from './editor-session.mts';

export interface CredentialDraft {
	name: string;
	type: string;
	data: Record<string, unknown>;
}

export interface StoredCredential extends CredentialDraft {
	id: string;
}

export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

export async function createCredential(session: EditorSession, draft: CredentialDraft): Promise<StoredCredential> {
	const { id } = await session.request<{ id: string }>('post', '/rest/credentials', draft);
	return { ...draft, id };
}

export async function updateCredential(session: EditorSession, { id, ...draft }: StoredCredential): Promise<void> {
	await session.request('patch', `/rest/credentials/${id}`, draft);
}

export async function deleteCredential(session: EditorSession, { id }: StoredCredential): Promise<void> {
	await session.request('delete', `/rest/credentials/${id}`);
}

/** What the editor shows of a credential: hidden and secret values come back blanked. */
export async function readCredentialData(session: EditorSession, id: string): Promise<Record<string, unknown>> {
	const { data } = await session.request<{ data: Record<string, unknown> }>(
		'get',
		`/rest/credentials/${id}?includeData=true`,
	);
	return data;
}

/** The "Test" of the editor: n8n tests what is typed in, beside what it has stored under the id. */
export async function testCredential(
	session: EditorSession,
	credential: StoredCredential,
): Promise<CredentialTestResult> {
	return await session.request('post', '/rest/credentials/test', { credentials: credential });
}
