import type { Page } from 'playwright-core';

const COUNT = `addEventListener(
	'pointerdown',
	() => (sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1),
	true,
)`;

/** Counts the clicks and drags in a page, from its next navigation on. @returns how many there were until now */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
	await page.addInitScript({ content: COUNT });
	return async () => Number(await page.evaluate('sessionStorage.clicks'));
}
