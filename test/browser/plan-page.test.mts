import type { Browser, Page } from 'playwright-core';

import { requestWhenRegistered } from '../../tools/n8n/driver/webhooks.mts';
import { demo, startSandbox } from '../../tools/sandbox/server.mts';
import type { Sandbox } from '../../tools/sandbox/server.mts';
import { signViewerToken } from '../../tools/sandbox/viewer-tokens.mts';
import { importExample, whileActive } from '../support/host/imported-example.mts';
import type { Changes } from '../support/host/imported-example.mts';
import { sharePlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { launchChromium } from './editor/browser.mts';
import { saveDocumentPicture, savePicture } from './editor/pictures.mts';
import { TIME_LIMIT_MS } from '../../tools/n8n/driver/time-limit.mts';

const urlNode = 'Make the Plan URL';

describe('a plan of plan-page.json in a browser', () => {
	let host: PlanHost;
	let browser: Browser;
	let page: Page;

	beforeAll(async () => {
		[host, browser] = await Promise.all([sharePlanHost(), launchChromium()]);
		page = await browser.newPage({ viewport: { width: 1200, height: 750 } });
		page.setDefaultTimeout(TIME_LIMIT_MS);
	});

	afterAll(async () => {
		await browser?.close();
		await host?.close();
	});

	/** Activates the example, opens its address, and looks at the page while it is there. */
	async function visit(changes: Changes, look: () => Promise<void>): Promise<void> {
		const path = `/webhook/plan-page?floor=${demo.floorCode}`;
		const workflow = await importExample(host, 'plan-page.json', changes);
		await whileActive(host, workflow, async () => {
			await requestWhenRegistered(host.n8n.baseUrl, path, { method: 'get' });
			await page.goto(`${host.n8n.baseUrl}${path}`);
			await look();
		});
	}

	test('the visitor is led to the plan, which is drawn outside of the sandbox of n8n', async () => {
		const rooms = host.sandbox.features(demo.planCode).filter(({ type }) => type === 'room');
		const drawing = page.getByRole('group', { name: 'Plan' });

		await visit({}, async () => {
			await drawing.waitFor();
			const size = await drawing.boundingBox();
			const drawn = await drawing.evaluate(
				(svg) => [...svg.querySelectorAll('.room')].filter((shape) => shape.getBoundingClientRect().width > 5).length,
			);
			await saveDocumentPicture(page, 'embedded-plan');

			expect(await page.evaluate('origin')).toBe(new URL(host.sandbox.baseUrl).origin);
			expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Level 3');
			expect(size?.width).toBeGreaterThan(400);
			expect(size?.height).toBeGreaterThan(300);
			expect(rooms.length).toBeGreaterThan(10);
			expect(drawn).toBe(rooms.length);
		});
	});

	test('a viewer token of another plan is rejected', async () => {
		const viewerToken = signViewerToken({
			resourceCode: demo.otherCampusCode,
			access: 'allAreas',
			expiresAtMs: Date.now() + 3_600_000,
		});
		await visit({ [urlNode]: { tokenSource: 'manual', viewerToken } }, async () => {
			const words = await page.getByRole('heading').innerText();
			await savePicture(page, 'foreign-token');

			expect(words).toBe('The viewer token does not open this plan');
			expect(await page.getByRole('group', { name: 'Plan' }).count()).toBe(0);
		});
	});

	test('a viewer token that somebody else has signed is rejected', async () => {
		const viewerToken = 'bm90IHNpZ25lZCBoZXJl.c2lnbmF0dXJl';

		await visit({ [urlNode]: { tokenSource: 'manual', viewerToken } }, async () => {
			expect(await page.getByRole('heading').innerText()).toBe('The viewer token is not valid');
		});
	});
});

describe("the sandbox's plan page, without n8n", () => {
	let sandbox: Sandbox;
	let browser: Browser;
	let page: Page;
	let address: string;

	beforeAll(async () => {
		[sandbox, browser] = await Promise.all([startSandbox(), launchChromium()]);
		const viewerToken = signViewerToken({
			resourceCode: demo.floorCode,
			access: 'allAreas',
			expiresAtMs: Date.now() + 3_600_000,
		});
		address = `${sandbox.baseUrl}/plans-embed/v1/plan?${new URLSearchParams({ viewerToken, planCode: demo.planCode })}`;
	});

	afterAll(async () => {
		await browser?.close();
		await sandbox?.close();
	});

	beforeEach(async () => {
		page = await browser.newPage({ viewport: { width: 1200, height: 750 } });
		page.setDefaultTimeout(TIME_LIMIT_MS);
		await page.goto(address);
	});

	afterEach(async () => {
		await page.close();
	});

	const tenantOf = (room: string) => {
		const feature = sandbox
			.features(demo.planCode)
			.find(({ type, data }) => type === 'room' && JSON.stringify(data).includes(`"${room}"`));
		return (feature?.data as Array<{ name: string; value: string }>).find(({ name }) => name === 'Tenant')?.value;
	};

	test('a click on a room and a new tenant change the plan', async () => {
		await page.getByRole('link', { name: /^3\.05\b/ }).click();
		await page.getByRole('heading', { name: 'Room 3.05' }).waitFor();
		await page.getByLabel('Tenant').fill('Harbour Coffee');
		await page.getByRole('button', { name: 'Save' }).click();

		await expect(page.getByRole('link', { name: /^3\.05\b[^]*Tenant: Harbour Coffee/ }).count()).resolves.toBe(1);
		expect(tenantOf('3.05')).toBe('Harbour Coffee');
	});

	test('shapes are reached by Tab in their order, and have names', async () => {
		const names: string[] = [];
		for (let press = 0; press < 5; press++) {
			await page.keyboard.press('Tab');
			names.push((await page.locator(':focus > title').textContent()) ?? '');
		}
		const shapes = page.locator('svg a, svg [tabindex]');

		expect(names.map((name) => name.split('\n')[0])).toEqual(['3.01', '3.02', '3.03', '3.04', '3.05']);
		expect(await shapes.count()).toBeGreaterThan(70);
		expect(
			await shapes.evaluateAll((all) => all.filter((shape) => !shape.querySelector('title')?.textContent).length),
		).toBe(0);
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Room 3.05' }).waitFor();
	});

	test('twice the zoom shows the plan larger than the half of the window does', async () => {
		const widthOf = async () => (await page.getByRole('group', { name: 'Plan' }).boundingBox())?.width ?? 0;
		const before = await widthOf();
		// The browser's zoom of 200 %: half as many pixels of the page, each twice as large.
		await page.setViewportSize({ width: 600, height: 375 });

		expect(2 * (await widthOf())).toBeGreaterThan(1.5 * before);
	});

	test('title and legend hold at 375 px, and only the plan is wider than the window', async () => {
		await page.setViewportSize({ width: 375, height: 700 });
		await savePicture(page, 'narrow-plan');
		const right = async (selector: string) =>
			await page
				.locator(selector)
				.evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)));

		expect(await page.getByRole('heading', { name: 'Level 3' }).isVisible()).toBe(true);
		expect(await page.getByRole('heading', { name: 'Zones' }).isVisible()).toBe(true);
		for (const part of ['header', 'main', 'aside', 'aside li', 'footer'])
			expect(await right(part)).toBeLessThanOrEqual(375);
		expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(375);
	});
});
