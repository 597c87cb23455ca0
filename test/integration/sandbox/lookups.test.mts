import { demo } from '../../../tools/sandbox/server.mts';
import { useSandboxSession } from './session.mts';

describe('the sandbox: lookups and lists', () => {
	const session = useSandboxSession();

	test('codes of the demo data are the same on every machine', () => {
		expect(demo.floorCode).toBe('flr_mffk6154d1aayilo1xdyjamki');
		expect(demo.planCode).toBe('pln_b8sjon36ev7oina8ljv88sizm');
	});

	test('a floor has a plan, its parent and both viewer tokens', async () => {
		const { data } = await session.get(`/Floors/${demo.floorCode}`);

		expect(data).toMatchObject({
			code: demo.floorCode,
			name: 'Level 3',
			planCode: demo.planCode,
			buildingCode: demo.buildingCode,
			viewerTokens: { allAreas: expect.any(String), allAreasAndChildren: expect.any(String) },
		});
		expect(data.viewerTokens.allAreas).toMatch(/\+/);
		expect(data.viewerTokens.allAreas).toMatch(/\//);
		expect(data.viewerTokens.allAreas).toMatch(/=/);
		expect(data.viewerTokens.allAreas).toMatch(/\./);
	});

	test('a client nests campuses, buildings and floors; it and a building have no plan of their own', async () => {
		const { data: client } = await session.get(`/Clients/${demo.clientCode}`);
		const { data: building } = await session.get(`/Buildings/${demo.buildingCode}`);

		expect(client.viewerTokens.allAreas).toBeNull();
		expect(building.viewerTokens.allAreas).toBeNull();
		const [campus] = client.campuses;
		expect(campus).toMatchObject({
			code: demo.campusCode,
			clientCode: demo.clientCode,
			planCode: demo.sitePlanCode,
		});
		expect(campus.buildings[0]).toMatchObject({ code: demo.buildingCode, campusCode: demo.campusCode });
		expect(campus.buildings[0]).not.toHaveProperty('planCode');
		expect(campus.buildings[0].floors[3]).toMatchObject({ code: demo.floorCode, planCode: demo.planCode });
	});

	test('a floor that nobody has drawn has no plan, and addresses that were never set are null', async () => {
		const { data: client } = await session.get(`/Clients/${demo.clientCode}`);
		const [harbour, riverside] = client.campuses;
		const boathouse = harbour.buildings[2];
		const [ground, loft] = boathouse.floors;

		expect(boathouse).toMatchObject({ name: 'The Boathouse', address: null, postCode: null });
		expect(loft).toMatchObject({ name: 'Loft', planCode: null });
		expect(ground.planCode).toMatch(/^pln_/);
		expect((await session.get(`/Floors/${loft.code}`)).data).toMatchObject({ viewerTokens: { allAreas: null } });
		expect(harbour.longitude).toBeCloseTo(153.175, 3);
		expect(riverside).toMatchObject({ latitude: null, longitude: null });
	});

	test('the singular path of a client responds as the plural does', async () => {
		const { status, data } = await session.get(`/Client/${demo.clientCode}`);

		expect(status).toBe(200);
		expect(data.code).toBe(demo.clientCode);
	});

	test.each([
		['', 60 * 60],
		['?viewerTokenLifetime=5', 5 * 60],
		['?expiry=90', 90],
	])('viewer tokens of a lookup with "%s" last %d seconds, in UTC', async (query, seconds) => {
		const before = Date.now();
		const { data } = await session.get(`/Campuses/${demo.campusCode}${query}`);

		expect(data.viewerTokens.expiry).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
		const lifetimeMs = Date.parse(data.viewerTokens.expiry) - before;
		expect(Math.abs(lifetimeMs - seconds * 1000)).toBeLessThan(5000);
	});

	test('an unknown code is 404 in words, whatever characters it holds, decoded once', async () => {
		for (const code of ['flr_unknown', 'a/b c?d', '%41', '100%', 'é+&#']) {
			const { status, data } = await session.get(`/Floors/${encodeURIComponent(code)}`);
			expect(status).toBe(404);
			expect(data).toEqual({ message: `There is no floor "${code}".` });
		}
	});

	test("an address that can't be decoded is 400, and recorded", async () => {
		session.sandbox.clearRequests();

		expect((await session.get('/Floors/%zz')).status).toBe(400);
		expect(session.sandbox.requests).toMatchObject([{ route: 'other', status: 400 }]);
	});

	test('an encoded code is the code itself', async () => {
		const encoded = [...demo.floorCode].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');

		expect((await session.get(`/Floors/${encoded}`)).data.code).toBe(demo.floorCode);
	});

	test('lists partners and their clients, unless it is set not to', async () => {
		expect((await session.get('/Partners')).data).toEqual([{ code: demo.partnerCode, name: demo.partnerName }]);
		expect((await session.get(`/Partners/${demo.partnerCode}/Clients`)).data).toEqual([
			{ code: demo.clientCode, name: 'Northquay Estates', status: 'active', chargeable: true },
		]);

		session.sandbox.settings.listing = false;
		expect((await session.get('/Partners')).status).toBe(404);
		session.sandbox.settings.listing = true;
	});
});
