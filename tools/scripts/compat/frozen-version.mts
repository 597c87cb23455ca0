import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

import { projectRoot } from '../../n8n/driver/host-folder.mts';
import type { WorkflowDraft } from '../../n8n/driver/workflows.mts';
import type { PublicNames } from '../docs/public-names.mts';
import type { FrozenStart } from './starts.mts';

const folder = path.join(projectRoot, 'test', 'compat');

/** What the nodes of this package gave in one workflow, by node name: how many items, and the first of them. */
export type NodeOutputs = Record<string, { count: number; first: Array<Record<string, unknown>> }>;

/** What a released version promised: its example workflows, what they gave, and its public names. */
export interface FrozenVersion {
	version: string;
	workflows: Record<string, WorkflowDraft>;
	starts: Record<string, FrozenStart>;
	outputs: Record<string, NodeOutputs>;
	names: PublicNames;
}

export const folderOf = (version: string): string => path.join(folder, version);

/** The versions that were frozen, oldest first. */
export async function frozenVersions(): Promise<string[]> {
	const entries = await readdir(folder, { withFileTypes: true });
	return entries
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name)
		.sort(byNumber);
}

export async function readFrozen(version: string): Promise<FrozenVersion> {
	const json = async (file: string): Promise<unknown> =>
		JSON.parse(await readFile(path.join(folderOf(version), file), 'utf8'));
	const starts = (await json('starts.json')) as FrozenVersion['starts'];
	const workflows: FrozenVersion['workflows'] = {};
	for (const file of Object.keys(starts)) workflows[file] = (await json(path.join('workflows', file))) as WorkflowDraft;
	return {
		version,
		workflows,
		starts,
		outputs: (await json('outputs.json')) as FrozenVersion['outputs'],
		names: (await json('public-names.json')) as PublicNames,
	};
}

function byNumber(one: string, other: string): number {
	return one.localeCompare(other, 'en', { numeric: true });
}
