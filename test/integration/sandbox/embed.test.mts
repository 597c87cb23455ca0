import { demo } from '../../../tools/sandbox/server.mts';
import { settingsOf } from '../../../tools/sandbox/settings.mts';
import { SandboxState } from '../../../tools/sandbox/state.mts';
import { useSandboxSession } from './session.mts';

describe('the sandbox: the embed page', () => {
	const session = useSandboxSession();

	const tokensOf = async (path: string) => (await session.get(path)).data.viewerTokens;

	async function embed(viewerToken: string, planCode?: string) {
		const query = new URLSearchParams({ viewerToken, ...(planCode && { planCode }) });
		return await session.open(`/plans-embed/v1/plan?${query}`);
	}

	test('draws rooms, zones by name, icons and diagrams', async () => {
		const { allAreas } = await tokensOf(`/Floors/${demo.floorCode}`);
		const { status, headers, data } = await embed(allAreas, demo.planCode);

		expect(status).toBe(200);
		expect(headers['content-type']).toMatch('text/html');
		expect(data.match(/<a class="room" /g).length).toBeGreaterThan(40);
		expect(data.match(/class="zone" /g).length).toBeGreaterThanOrEqual(6);
		for (const words of [
			'Level 3',
			'Harbour House',
			'3.01',
			'Lounge',
			'Corridor',
			'Secure area',
			'Evacuation diagram',
		]) {
			expect(data).toContain(words);
		}
		expect(data).not.toMatch(/NaN|undefined|\[object/);
	});

	test('allAreas of a campus opens its site plan only', async () => {
		const { allAreas } = await tokensOf(`/Campuses/${demo.campusCode}`);

		expect((await embed(allAreas, demo.sitePlanCode)).status).toBe(200);
		expect((await embed(allAreas, demo.planCode)).status).toBe(403);
		expect((await embed(allAreas)).data).toContain('Harbour Park');
	});

	test('allAreasAndChildren opens all plans below, none beside, and wants to know which', async () => {
		const { allAreasAndChildren } = await tokensOf(`/Campuses/${demo.campusCode}`);
		const { allAreasAndChildren: ofBuilding } = await tokensOf(`/Buildings/${demo.buildingCode}`);
		const { allAreasAndChildren: ofFloor } = await tokensOf(`/Floors/${demo.floorCode}`);

		expect((await embed(allAreasAndChildren, demo.sitePlanCode)).status).toBe(200);
		expect((await embed(allAreasAndChildren, demo.planCode)).status).toBe(200);
		expect((await embed(allAreasAndChildren, demo.otherSitePlanCode)).status).toBe(403);
		expect((await embed(allAreasAndChildren)).status).toBe(400);
		expect((await embed(ofBuilding, demo.planCode)).status).toBe(200);
		expect((await embed(ofBuilding, demo.sitePlanCode)).status).toBe(403);
		expect((await embed(ofFloor)).status).toBe(200);
	});

	test('an expired, a forged, a missing and an unencoded token are rejected in words', async () => {
		const { allAreas } = await tokensOf(`/Floors/${demo.floorCode}?expiry=1`);
		const [payload, signature] = allAreas.split('.');
		const claims = JSON.parse(Buffer.from(payload, 'base64').toString());
		const forged = Buffer.from(JSON.stringify({ ...claims, resourceCode: demo.clientCode })).toString('base64');

		expect(await embed(`${forged}.${signature}`)).toMatchObject({
			status: 403,
			data: expect.stringContaining('is not valid'),
		});
		expect((await session.open(`/plans-embed/v1/plan?viewerToken=${allAreas}`)).status).toBe(403);
		expect((await embed('')).status).toBe(400);
		await new Promise((resolve) => setTimeout(resolve, 1100));
		expect(await embed(allAreas)).toMatchObject({
			status: 403,
			data: expect.stringContaining('has expired'),
		});
	});

	test.each(['degrees', 'metres'] as const)(
		'a plan in %s names a zone and its tenant once, inside it',
		async (unit) => {
			const { name, tenant } = demo.dataFields;
			const { plans } = new SandboxState(settingsOf({ coordinates: unit }));
			const features = plans.get(demo.planCode)?.features ?? [];
			const { geometry } = features.find(({ type }) => type === 'room') ?? {};
			const data = [
				{ ...name, value: 'Lease' },
				{ ...tenant, value: 'Harbour' },
			];
			session.sandbox.setFeatures(demo.planCode, [...features, { type: 'zone', zoneType: 'tenanted', geometry, data }]);
			const { allAreas } = await tokensOf(`/Floors/${demo.floorCode}`);

			const { data: page } = await embed(allAreas);
			const [, first] = /<a class="room"[^]*?<path d="([^"]+)"/.exec(page) ?? [];
			const words = [...page.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
			const ofRoom = words.slice(words.indexOf('3.01'), words.indexOf('3.02'));
			expect(first).toBe('M0 0L4.13 0L4.13 7L0 7Z');
			expect(ofRoom.slice(-2)).toEqual(['Lease', 'Harbour']);
			expect(ofRoom).not.toContain('Daughters');
			expect(words.filter((word) => word === 'Lease')).toHaveLength(1);
		},
	);

	test('nothing that was pushed becomes HTML, wherever it stands', async () => {
		const hostile = `</title></svg><script>alert("1")</script><img src=x onerror='x'>`;
		const { key } = demo.dataFields.name;
		const data = [{ key, name: hostile, value: hostile }];
		const polygon = {
			type: 'Polygon',
			coordinates: [
				[
					[0, 0],
					[90, 0],
					[90, 60],
					[0, 60],
					[hostile, 1],
					['0', hostile],
					[0, 0],
				],
			],
		};
		const position = { x: hostile, y: 1 };
		const features = [
			{ type: hostile, position: { x: 1, y: 1 }, icons: [{ iconType: hostile }], name: hostile },
			{ type: 'zone', zoneType: 'common', geometry: polygon, data },
			{ type: 'room', geometry: polygon, name: hostile, data },
			{ type: 'diagram', geometry: polygon, name: hostile },
			{ type: 'assemblyArea', position: { x: 4, y: 4 }, name: hostile },
			{ type: 'fixedIcon', position, icons: [{ iconType: '__proto__' }, { iconType: 'constructor' }] },
			{ type: 'zone', geometry: { coordinates: 'x' } },
		];
		const plan = demo.otherSitePlanCode;
		const { allAreas } = await tokensOf(`/Campuses/${demo.otherCampusCode}`);

		expect((await session.push(plan, { features }, hostile)).status).toBe(200);
		const { status, data: page, headers } = await embed(allAreas, plan);
		const rejected = await embed(allAreas, hostile);

		expect(status).toBe(200);
		expect(page).toContain('&lt;script&gt;');
		for (const text of [page, rejected.data]) {
			expect(text).not.toMatch(/<script|<img|onerror='/i);
		}
		expect(headers['content-security-policy']).toContain("default-src 'none'");
	});
});
