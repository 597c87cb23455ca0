import type { Browser, Page } from 'playwright-core';

import { requestWhenRegistered } from '../../hosts/driver/webhooks.mts';
import { demo } from '../../sandbox/server.mts';
import { signViewerToken } from '../../sandbox/viewer-tokens.mts';
import { importExample, whileActive } from '../e2e/examples/importedExample.mts';
import type { Changes } from '../e2e/examples/importedExample.mts';
import { startPlanHost } from '../e2e/planHost.mts';
import type { PlanHost } from '../e2e/planHost.mts';
import { launchChromium } from './editor/browser.mts';
import { saveDocumentPicture, savePicture } from './editor/pictures.mts';

const frameNode = 'Make the Plan Frame';

describe('the page of plan-page.json in a browser', () => {
	let host: PlanHost;
	let browser: Browser;
	let page: Page;

	beforeAll(async () => {
		[host, browser] = await Promise.all([startPlanHost(), launchChromium()]);
		page = await browser.newPage({ viewport: { width: 1200, height: 750 } });
		page.setDefaultTimeout(60_000);
	});

	afterAll(async () => {
		await browser?.close();
		await host?.close();
	});

	/** Activates the example, opens its address, and looks at the page while it is there. */
	async function visit(changes: Changes, look: () => Promise<void>): Promise<void> {
		const path = '/webhook/plan-page';
		const workflow = await importExample(host, 'plan-page.json', changes);
		await whileActive(host, workflow, async () => {
			await requestWhenRegistered(host.n8n.baseUrl, path, { method: 'get' });
			await page.goto(`${host.n8n.baseUrl}${path}`);
			await look();
		});
	}

	test('the plan is drawn in its frame', async () => {
		const rooms = host.sandbox.features(demo.planCode).filter(({ type }) => type === 'room');
		const frame = page.frameLocator('iframe');
		const drawing = frame.getByRole('img', { name: 'Plan' });

		await visit({}, async () => {
			await drawing.waitFor();
			const size = await drawing.boundingBox();
			const drawn = await drawing.evaluate(
				(svg) => [...svg.querySelectorAll('.room')].filter((shape) => shape.getBoundingClientRect().width > 5).length,
			);
			await saveDocumentPicture(page, 'embedded-plan');

			expect(await page.locator('iframe').getAttribute('title')).toBe('Interactive plan of Level 3');
			expect(await frame.getByRole('heading', { level: 1 }).innerText()).toBe('Level 3');
			expect(size?.width).toBeGreaterThan(400);
			expect(size?.height).toBeGreaterThan(300);
			expect(rooms.length).toBeGreaterThan(10);
			expect(drawn).toBe(rooms.length);
		});
	});

	test('a viewer token of another plan is refused in the frame', async () => {
		const viewerToken = signViewerToken({
			resourceCode: demo.otherCampusCode,
			access: 'allAreas',
			expiresAtMs: Date.now() + 3_600_000,
		});
		const frame = page.frameLocator('iframe');

		await visit({ [frameNode]: { tokenSource: 'manual', viewerToken } }, async () => {
			const words = await frame.getByRole('heading').innerText();
			await savePicture(page, 'foreign-token');

			expect(words).toBe('The viewer token does not open this plan');
			expect(await frame.getByRole('img', { name: 'Plan' }).count()).toBe(0);
		});
	});

	test('a viewer token that somebody else has signed is refused in the frame', async () => {
		const viewerToken = 'bm90IHNpZ25lZCBoZXJl.c2lnbmF0dXJl';
		const frame = page.frameLocator('iframe');

		await visit({ [frameNode]: { tokenSource: 'manual', viewerToken } }, async () => {
			expect(await frame.getByRole('heading').innerText()).toBe('The viewer token is not valid');
		});
	});
});
