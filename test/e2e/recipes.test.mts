import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { chosenHost, projectRoot } from '../../tools/n8n/driver/host-folder.mts';
import { dataFields } from '../../tools/sandbox/demo/constants.mts';
import { demo } from '../../tools/sandbox/server.mts';
import { dataOf, roomNamed } from '../support/host/plan-data.mts';
import { sharePlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { runOnItems } from '../support/host/run-on-items.mts';
import { recipes } from './recipes.mts';

/** What people want, by the second column of docs/examples.md where the third has nodes and no example. */
async function wanted(): Promise<string[]> {
	const page = await readFile(path.join(projectRoot, 'docs', 'examples.md'), 'utf8');
	const [, , ...rows] = page.split('\n').filter((line) => line.startsWith('|'));
	const recipes = rows.map((row) => row.split('|')).filter(([, , , nodes]) => !nodes.startsWith('['));
	return recipes.map(([, , want]) => want.trim());
}

describe(`the recipes of docs/examples.md, in the ${chosenHost()} n8n`, () => {
	let host: PlanHost;
	let otherPlan: string;

	beforeAll(async () => {
		host = await sharePlanHost();
		otherPlan = host.sandbox.addPlan();
	});

	afterAll(async () => {
		await host?.close();
	});

	const rooms = () => host.sandbox.features(demo.planCode).filter(({ type }) => type === 'room');

	/** What comes out of the last node, and what leaves it by its error output. */
	async function made(want: string): Promise<{ items: Array<Record<string, unknown>>; failed: unknown[] }> {
		const { items, parts } = recipes(otherPlan)[want];
		const result = await runOnItems(host.n8n, host.credential, items, parts);
		expect({ status: result.status, error: result.error?.message }).toEqual({ status: 'success', error: undefined });
		const last = parts[parts.length - 1].name;
		const failed = parts.filter(({ type }) => type.includes('plan-service'));
		return { items: result.json(last), failed: failed.flatMap(({ name }) => result.json(name, 1)) };
	}

	test('each of them is tried here', async () => {
		expect(Object.keys(recipes('')).sort()).toEqual((await wanted()).sort());
	});

	test('the area of each tenant', async () => {
		const { items } = await made('the area of each tenant');
		const areas = new Map<unknown, number>();
		for (const room of rooms()) {
			const { Tenant, ['Area (m²)']: area } = dataOf(room);
			areas.set(Tenant, (areas.get(Tenant) ?? 0) + Number(area));
		}
		const tenants = [...areas].filter(([tenant]) => tenant !== undefined);
		expect(tenants.length).toBeGreaterThan(1);
		for (const [Tenant, area] of tenants) {
			const found = items.find((item) => item.Tenant === Tenant);
			expect(found?.sum_area).toBeCloseTo(area, 6);
		}
	});

	test('the rooms that nobody rents', async () => {
		const { items } = await made('the rooms that nobody rents');
		const free = rooms().filter((room) => dataOf(room).Tenant === undefined);
		expect(items.map(({ id }) => id)).toEqual(free.map(({ id }) => id));
	});

	test('how many features of each kind', async () => {
		const { items } = await made('how many features of each kind');
		expect(items).toContainEqual({ type: 'room', count_type: rooms().length });
	});

	test('the data fields of a plan', async () => {
		const { items } = await made('its data fields');
		expect(items).toContainEqual({ column: 'Tenant', ...dataFields.tenant });
	});

	test('all rooms of a building in one workbook', async () => {
		const { items } = await made('all its rooms in one workbook');
		expect(new Set(items.map(({ planCode }) => planCode)).size).toBe(4);
		expect(items.length).toBeGreaterThan(rooms().length);
	});

	test('what has changed since a snapshot', async () => {
		const { items, parts } = recipes(otherPlan)['what has changed next month'];
		const { n8n, credential, sandbox } = host;
		const before = sandbox.features(demo.planCode);
		const snapshot = await runOnItems(n8n, credential, items, parts.slice(0, -1));
		sandbox.setFeatures(demo.planCode, before.slice(1));
		const compared = await runOnItems(n8n, credential, snapshot.json('extractFromFile'), parts.slice(-1));
		sandbox.setFeatures(demo.planCode, before);

		expect(compared.json('Push')).toMatchObject([{ result: 'new', match: null, feature: { code: before[0].code } }]);
	});

	test('what one plan has and the other lacks', async () => {
		const { items } = await made('what one has and the other lacks');
		expect(items).toHaveLength(rooms().length);
		expect(items.every(({ result }) => result === 'new')).toBe(true);
	});

	test('a defect as an icon in its room', async () => {
		const { sandbox } = host;
		const before = [...sandbox.features(demo.planCode)];
		const { items, failed } = await made('a defect as an icon in its room');
		const added = sandbox.features(demo.planCode).slice(before.length);
		sandbox.setFeatures(demo.planCode, before);

		expect(failed).toEqual([]);
		expect(items).toMatchObject([{ planCode: demo.planCode, pushed: 1 }]);
		expect(added.map(dataOf)).toEqual([{ Name: 'Tap drips' }]);
		expect(added.map(({ geometry }) => geometry)).toEqual([roomNamed(before, '3.02').geometry]);
	});

	test('what is wrong with features, none sent', async () => {
		const before = host.sandbox.features(demo.planCode).length;
		expect((await made('what is wrong with them, none sent')).items).toMatchObject([{ valid: 0, invalid: 1 }]);
		expect(host.sandbox.features(demo.planCode)).toHaveLength(before);
	});

	test('a push is run again without doubles', async () => {
		expect((await made('to run it again without duplicates')).items).toMatchObject([{ pushed: 1, skipped: 0 }]);
		expect((await made('to run it again without duplicates')).items).toMatchObject([{ pushed: 0, skipped: 1 }]);
	});

	test('a link to the plan of a floor', async () => {
		const { items } = await made('a link to its plan for a mail');
		expect(items).toMatchObject([{ embed: { url: expect.stringContaining('/plans-embed/v1/plan?viewerToken=') } }]);
	});

	test('failed and successful items on two outputs', async () => {
		const { items, failed } = await made('failed and successful items on two outputs');
		expect(items).toMatchObject([{ code: demo.floorCode }]);
		expect(failed).toMatchObject([{ code: 'flr_mistyped', details: { status: 404 } }]);
	});
});
