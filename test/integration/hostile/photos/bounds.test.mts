import { MAX_PHOTOS_OF_AN_ITEM } from '../../../../nodes/GetFeatures/photos.ts';
import { zone } from '../../../support/engine/features.mts';
import { runNode } from '../../../support/engine/outcome.mts';
import { getMany } from '../../../support/engine/steps.mts';
import { PICTURE, PNG, usePhotos } from './use-photos.mts';

const { get, host, service } = usePhotos();
const MEGABYTE = 1024 * 1024;

test('a photo of 30 MB is left out and not read to its end', async () => {
	let sent = 0;
	host.respond = ({ url }, response) => {
		response.writeHead(200, PICTURE);
		if (url === '/small') return void response.end(PNG);
		const more = () => {
			while (sent < 30 && !response.destroyed) {
				sent++;
				if (!response.write(Buffer.alloc(MEGABYTE))) return void response.once('drain', more);
			}
			response.end();
		};
		more();
	};

	const { names, hint } = await get([`${host.url}/large`, `${host.url}/small`]);

	expect(names).toEqual(['photo_1']);
	expect(hint).toMatch(/larger than 20 MB/);
	expect(sent).toBeLessThan(30);
});

test('of too many photos the first are fetched', async () => {
	const { names, hint } = await get(Array.from({ length: 50 }, (_, index) => `${host.url}/${index}`));

	expect(names).toHaveLength(MAX_PHOTOS_OF_AN_ITEM);
	expect(host.heard).toHaveLength(MAX_PHOTOS_OF_AN_ITEM);
	expect(hint).toMatch(/30 beyond the first 20/);
});

test('the photos of several plans share one bound and one hint', async () => {
	let [open, most] = [0, 0];
	host.respond = (_request, response) => {
		most = Math.max(most, ++open);
		setTimeout(() => {
			open--;
			response.writeHead(404).end();
		}, 20);
	};
	const list = Array.from({ length: 20 }, (_, index) => ({ imageUrl: `${host.url}/${index}` }));
	service.sandbox.intercept({
		route: 'features',
		times: 3,
		reply: { status: 200, body: JSON.stringify({ features: [{ ...zone('a'), photos: list }] }) },
	});
	const items = service.plans(3).map((planCode) => ({ planCode }));

	const { success, hints } = await runNode({
		...getMany({ downloadPhotos: true }),
		items,
		credential: service.credential(),
	});

	expect(success).toHaveLength(3);
	expect(host.heard).toHaveLength(60);
	expect(most).toBeLessThanOrEqual(8);
	expect(hints.map(({ message }) => message)).toEqual([
		`Photos left out: ${new URL(host.url).host} did not give it (404)`,
	]);
});

test.each([429, 503])(
	'a host that asks to slow down (%i) is asked again, as long as Max Wait allows',
	async (status) => {
		let asked = 0;
		host.respond = (_request, response) => {
			if (asked++ === 0) return void response.writeHead(status, { 'retry-after': '1' }).end();
			response.writeHead(200, PICTURE).end(PNG);
		};

		expect((await get([`${host.url}/a`])).names).toEqual(['photo_0']);
		asked = 0;
		expect((await get([`${host.url}/a`], { maxWaitSeconds: 0.5 })).photosSkipped).toMatchObject([
			{ reason: expect.stringContaining(`(${status})`) },
		]);
	},
);

test('a host that gave no response eight times is sent no more than what is under way by then', async () => {
	host.respond = () => {};
	const startedAt = Date.now();

	const { photosSkipped } = await get(
		Array.from({ length: 20 }, (_, index) => `${host.url}/${index}`),
		{ timeoutSeconds: 0.5 },
	);

	expect(host.heard.length).toBeLessThanOrEqual(8 + 7);
	expect(photosSkipped).toHaveLength(20);
	expect(Date.now() - startedAt).toBeLessThan(20_000);
});

test('no more photos come than Max Photos and Max Photos Size allow', async () => {
	const addresses = Array.from({ length: 5 }, (_, index) => `${host.url}/${index}`);
	expect((await get(addresses, { maxPhotos: 2 })).hint).toBe('Photos left out: 3 beyond the first 2 of the run');
	expect(host.heard).toHaveLength(2);

	const half = Buffer.concat([PNG, Buffer.alloc(MEGABYTE / 2)]);
	host.respond = (_request, response) => void response.writeHead(200, PICTURE).end(half);
	expect((await get(addresses, { maxPhotosSizeMegabytes: 1 })).names).toHaveLength(1);
});

test('no further photo is requested once Max Photos Size is reached', async () => {
	const whole = Buffer.concat([PNG, Buffer.alloc(MEGABYTE - PNG.length)]);
	host.respond = (_request, response) => void response.writeHead(200, PICTURE).end(whole);

	const { names, hint } = await get(
		Array.from({ length: 12 }, (_, index) => `${host.url}/${index}`),
		{ maxPhotosSizeMegabytes: 1 },
	);

	expect(names).toHaveLength(1);
	expect(hint).toBe('Photos left out: 11 beyond the first 1 MB of the run');
	// Eight go at once; the others find that there is no room left.
	expect(host.heard.length).toBeLessThanOrEqual(8 + 7);
});
