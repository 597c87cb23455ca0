import type { IDataObject } from 'n8n-workflow';
import type { Plugin } from 'prettier';
import * as babel from 'prettier/plugins/babel';
import * as estree from 'prettier/plugins/estree';
import { format } from 'prettier/standalone';

/** How the items of a sample are written in a page, as Markdown. */
export type Form = (items: IDataObject[]) => Promise<string>;

/** All items. */
export const list: Form = async (items) => await jsonBlock(items);

export const firstItem: Form = async ([item]) => await jsonBlock(item);

/** The reason of the first item, as plain text. */
export const reason: Form = async ([item]) => await Promise.resolve(block('', String(item.error)));

// Its declaration is empty. The standalone parts are used, as Jest can't load `prettier` itself.
const printer = estree as Plugin;

/** What fits into a line of 140 characters is on one. */
async function jsonBlock(value: unknown): Promise<string> {
	const text = await format(JSON.stringify(value), {
		parser: 'json',
		plugins: [babel, printer],
		printWidth: 140,
		objectWrap: 'collapse',
	});
	return block('json', text.trimEnd());
}

function block(language: string, text: string): string {
	return `\`\`\`${language}\n${text}\n\`\`\``;
}
