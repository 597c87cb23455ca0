import { gzipSync } from 'node:zlib';
import { zones } from '../../support/engine/features.mts';
import { useListener } from '../../support/http/listener.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { getPlan, lookup, push } from '../../support/engine/steps.mts';

const service = useService();
const bomb = useListener();

const MEGABYTE = 1024 * 1024;
/** JSON of spaces: 1,000 times smaller on its way. */
const packed = (megabytes: number) => gzipSync(Buffer.alloc(megabytes * MEGABYTE, ' '));
const sixty = packed(60);
const two = packed(2);

function answerWith(body: Buffer, status = 200): void {
	bomb.respond = (_request, response) => void response.writeHead(status, { 'content-encoding': 'gzip' }).end(body);
}

test('a lookup that unpacks to more than it may have is not read to its end, and is asked for once', async () => {
	answerWith(sixty);

	const { error } = await runNode({
		...lookup(),
		items: [{ code: 'flr' }],
		credential: service.credential({ baseUrl: bomb.url }),
	});

	expect(error?.message).toBe("Floor flr: The service's response is longer than 50 MB, so it was not read to its end");
	expect(error?.description).toContain('Check Base URL');
	expect(bomb.heard).toHaveLength(1);
});

test('a login that unpacks to more than 1 MB is reported, and is tried once', async () => {
	answerWith(two);

	const { error } = await runNode({
		...lookup(),
		items: [{ code: 'flr' }],
		credential: service.credential({ authUrl: bomb.url }),
	});

	expect(error?.message).toContain(`${bomb.url}/connect/token responded, but not with a token`);
	expect(bomb.heard).toHaveLength(1);
});

test.each([[404], [400]])('a push that is rejected (%i) with a bomb fails with its status', async (status) => {
	answerWith(sixty, status);

	const { error } = await runNode({
		...push(),
		items: [{ planCode: 'pln', features: zones(2) }],
		credential: service.credential({ baseUrl: bomb.url }),
	});

	expect(error?.message).toContain(`${status}`);
	expect(bomb.heard.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a plan that arrives compressed is read as any other', async () => {
	const [planCode] = service.plans(1);
	answerWith(gzipSync(JSON.stringify({ features: zones(3) })));

	const { success } = await runNode({
		...getPlan(),
		items: [{ planCode }],
		credential: service.credential({ baseUrl: bomb.url }),
	});

	expect(success[0].json).toMatchObject({ count: 3 });
});
