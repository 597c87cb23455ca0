import { zone } from '../../../support/engine/features.mts';
import { runNode } from '../../../support/engine/outcome.mts';
import { getMany, getPlan, push } from '../../../support/engine/steps.mts';
import { PICTURE, PNG, usePhotos } from './use-photos.mts';

const { get, host, service } = usePhotos();

test('a feature without photos is whole', async () => {
	const body = JSON.stringify({
		features: [
			{ type: 'zone', name: 'bare' },
			{ type: 'zone', name: 'odd', photos: 'none' },
		],
	});
	service.sandbox.intercept({ route: 'features', reply: { status: 200, body } });

	const { success, hints } = await runNode({
		...getMany({ downloadPhotos: true }),
		items: [{ planCode: 'pln' }],
		credential: service.credential(),
	});

	expect(success.map(({ json, binary }) => [json.name, binary])).toEqual([
		['bare', undefined],
		['odd', undefined],
	]);
	expect(hints).toEqual([]);
});

test('a photo is numbered by its place, and what is left out stands in the item', async () => {
	host.respond = ({ url }, response) => {
		if (url === '/login') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
		if (url === '/fake') return void response.writeHead(200, PICTURE).end('<!doctype html>');
		response.writeHead(200, PICTURE).end(PNG);
	};
	const at = (path: string) => `${host.url}/${path}`;

	const { names, photosSkipped } = await get([
		at('login'),
		at('a'),
		at('fake'),
		at('b'),
		'mailto:x',
		host.url.replace('//', '//user:secret@'),
	]);

	expect(names).toEqual(['photo_1', 'photo_3']);
	expect(photosSkipped).toEqual([
		{ index: 0, reason: `the response of ${new URL(host.url).host} is no image of a known kind` },
		{ index: 2, reason: `the response of ${new URL(host.url).host} is no image of a known kind` },
		{ index: 4, reason: 'a URL that is not http(s)' },
		{ index: 5, reason: 'a URL with a user name or password' },
	]);
	expect(host.heard.map(({ url }) => url).sort()).toEqual(['/a', '/b', '/fake', '/login']);
});

test.each([
	['application/octet-stream', '/a', 'a.png'],
	['binary/octet-stream; charset=binary', '/b.PNG', 'b.PNG'],
	['', '/c', 'c.png'],
	['image/jpeg', '/d.v2', 'd.v2.png'],
	['image/png', '/GetPhoto.ashx?id=7', 'GetPhoto.ashx.png'],
	['image/png', '/a/image.php', 'image.php.png'],
	['image/png', '/photos/', 'photo.png'],
	['image/png', '/a%20B%C3%BC.jpg', 'a B\u00fc.jpg'],
	['image/png', '/%20B%C3%BC', 'B\u00fc.png'],
	['image/png', '/%e4.png', '%e4.png'],
	['image/png', '/..%2F..%5Ca%00%0Ab', '.._.._a b.png'],
	['text/plain', '/e', 'e.png'],
])(
	'a photo that storage serves as %j is known by its bytes, and its file has an extension',
	async (type, path, file) => {
		host.respond = (_request, response) => {
			response.writeHead(200, type === '' ? {} : { 'content-type': type }).end(PNG);
		};

		const { names, files } = await get([`${host.url}${path}`]);

		expect(names).toEqual(['photo_0']);
		expect(files).toEqual([{ fileName: file, mimeType: 'image/png' }]);
	},
);

test.each([
	['image/jxl', '/a', 'a.jxl', Buffer.from('ff0aba0f0053', 'hex')],
	['image/x-icon; charset=binary', '/b.ico', 'b.ico', Buffer.from('000001000100', 'hex')],
])('an image of another kind is taken as what it is served as: %s', async (type, path, fileName, bytes) => {
	host.respond = (_request, response) => void response.writeHead(200, { 'content-type': type }).end(bytes);

	expect((await get([`${host.url}${path}`])).files).toEqual([{ fileName, mimeType: type.split(';')[0] }]);
});

test.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html><p>Not found', 'BM is no picture'])(
	'%s is no photo, whatever it is served as',
	async (body) => {
		for (const type of ['image/svg+xml', 'image/bmp']) {
			host.respond = (_request, response) => void response.writeHead(200, { 'content-type': type }).end(body);

			expect((await get([`${host.url}/a`])).names).toEqual([]);
		}
	},
);

test('what storage serves as bytes and is no image is left out', async () => {
	host.respond = (_request, response) => {
		response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('<!doctype html>');
	};

	expect((await get([`${host.url}/a`])).names).toEqual([]);
});

test('an item of Get with photosSkipped is pushed without it', async () => {
	const [planCode] = service.plans(1);
	const item = { planCode, ...zone('a'), photosSkipped: [{ index: 0, reason: 'gone' }] };

	await runNode({ ...push({}, { source: 'item' }), items: [item], credential: service.credential() });

	expect(service.sandbox.features(planCode)).toMatchObject([{ name: 'a' }]);
	expect(service.sandbox.features(planCode)[0]).not.toHaveProperty('photosSkipped');
});

test.each(['table', 'byKey'])(
	'photos are found in the form %s, too, and what was left out is one cell of a table',
	async (dataFormat) => {
		const { names, photosSkipped } = await get([`${host.url}/a.png`, 'nowhere'], { dataFormat });

		expect(names).toEqual(['photo_0']);
		const leftOut = [{ index: 1, reason: 'a URL that is not http(s)' }];
		expect(photosSkipped).toEqual(dataFormat === 'table' ? JSON.stringify(leftOut) : leftOut);
	},
);

test.each(['table', 'byName'])('Get Plan has a list of what was left out in the form %s, too', async (dataFormat) => {
	const photos = [{ imageUrl: 'nowhere' }, { imageUrl: `${host.url}/a.png` }];
	const [planCode] = service.plans(1, [zone('a', { photos })]);

	const { success } = await runNode({
		...getPlan({ downloadPhotos: true, dataFormat }),
		items: [{ planCode }],
		credential: service.credential(),
	});

	expect(success[0].json.photosSkipped).toEqual([{ index: 0, reason: 'a URL that is not http(s)' }]);
});
