import { documentedNodes } from './nodes.mts';
import { pageOf } from './pages.mts';

const BLOCK = /<!-- sample ([\w.]+) -->(?:(?!<!-- sample )[\s\S])*?<!-- \/sample -->/g;

/** The pages that show what nodes give, from the project's folder. */
export const samplePages: string[] = [...documentedNodes.map(pageOf), 'README.md', 'docs/delivery.md'];

/** The samples that a page shows. @throws Error where a block has no end */
export function sampleNames(page: string): string[] {
	const names = [...page.matchAll(BLOCK)].map(([, name]) => name);
	const begun = page.match(/<!-- sample /g) ?? [];
	if (begun.length !== names.length)
		throw new Error('A line <!-- sample … --> has no line <!-- /sample --> behind it.');
	return names;
}

/** The page with each sample between its markers. @param run gives a sample by its name, as Markdown */
export async function withSamples(page: string, run: (name: string) => Promise<string>): Promise<string> {
	const written = new Map<string, string>();
	for (const name of sampleNames(page)) written.set(name, await run(name));
	return page.replace(
		BLOCK,
		(_block, name: string) => `<!-- sample ${name} -->\n\n${written.get(name)}\n\n<!-- /sample -->`,
	);
}

/** The page without its samples: what is written by hand. */
export function byHand(page: string): string {
	return page.replace(BLOCK, '');
}
