import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

import type { Locator, Page } from 'playwright-core';

import { projectRoot } from '../../../hosts/driver/host-folder.mts';

const MOST_BYTES = 200_000;

/** What a run has seen, for people to look at. */
const pictureFolder = path.join(projectRoot, '.cache', 'screenshots');

/** The pictures of the documentation; written by `npm run screenshots`. */
const documentFolder = path.join(projectRoot, 'docs', 'images');

export async function savePicture(of: Page | Locator, name: string): Promise<void> {
	await mkdir(pictureFolder, { recursive: true });
	await of.screenshot({ path: path.join(pictureFolder, `${name}.png`), animations: 'disabled' });
}

/**
 * A picture that README shows. It is taken in every run, and written into the tree only when asked for,
 * so that a run of the tests changes no file. @throws Error when it is too large for a README
 */
export async function saveDocumentPicture(page: Page, name: string): Promise<void> {
	const folder = process.env.SCREENSHOTS ? documentFolder : pictureFolder;
	await mkdir(folder, { recursive: true });
	const file = path.join(folder, `${name}.png`);
	await page.screenshot({ path: file, animations: 'disabled', scale: 'css' });
	const { size } = await stat(file);
	if (size > MOST_BYTES) throw new Error(`${name}.png has ${size} bytes; ${MOST_BYTES} are the most.`);
}
