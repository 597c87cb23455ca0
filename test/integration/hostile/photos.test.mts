import { MOST_PHOTOS_OF_AN_ITEM } from '../../../nodes/GetFeatures/photos.ts';
import { zone } from '../engine/features.mts';
import { useListener } from '../engine/listener.mts';
import { runNode } from '../engine/outcome.mts';
import { useService } from '../engine/service.mts';
import { getMany } from '../engine/steps.mts';

const service = useService();
const host = useListener();
const other = useListener();

const MEGABYTE = 1024 * 1024;

const PICTURE = { 'content-type': 'image/png' };

beforeEach(() => {
	host.answer = (_request, response) => void response.writeHead(200, PICTURE).end('picture');
});

async function photos(addresses: unknown[]) {
	const [planCode] = service.plans(1);
	const features = [{ ...zone('a'), photos: addresses.map((imageUrl) => ({ imageUrl })) }];
	service.sandbox.intercept({ route: 'features', reply: { status: 200, body: JSON.stringify({ features }) } });
	const run = { ...getMany({ downloadPhotos: true }), items: [{ planCode }], credential: service.credential() };
	const { success, error, hints } = await runNode(run);
	expect(error).toBeUndefined();
	expect(success).toHaveLength(1);
	return { names: Object.keys(success[0].binary ?? {}), hint: hints.map(({ message }) => message).join() };
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
	expect((await photos([address])).names).toEqual([]);
});

test('an address without a file name, and an answer without a media type, give a photo all the same', async () => {
	host.answer = ({ url }, response) => void response.writeHead(200, url === '/' ? PICTURE : {}).end('picture');

	expect(await photos([`${host.url}/`, `${host.url}/plan.png`])).toEqual({ names: ['photo_0', 'photo_1'], hint: '' });
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
		if (url === '/small') return void response.end('small');
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
	other.answer = (_request, response) => void response.writeHead(200, PICTURE).end('picture');

	expect((await photos([`${host.url}/moved`])).names).toEqual(['photo_0']);
	expect(other.heard).toHaveLength(1);
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
	expect(hints).toHaveLength(1);
});
