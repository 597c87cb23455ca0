import type { INodeParameters } from 'n8n-workflow';
import { MOST_PHOTOS_OF_AN_ITEM } from '../../../nodes/GetFeatures/photos.ts';
import { zone } from '../../support/engine/features.mts';
import { useListener } from '../../support/http/listener.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { getMany, push } from '../../support/engine/steps.mts';

const service = useService();
const host = useListener();
const other = useListener();

const MEGABYTE = 1024 * 1024;

const PICTURE = { 'content-type': 'image/png' };
const PNG = Buffer.from('89504e470d0a1a0a00ff1b5b', 'hex');

beforeEach(() => {
	host.answer = (_request, response) => void response.writeHead(200, PICTURE).end(PNG);
});

async function photos(addresses: unknown[], options: INodeParameters = {}, credential: object = {}) {
	const [planCode] = service.plans(1);
	const features = [{ ...zone('a'), photos: addresses.map((imageUrl) => ({ imageUrl })) }];
	service.sandbox.intercept({ route: 'features', reply: { status: 200, body: JSON.stringify({ features }) } });
	const run = { ...getMany({ downloadPhotos: true, ...options }), items: [{ planCode }], credential: service.credential(credential) };
	const { success, error, hints } = await runNode(run);
	expect(error).toBeUndefined();
	expect(success).toHaveLength(1);
	const { photosLeftOut = [] } = success[0].json;
	return { names: Object.keys(success[0].binary ?? {}), hint: hints.map(({ message }) => message).join(), photosLeftOut };
}

afterEach(() => {
	for (const { headers } of [...host.heard, ...other.heard]) {
		expect(Object.keys(headers).filter((name) => /^auth|cookie|partner/i.test(name))).toEqual([]);
		expect(JSON.stringify(headers)).not.toContain('Bearer');
	}
});

test.each(['file:///etc/passwd', 'javascript:alert(1)', 'data:image/png;base64,AAAA', 'ftp://127.0.0.1/x', 'gopher://x', '//host/x', '', 'http://'])(
	'the address %j is not opened',
	async (address) => {
		const { names, hint } = await photos([address]);

		expect(names).toEqual([]);
		expect(hint).toMatch(/not http\(s\)/);
		expect(host.heard).toEqual([]);
	},
);

test.each([[{ a: 1 }], [null], [7]])('a photo whose address is %j is passed by', async (address) => {
	expect(await photos([address])).toMatchObject({ names: [], photosLeftOut: [{ index: 0, reason: 'an address that is not http(s)' }] });
});

test('an address without a file name, and an answer without a media type, give a photo all the same', async () => {
	host.answer = ({ url }, response) => void response.writeHead(200, url === '/' ? PICTURE : {}).end(PNG);

	expect(await photos([`${host.url}/`, `${host.url}/plan.png`])).toEqual({ names: ['photo_0', 'photo_1'], hint: '', photosLeftOut: [] });
});

test('a feature without photos is whole', async () => {
	const body = JSON.stringify({ features: [{ type: 'zone', name: 'bare' }, { type: 'zone', name: 'odd', photos: 'none' }] });
	service.sandbox.intercept({ route: 'features', reply: { status: 200, body } });

	const { success, hints } = await runNode({ ...getMany({ downloadPhotos: true }), items: [{ planCode: 'pln' }], credential: service.credential() });

	expect(success.map(({ json, binary }) => [json.name, binary])).toEqual([['bare', undefined], ['odd', undefined]]);
	expect(hints).toEqual([]);
});

