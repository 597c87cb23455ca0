import { readdirSync } from 'node:fs';

import { projectRoot } from '../../tools/n8n/driver/host-folder.mts';

const FOLDERS = ['', '.github/', 'docs/', 'docs/nodes/', 'tools/sandbox/', 'workflows/'];

/** The Markdown files that people read, from the project's folder. */
export function markdownFiles(): string[] {
	return FOLDERS.flatMap((folder) =>
		readdirSync(`${projectRoot}/${folder}`)
			.filter((name) => name.endsWith('.md'))
			.map((name) => `${folder}${name}`),
	);
}

/** Links to files and headings of the project. */
export function linksOf(markdown: string): string[] {
	const links = [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
	return links.filter((link) => !/^[a-z]+:/.test(link));
}

/** The anchors that GitHub gives to headings. */
export function anchorsOf(markdown: string): string[] {
	return [...withoutCode(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replace(/\s/g, '-'),
	);
}

/** The code blocks of one language, in their order. */
export function codeBlocks(markdown: string, language: string): string[] {
	return [...markdown.matchAll(/^```(\S*)\n([\s\S]*?)^```$/gm)]
		.filter(([, written]) => written === language)
		.map(([, , code]) => code);
}

function withoutCode(markdown: string): string {
	return markdown.replace(/^```[\s\S]*?^```/gm, '');
}
