/**
 * n8n-core reads its SSRF policy from the environment when it is loaded, so this file has one to itself.
 *
 * @jest-environment node
 */
import { zone } from '../../support/engine/features.mts';
import { useListener } from '../../support/http/listener.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { getMany, lookup, push } from '../../support/engine/steps.mts';

// n8n's own SSRF policy, which reads these when it is first asked: of this machine only the sandbox's address is
// allowed.
process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';
process.env.N8N_SSRF_ALLOWED_IP_RANGES = '127.0.0.1/32';

const service = useService();
const open = useListener();
const inner = useListener('127.0.0.2');

const BLOCKED = 'The request was blocked because it resolves to a restricted IP address';
const innerHost = () => new URL(inner.url).host;

afterEach(() => {
	expect(inner.heard).toEqual([]);
});

test.each([
	['Get Plan Features', getMany()],
	['Plan Hierarchy Lookup', lookup()],
	['Push Plan Features', push()],
])('%s says which forbidden address the service is at, and who can allow it', async (_name, step) => {
	const items = [{ planCode: 'pln', code: 'flr', features: [zone('a')] }];

	const { error } = await runNode({ ...step, items, credential: service.credential({ baseUrl: inner.url }) });

	expect(error?.message).toContain(`n8n did not send the request to ${innerHost()}: ${BLOCKED}`);
	expect(error?.description).toContain('Ask the administrator of n8n which hosts its nodes may call.');
});

test('a login at a forbidden address is reported so, and is not tried again', async () => {
	const { error, execution } = await runNode({
		...getMany(),
		items: [{ planCode: 'pln' }],
		credential: service.credential({ authUrl: inner.url }),
	});

	expect(error?.message).toBe(`n8n did not send the request to ${innerHost()}: ${BLOCKED}`);
	expect(error?.description).toBe('Ask the administrator of n8n which hosts its nodes may call.');
	expect(service.count()).toBe(0);
	expect(JSON.stringify(execution)).not.toContain(service.sandbox.credential.applicationSecret);
});

test.each([
	[
		'at a forbidden address',
		() => `${inner.url}/x?signature=s3cret`,
		() => `n8n did not send the request to ${innerHost()}: ${BLOCKED}`,
	],
	[
		'that redirects to one',
		() => `${open.url}/x?signature=s3cret`,
		() => `${new URL(open.url).host} redirects to a URL that n8n does not open`,
	],
])('a photo %s is left out, and the hint says why without its parameters', async (_where, address, reason) => {
	open.respond = (_request, response) => void response.writeHead(302, { location: inner.url }).end();
	const [planCode] = service.plans(1, [zone('a', { photos: [{ imageUrl: address() }] })]);

	const { success, hints } = await runNode({
		...getMany({ downloadPhotos: true }),
		items: [{ planCode }],
		credential: service.credential(),
	});

	expect(success).toHaveLength(1);
	expect(success[0].binary).toBeUndefined();
	expect(hints.map(({ message }) => message)).toEqual([`Photos left out: ${reason()}`]);
});
