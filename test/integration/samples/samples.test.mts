import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { projectRoot } from '../../../tools/n8n/driver/host-folder.mts';
import { byHand, sampleNames, samplePages, withSamples } from '../../../tools/scripts/docs/sample-pages.mts';
import { runSample } from './run.mts';
import { samples } from './samples.mts';

const textOf = async (page: string) => await readFile(path.join(projectRoot, page), 'utf8');

describe.each(samplePages)('%s', (file) => {
	test('its samples are what the nodes give; npm run docs writes them', async () => {
		const page = await textOf(file);
		expect(page).toBe(await withSamples(page, runSample));
	});

	test('no JSON block is written by hand', async () => {
		expect(byHand(await textOf(file))).not.toContain('```json');
	});
});

test('every sample is on a page', async () => {
	const pages = await Promise.all(samplePages.map(textOf));
	expect([...new Set(pages.flatMap(sampleNames))].sort()).toEqual(Object.keys(samples).sort());
});
