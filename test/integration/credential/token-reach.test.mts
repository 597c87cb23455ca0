import { zone } from '../../support/engine/features.mts';
import { useListener } from '../../support/http/listener.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { getMany, lookup, push } from '../../support/engine/steps.mts';

const service = useService();
const elsewhere = useListener();

test.each([
	['features', getMany()],
	['lookup', lookup()],
	['push', push()],
])('a redirect of a %s request to another host is not followed', async (route, step) => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({
		route,
		times: 9,
		reply: { status: 307, headers: { location: `${elsewhere.url}/elsewhere` } },
	});

	const { error } = await runNode({
		...step,
		items: [{ planCode, code: 'flr', features: [zone('a')] }],
		credential: service.credential(),
	});

	expect(elsewhere.heard).toEqual([]);
	expect(error?.message).toContain('307');
	expect(error?.description).toContain('the token is not sent on');
	expect(service.count(route)).toBe(1);
});

test('the token stays at home when Base URL is edited, and the new address gets a token of its own', async () => {
	const [planCode] = service.plans(1);
	const credential = service.credential();
	await runNode({ ...getMany(), items: [{ planCode }], credential });
	const [token] = String(credential.data.accessToken).split('|').slice(-1);
	credential.edit({ baseUrl: elsewhere.url });

	await runNode({ ...getMany(), items: [{ planCode }], credential });

	expect(token).not.toBe('');
	expect(elsewhere.heard).toHaveLength(1);
	expect(JSON.stringify(elsewhere.heard)).not.toContain(token);
	expect(service.count('token')).toBe(2);
});

test('an edited API secret is not served by the token of the one before', async () => {
	const [planCode] = service.plans(1);
	const credential = service.credential();
	await runNode({ ...getMany(), items: [{ planCode }], credential });
	credential.edit({ apiSecret: 'edited and wrong' });
	service.sandbox.clearRequests();

	const { error } = await runNode({ ...getMany(), items: [{ planCode }], credential });

	expect(error?.message).toMatch(/API key.*secret is wrong/);
	expect(service.sandbox.requests.map(({ route }) => route)).toEqual(['token']);
});
