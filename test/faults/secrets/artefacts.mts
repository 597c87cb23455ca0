import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'flatted';
import type { StoredExecution } from '../../../tools/n8n/driver/execution-result.mts';
import type { RunningN8n } from '../../../tools/n8n/driver/running-n8n.mts';

/** Everything that is left of a run, by name: n8n's files, its log, the execution data as stored and decoded. */
export async function artefactsOf({ userFolder, process, session }: RunningN8n): Promise<Map<string, string | Buffer>> {
	const artefacts = new Map<string, string | Buffer>([['log', process.log.join('\n')]]);
	for (const file of await filesOf(userFolder)) artefacts.set(path.relative(userFolder, file), await readFile(file));
	for (const id of await executionIds(session)) {
		const stored = await session.request<StoredExecution>('get', `/rest/executions/${id}`);
		artefacts.set(`execution ${id}`, JSON.stringify(stored));
		artefacts.set(`execution ${id}, decoded`, decoded(stored));
	}
	return artefacts;
}

/** All but the packages, the one under test among them, and n8n's editor, which is the same for everybody. */
async function filesOf(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { withFileTypes: true, recursive: true });
	const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
	return files.filter((file) => !file.includes('node_modules') && !file.includes(path.join('.cache', 'n8n', 'public')));
}

async function executionIds(session: RunningN8n['session']): Promise<string[]> {
	const ids: string[] = [];
	let cursor = '';
	do {
		const page = await session.request<ExecutionPage>('get', `/rest/executions?limit=100${cursor}`);
		ids.push(...page.results.map(({ id }) => id));
		cursor = page.nextCursor ? `&cursor=${encodeURIComponent(page.nextCursor)}` : '';
	} while (cursor !== '');
	return ids;
}

interface ExecutionPage {
	results: Array<{ id: string }>;
	nextCursor?: string | null;
}

/** Nested values in full, as the editor shows them. */
function decoded({ data }: StoredExecution): string {
	const seen: unknown[] = [];
	return JSON.stringify(parse(data), (_key, value: unknown) => {
		if (typeof value !== 'object' || value === null) return value;
		if (seen.includes(value)) return undefined;
		seen.push(value);
		return value;
	});
}
