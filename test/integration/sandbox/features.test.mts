import { inflateSync } from 'node:zlib';
import axios from 'axios';
import type { Feature } from '../../../tools/sandbox/json.mts';
import { ZONE_TYPES } from '../../../tools/sandbox/push-rules.mts';
import { demo } from '../../../tools/sandbox/server.mts';
import type { SandboxSettings } from '../../../tools/sandbox/server.mts';
import { settingsOf } from '../../../tools/sandbox/settings.mts';
import { SandboxState } from '../../../tools/sandbox/state.mts';
import { useSandboxSession } from './session.mts';

const ICON = { type: 'leaderLineIcon', position: { x: 1, y: 2 }, icons: [{ iconType: 'wifi' }] };
const square = (x: number, y: number, size: number) => ({
	type: 'Polygon',
	coordinates: [
		[
			[x, y],
			[x + size, y],
			[x + size, y + size],
			[x, y + size],
			[x, y],
		],
	],
});

describe('the sandbox: features', () => {
	const session = useSandboxSession();
	let plan: string;

	beforeEach(() => {
		plan = session.sandbox.addPlan();
	});

	const features = async (code = plan) => (await session.get(`/Plans/${code}/Features`)).data.features;

	test('the demo has every observed kind and zone type, icons without data, and further properties', async () => {
		const { plans } = new SandboxState(settingsOf());
		const all: Feature[] = (await Promise.all([...plans.keys()].map(features))).flat();
		const kinds = new Set(all.map(({ type, zoneType }) => (type === 'zone' ? `zone ${String(zoneType)}` : type)));

		expect((await features(demo.planCode)).length).toBeGreaterThan(60);
		expect([...kinds].sort()).toEqual(
			[
				...['assemblyArea', 'evacSign', 'exitSign', 'fixedIcon', 'foldingDoor', 'hingedDoor', 'leaderLineIcon'],
				...['rollerDoor', 'room', 'slidingDoorway', 'wallBlob', 'wallSegment', 'zonedIcon'],
				...ZONE_TYPES.map((type) => `zone ${type}`),
			].sort(),
		);
		expect(all.filter(({ data }) => data === undefined).length).toBeGreaterThan(100);
		for (const name of ['label', 'category', 'colour', 'reference', 'rotation', 'fireRating', 'smokeRating', 'notes'])
			expect(all.some((feature) => feature[name] !== undefined)).toBe(true);
	});

	test('the demo lies in degrees and its features have a code; switches change both', async () => {
		const roomOf = (changes: Partial<SandboxSettings>): Feature => {
			const room = new SandboxState(settingsOf(changes))
				.plan(demo.planCode)
				.features.find(({ type }) => type === 'room');
			return room ?? {};
		};
		const outline = (room: Feature) => (room.geometry as { coordinates: number[][][] }).coordinates[0];

		const degrees = outline(roomOf({}));
		expect(roomOf({}).code).toMatch(/^feat_[a-z0-9]{25}$/);
		expect(degrees[0][0]).toBeCloseTo(153.176, 2);
		expect(degrees[0][1]).toBeCloseTo(-27.666, 2);
		expect(String(degrees[1][0]).length).toBeGreaterThan('153.1756'.length);
		expect(degrees[1][0] - degrees[0][0]).toBeLessThan(0.001);
		expect(outline(roomOf({ coordinates: 'metres' }))[1][0]).toBe(4.13);
		expect(roomOf({ identity: 'uuid' }).uuid).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
		expect(roomOf({ identity: 'id' })).toMatchObject({ id: expect.any(String) });
		expect(Object.keys(roomOf({ identity: 'none' }))).toEqual(['type', 'label', 'geometry', 'data', 'photos']);
	});

	test('a push gets 200 without a body; the author is recorded', async () => {
		const { status, data } = await session.push(plan, { features: [ICON, ICON] }, 'Ann & Bob');

		expect(status).toBe(200);
		expect(data).toBe('');
		expect(session.sandbox.requests).toMatchObject([
			{ route: 'push', planCode: plan, author: 'Ann & Bob', featureCount: 2, status: 200 },
		]);
	});

	test('stored features keep unknown kinds and members, and get a code and all data fields', async () => {
		const own = { key: demo.dataFields.tenant.key, name: 'Tenant', value: 'Ann' };
		await session.push(plan, { features: [{ type: 'jetty', depth: 1.5, data: [own], __id: { a: [] } }] });

		const [feature] = await features();
		expect(feature).toMatchObject({ code: expect.any(String), type: 'jetty', depth: 1.5, __id: { a: [] } });
		expect(feature.data).toHaveLength(Object.keys(demo.dataFields).length);
		expect(feature.data).toContainEqual(own);
		expect(feature.data).toContainEqual({ ...demo.dataFields.costCentre, value: '' });
		session.sandbox.settings.emptyDataValue = null;
		expect((await features())[0].data).toContainEqual({ ...demo.dataFields.costCentre, value: null });
	});

	test('a pushed identity is replaced, or kept where that is set', async () => {
		await session.push(plan, { features: [{ ...ICON, code: 'mine' }] });
		session.sandbox.settings.keepsPushedIdentity = true;
		await session.push(plan, { features: [{ ...ICON, code: 'mine' }, ICON] });
		session.sandbox.settings.identity = 'none';
		await session.push(plan, { features: [{ ...ICON, code: 'mine' }, ICON] });

		const codes = session.sandbox.features(plan).map(({ code }) => code);
		expect(codes).toEqual([
			expect.stringMatching(/^feat_/),
			'mine',
			expect.stringMatching(/^feat_/),
			'mine',
			undefined,
		]);
	});

	test('a null position becomes the centroid of the plan', async () => {
		session.sandbox.setFeatures(plan, [{ type: 'room', geometry: square(10, 20, 4) }]);
		await session.push(plan, { features: [{ ...ICON, position: null }] });

		expect((await features())[1].position).toEqual({ type: 'Point', coordinates: [12, 22] });
		session.sandbox.settings.coordinates = 'metres';
		await session.push(plan, { features: [{ ...ICON, position: null }] });
		expect((await features())[2].position).toEqual({ x: 12, y: 22 });
	});

	test('one bad feature rejects the whole push and says where', async () => {
		const bad = { type: 'zone', zoneType: 'other', data: [{ key: 'dfld_', name: '', value: 'x' }] };
		const { status, data } = await session.push(plan, { features: [ICON, bad] });

		expect(status).toBe(400);
		expect(data.errors.map(({ index, path }: { index: number; path: string }) => [index, path]).sort()).toEqual([
			[1, 'data[0].key'],
			[1, 'data[0].name'],
			[1, 'zoneType'],
		]);
		expect(data.message).toContain('1 of 2');
		expect(await features()).toEqual([]);
	});

	test.each([[[]], [{}], [{ features: {} }], ['{"features": [']])('a body of %j is 400 in words', async (body) => {
		const { status, data } = await session.push(plan, body);

		expect(status).toBe(400);
		expect(data.message).toEqual(expect.any(String));
	});

	test('photos in a push are rejected, or dropped where that is set', async () => {
		const withPhoto = { ...ICON, photos: [{ imageUrl: 'https://example.com/a.png' }] };
		const rejected = await session.push(plan, { features: [withPhoto] });
		session.sandbox.settings.rejectPhotos = false;
		const dropped = await session.push(plan, { features: [withPhoto] });

		expect(rejected).toMatchObject({ status: 400, data: { errors: [{ index: 0, path: 'photos' }] } });
		expect(dropped.status).toBe(200);
		expect(await features()).toMatchObject([{ photos: [] }]);
	});

	test('photos are images whose addresses differ on each response and open without a login', async () => {
		const photosOf = async (): Promise<string[]> =>
			(await features(demo.planCode)).flatMap((feature: { photos?: Array<{ imageUrl: string }> }) =>
				(feature.photos ?? []).map(({ imageUrl }) => imageUrl),
			);
		const [first, second] = [await photosOf(), await photosOf()];
		const load = async (url: string) =>
			await axios.get(url, { proxy: false, responseType: 'arraybuffer', validateStatus: () => true });

		expect(first.length).toBeGreaterThan(3);
		expect(first[0]).not.toBe(second[0]);
		const colours = new Set<string>();
		for (const url of first) {
			const { status, headers, data } = await load(url);
			expect(status).toBe(200);
			expect(headers['content-type']).toBe('image/png');
			colours.add(firstPixel(Buffer.from(data)));
		}
		expect(colours.size).toBe(new Set(first.map((url) => new URL(url).pathname)).size);
		expect((await load(first[0].split('?')[0])).status).toBe(403);
		expect((await load(first[0].replace(/expires=\d/, 'expires=9'))).status).toBe(403);
		expect(Number(new URL(first[0]).searchParams.get('expires'))).toBeGreaterThanOrEqual(
			Date.now() + 3_600_000 - 60_000,
		);
	});

	test('an unknown plan is 404 for both', async () => {
		expect((await session.get('/Plans/pln_none/Features')).status).toBe(404);
		expect((await session.push('pln_none', { features: [] })).status).toBe(404);
	});

	test('50,000 features are pushed in one request and given in one response', async () => {
		const many = Array.from({ length: 50_000 }, (_, x) => ({ ...ICON, position: { x, y: 0 } }));

		expect((await session.push(plan, { features: many })).status).toBe(200);
		expect(await features()).toHaveLength(50_000);
	});
});

/** The first pixel of a PNG of this sandbox, decoded; fails on anything that is no whole PNG. */
function firstPixel(image: Buffer): string {
	expect(image.subarray(1, 4).toString()).toBe('PNG');
	expect(image.subarray(-8, -4).toString()).toBe('IEND');
	const begin = image.indexOf('IDAT');
	const length = image.readUInt32BE(begin - 4);
	const rows = inflateSync(image.subarray(begin + 4, begin + 4 + length));
	expect(rows.length).toBe(240 * (1 + 320 * 3));
	return rows.subarray(1, 4).toString('hex');
}
