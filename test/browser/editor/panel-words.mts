import type { Locator } from 'playwright-core';
import { TIME_LIMIT_MS } from '../../../tools/n8n/driver/time-limit.mts';

/** What a panel tells about its parameters. */
export interface PanelWords {
	/** What the question mark beside a label says: `label: description`. */
	descriptions: string[];
	/** Everything that stands there: labels, hints, buttons. */
	text: string;
	placeholders: string[];
}

/** @param parameters the part of the panel that holds them */
export async function readPanelWords(parameters: Locator): Promise<PanelWords> {
	return {
		descriptions: await descriptions(parameters),
		text: await parameters.innerText(),
		placeholders: await parameters
			.locator('[placeholder]')
			.evaluateAll((fields) => fields.map((field) => field.getAttribute('placeholder') ?? '')),
	};
}

/** Focus shows a description at once; a pointer would wait for each of them. */
async function descriptions(parameters: Locator): Promise<string[]> {
	const labels = parameters.locator('.n8n-input-label:has(svg[data-icon="circle-help"])').filter({ visible: true });
	return await labels.evaluateAll(async (found, timeLimitMs) => {
		const shown = () => found[0].ownerDocument.querySelector('[data-test-id="tooltip-content"] > div');
		const until = async (done: () => boolean) => {
			const giveUpAt = Date.now() + timeLimitMs;
			while (!done() && Date.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 10));
		};
		const seen: string[] = [];
		for (const label of found) {
			const mark = label.querySelector('svg[data-icon="circle-help"]')?.parentElement;
			mark?.dispatchEvent(new Event('focus'));
			await until(() => shown() !== null);
			const title = label.querySelector('[class*="_title_"]')?.textContent ?? '';
			seen.push(`${title.trim()}: ${shown()?.textContent ?? ''}`);
			mark?.dispatchEvent(new Event('blur'));
			await until(() => shown() === null);
		}
		return seen;
	}, TIME_LIMIT_MS);
}
