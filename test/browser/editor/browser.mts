import { chromium, selectors } from 'playwright-core';
import type { Browser } from 'playwright-core';

import { findProgram } from '../../../tools/scripts/test/programs.mts';

// n8n marks its elements by this attribute.
selectors.setTestIdAttribute('data-test-id');

const QUIET = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--no-first-run',
];

const PROGRAM = 'chromium-headless-shell';

/** The system's Chromium, without what only a screen needs; it asks nobody but the pages that a test opens. */
export async function launchChromium(): Promise<Browser> {
	const executablePath = findProgram(PROGRAM);
	if (executablePath === undefined) throw new Error(`${PROGRAM} is not installed: .ci/run installs it.`);
	return await chromium.launch({ executablePath, args: QUIET });
}
