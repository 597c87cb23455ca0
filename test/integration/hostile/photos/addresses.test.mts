import { PICTURE, PNG, usePhotos } from './use-photos.mts';

const { get, host, other } = usePhotos();

test.each([
	'file:///etc/passwd',
	'javascript:alert(1)',
	'data:image/png;base64,AAAA',
	'ftp://127.0.0.1/x',
	'gopher://x',
	'//host/x',
	'',
	'http://',
])('the address %j is not opened', async (address) => {
	const { names, hint } = await get([address]);

	expect(names).toEqual([]);
	expect(hint).toMatch(/not http\(s\)/);
	expect(host.heard).toEqual([]);
});

test.each([[{ a: 1 }], [null], [7]])('a photo whose address is %j is passed by', async (address) => {
	expect(await get([address])).toMatchObject({
		names: [],
		photosSkipped: [{ index: 0, reason: 'a URL that is not http(s)' }],
	});
});

test('an address without a file name, and a response without a media type, give a photo all the same', async () => {
	host.respond = ({ url }, response) => void response.writeHead(200, url === '/' ? PICTURE : {}).end(PNG);

	expect(await get([`${host.url}/`, `${host.url}/plan.png`])).toMatchObject({
		names: ['photo_0', 'photo_1'],
		hint: '',
		photosSkipped: [],
	});
});

test('a redirect to another host is followed without a token', async () => {
	host.respond = (_request, response) => void response.writeHead(302, { location: `${other.url}/photo` }).end();
	other.respond = (_request, response) => void response.writeHead(200, PICTURE).end(PNG);

	expect((await get([`${host.url}/moved`])).names).toEqual(['photo_0']);
	expect(other.heard).toHaveLength(1);
});

test('a redirect is followed from another host, also where the credential ignores certificates', async () => {
	host.respond = (_request, response) => void response.writeHead(302, { location: `${other.url}/photo` }).end();
	other.respond = (_request, response) => void response.writeHead(200, PICTURE).end(PNG);

	expect((await get([`${host.url}/moved`], {}, { allowUnauthorizedCerts: true })).names).toEqual(['photo_0']);
});

test.each(['file:///etc/passwd', 'javascript:alert(1)', ''])('a redirect to %j gives no photo', async (location) => {
	host.respond = (_request, response) => void response.writeHead(302, { location }).end();

	const { names, hint } = await get([`${host.url}/moved`]);

	expect(names).toEqual([]);
	expect(hint).toMatch(/Photos left out/);
});

test('redirects in a circle end', async () => {
	host.respond = (_request, response) => void response.writeHead(302, { location: '/again' }).end();

	expect((await get([`${host.url}/again`])).names).toEqual([]);
	expect(host.heard.length).toBeLessThan(50);
});