test('a photo of 30 MB is left out and not read to its end', async () => {
	let sent = 0;
	host.answer = ({ url }, response) => {
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

	const { names, hint } = await photos([`${host.url}/large`, `${host.url}/small`]);

	expect(names).toEqual(['photo_1']);
	expect(hint).toMatch(/larger than 20 MB/);
	expect(sent).toBeLessThan(30);
});

test('of too many photos the first are fetched', async () => {
	const { names, hint } = await photos(Array.from({ length: 50 }, (_, index) => `${host.url}/${index}`));

	expect(names).toHaveLength(MOST_PHOTOS_OF_AN_ITEM);
	expect(host.heard).toHaveLength(MOST_PHOTOS_OF_AN_ITEM);
	expect(hint).toMatch(/30 beyond the first 20/);
});

test('a redirect to another host is followed without a token', async () => {
	host.answer = (_request, response) => void response.writeHead(302, { location: `${other.url}/photo` }).end();
	other.answer = (_request, response) => void response.writeHead(200, PICTURE).end(PNG);

	expect((await photos([`${host.url}/moved`])).names).toEqual(['photo_0']);
	expect(other.heard).toHaveLength(1);
});

test('a redirect is followed from another host, also where the credential ignores certificates of its own', async () => {
	host.answer = (_request, response) => void response.writeHead(302, { location: `${other.url}/photo` }).end();
	other.answer = (_request, response) => void response.writeHead(200, PICTURE).end(PNG);

	expect((await photos([`${host.url}/moved`], {}, { allowUnauthorizedCerts: true })).names).toEqual(['photo_0']);
});

test.each(['file:///etc/passwd', 'javascript:alert(1)', ''])('a redirect to %j gives no photo', async (location) => {
	host.answer = (_request, response) => void response.writeHead(302, { location }).end();

	const { names, hint } = await photos([`${host.url}/moved`]);

	expect(names).toEqual([]);
	expect(hint).toMatch(/Photos left out/);
});

test('redirects in a circle end', async () => {
	host.answer = (_request, response) => void response.writeHead(302, { location: '/again' }).end();

	expect((await photos([`${host.url}/again`])).names).toEqual([]);
	expect(host.heard.length).toBeLessThan(50);
});

test('the photos of several plans share one bound and one hint', async () => {
	let [open, most] = [0, 0];
	host.answer = (_request, response) => {
		most = Math.max(most, ++open);
		setTimeout(() => {
			open--;
			response.writeHead(404).end();
		}, 20);
	};
	const list = Array.from({ length: 20 }, (_, index) => ({ imageUrl: `${host.url}/${index}` }));
	service.sandbox.intercept({ route: 'features', times: 3, reply: { status: 200, body: JSON.stringify({ features: [{ ...zone('a'), photos: list }] }) } });
	const items = service.plans(3).map((planCode) => ({ planCode }));

	const { success, hints } = await runNode({ ...getMany({ downloadPhotos: true }), items, credential: service.credential() });

	expect(success).toHaveLength(3);
	expect(host.heard).toHaveLength(60);
	expect(most).toBeLessThanOrEqual(8);
	expect(hints.map(({ message }) => message)).toEqual([`Photos left out: ${new URL(host.url).host} did not give it (404)`]);
});

test('a photo is numbered by its place, and what is left out stands in the item', async () => {
	host.answer = ({ url }, response) => {
		if (url === '/login') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
		if (url === '/fake') return void response.writeHead(200, PICTURE).end('<!doctype html>');
		response.writeHead(200, PICTURE).end(PNG);
	};
	const at = (path: string) => `${host.url}/${path}`;

	const { names, photosLeftOut } = await photos([at('login'), at('a'), at('fake'), at('b'), 'mailto:x', host.url.replace('//', '//user:secret@')]);

	expect(names).toEqual(['photo_1', 'photo_3']);
	expect(photosLeftOut).toEqual([
		{ index: 0, reason: 'the answer is no image' },
		{ index: 2, reason: `what ${new URL(host.url).host} gave is no image of a known kind` },
		{ index: 4, reason: 'an address that is not http(s)' },
		{ index: 5, reason: 'an address with a user name or password' },
	]);
	expect(host.heard.map(({ url }) => url).sort()).toEqual(['/a', '/b', '/fake', '/login']);
});

test('an item of Get with photosLeftOut is pushed without it', async () => {
	const [planCode] = service.plans(1);
	const item = { planCode, ...zone('a'), photosLeftOut: [{ index: 0, reason: 'gone' }] };

	await runNode({ ...push({}, { source: 'item' }), items: [item], credential: service.credential() });

	expect(service.sandbox.features(planCode)).toMatchObject([{ name: 'a' }]);
	expect(service.sandbox.features(planCode)[0]).not.toHaveProperty('photosLeftOut');
});

test.each([429, 503])('a host that asks to slow down (%i) is asked again, as long as Max Wait allows', async (status) => {
	let asked = 0;
	host.answer = (_request, response) => {
		if (asked++ === 0) return void response.writeHead(status, { 'retry-after': '1' }).end();
		response.writeHead(200, PICTURE).end(PNG);
	};

	expect((await photos([`${host.url}/a`])).names).toEqual(['photo_0']);
	asked = 0;
	expect((await photos([`${host.url}/a`], { maxWaitSeconds: 0.5 })).photosLeftOut).toMatchObject([{ reason: expect.stringContaining(`(${status})`) }]);
});

test('a host that does not answer within Timeout is asked eight times, not more', async () => {
	host.answer = () => {};
	const startedAt = Date.now();

	const { photosLeftOut } = await photos(Array.from({ length: 20 }, (_, index) => `${host.url}/${index}`), { timeoutSeconds: 0.5 });

	expect(host.heard).toHaveLength(8);
	expect(photosLeftOut).toHaveLength(20);
	expect(Date.now() - startedAt).toBeLessThan(20_000);
});

test('no more photos come than Max Photos and Max Photos Size allow', async () => {
	const addresses = Array.from({ length: 5 }, (_, index) => `${host.url}/${index}`);
	expect((await photos(addresses, { maxPhotos: 2 })).hint).toBe('Photos left out: 3 beyond the first 2 of the run');
	expect(host.heard).toHaveLength(2);

	const half = Buffer.concat([PNG, Buffer.alloc(MEGABYTE / 2)]);
	host.answer = (_request, response) => void response.writeHead(200, PICTURE).end(half);
	expect((await photos(addresses, { maxPhotosSizeMegabytes: 1 })).names).toHaveLength(1);
});

test('no further photo is asked for once Max Photos Size is reached', async () => {
	const whole = Buffer.concat([PNG, Buffer.alloc(MEGABYTE - PNG.length)]);
	host.answer = (_request, response) => void response.writeHead(200, PICTURE).end(whole);

	const { names, hint } = await photos(Array.from({ length: 12 }, (_, index) => `${host.url}/${index}`), { maxPhotosSizeMegabytes: 1 });

	expect(names).toHaveLength(1);
	expect(hint).toBe('Photos left out: 11 beyond the first 1 MB of the run');
	// Eight go at once; the others find that there is no room left.
	expect(host.heard).toHaveLength(8);
});

test.each(['table', 'byKey'])('photos are found in the form %s, too, and what was left out is one cell of a table', async (dataFormat) => {
	const { names, photosLeftOut } = await photos([`${host.url}/a.png`, 'nowhere'], { dataFormat });

	expect(names).toEqual(['photo_0']);
	const leftOut = [{ index: 1, reason: 'an address that is not http(s)' }];
	expect(photosLeftOut).toEqual(dataFormat === 'table' ? JSON.stringify(leftOut) : leftOut);
});
