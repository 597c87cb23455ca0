import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Locator, Page } from 'playwright-core';

import { projectRoot } from '../../../tools/n8n/driver/host-folder.mts';
import { differenceOf } from './png.mts';

const MAX_BYTES = 200_000;
/** Letters move by a pixel from run to run, and n8n's own marks blink. */
const MAX_DIFFERENCE = 0.01;

/** What a run has seen, for people to look at. */
const pictureFolder = path.join(projectRoot, '.cache', 'screenshots');

/** The pictures of the documentation; written by `npm run screenshots`. */
const documentFolder = path.join(projectRoot, 'docs', 'images');

export async function savePicture(of: Page | Locator, name: string): Promise<void> {
	await mkdir(pictureFolder, { recursive: true });
	await of.screenshot({ path: path.join(pictureFolder, `${name}.png`), animations: 'disabled' });
}

/** What a page of the documentation shows of a browser's page: a point of it is a pixel. */
export async function pictureOf(page: Page): Promise<Buffer> {
	return await page.screenshot({ animations: 'disabled', scale: 'css' });
}

/**
 * A picture that the documentation shows. It is taken in every run and compared with the one in the tree, which is
 * written only when asked for, so that a run of the tests changes no file.
 * @throws Error when it is too large for a page, or not what the page shows
 */
export async function saveDocumentPicture(
	page: Page,
	name: string,
	picture?: Buffer,
	mostBytes = MAX_BYTES,
): Promise<void> {
	const taken = picture ?? (await pictureOf(page));
	if (taken.length > mostBytes) throw new Error(`${name}.png has ${taken.length} bytes; ${mostBytes} are the most.`);
	await mkdir(pictureFolder, { recursive: true });
	await writeFile(path.join(pictureFolder, `${name}.png`), taken);
	const shown = path.join(documentFolder, `${name}.png`);
	if (process.env.SCREENSHOTS) return await writeFile(shown, taken);
	const different = differenceOf(await readFile(shown), taken);
	if (different <= MAX_DIFFERENCE) return;
	throw new Error(
		`docs/images/${name}.png differs from what was seen in ${(100 * different).toFixed(1)} % of its points: look at ` +
			`.cache/screenshots/${name}.png; npm run screenshots writes it.`,
	);
}
