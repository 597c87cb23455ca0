import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { projectRoot } from '../../n8n/driver/host-folder.mts';
import { documentedNodes } from './nodes.mts';
import type { DocumentedNode } from './nodes.mts';
import { parameterTable } from './parameter-table.mts';

const BEGIN = '<!-- parameters -->';
const END = '<!-- /parameters -->';

/** The page of a node, from the project's folder. */
export const pageOf = ({ description }: DocumentedNode): string => `docs/nodes/${description.name}.md`;

export async function readPage(node: DocumentedNode): Promise<string> {
	return await readFile(path.join(projectRoot, pageOf(node)), 'utf8');
}

/** The page with the table of its node between the markers. @throws Error where they are missing */
export function withParameters(page: string, node: DocumentedNode): string {
	const [before, rest] = page.split(BEGIN);
	const after = rest?.split(END)[1];
	if (after === undefined) throw new Error(`${pageOf(node)} needs the lines ${BEGIN} and ${END}.`);
	const place = documentedNodes.findIndex(({ folder }) => folder === node.folder);
	const [own, ...earlier] = [node, ...documentedNodes.slice(0, place)].map(({ description }) => ({
		name: description.displayName,
		file: `${description.name}.md`,
		parameters: description.properties,
	}));
	return `${before}${BEGIN}\n\n${parameterTable(own, earlier)}\n\n${END}${after}`;
}
