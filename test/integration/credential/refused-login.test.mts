import { randomUUID } from 'node:crypto';
import { zone } from '../../support/engine/features.mts';
import { useListener } from '../../support/http/listener.mts';
import { ON_ERROR, runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { check, getMany, lookup, push } from '../../support/engine/steps.mts';

const service = useService();
const refusing = useListener();
const COUNT = 1000;

const steps = {
	'Plan Hierarchy Lookup': lookup(),
	'Get Plan Features': getMany(),
	'Push Plan Features': push(),
	'Push Plan Features, check': check(),
};

/** A plan for each item, so that nothing is joined. */
const items = Array.from({ length: COUNT }, (_, index) => ({
	code: `code${index}`,
	planCode: `pln${index}`,
	features: [zone('never pushed')],
}));

describe.each(Object.entries(steps))('1,000 items of %s with a wrong API secret', (_name, step) => {
	test.each(ON_ERROR)('cause exactly one login and nothing else: %s', async (onError) => {
		const credential = service.credential({ apiSecret: `wrong ${randomUUID()}` });

		const { success, failed, error } = await runNode({ ...step, items, credential, onError });

		expect(service.sandbox.requests.map(({ route }) => route)).toEqual(['token']);
		const told = {
			stopWorkflow: { thrown: 1, success: 0, failed: 0 },
			continueRegularOutput: { thrown: 0, success: COUNT, failed: 0 },
			continueErrorOutput: { thrown: 0, success: 0, failed: COUNT },
		}[onError];
		expect({ thrown: error === undefined ? 0 : 1, success: success.length, failed: failed.length }).toEqual(told);
		const words = [error?.message ?? '', ...[...success, ...failed].map(({ json }) => String(json.error))];
		for (const text of words.filter((word) => word !== '')) expect(text).toMatch(/API key.*secret is wrong/);
	});
});

test('Retry On Fail does not try a rejected login again', async () => {
	const credential = service.credential({ applicationSecret: `wrong ${randomUUID()}` });

	const { error } = await runNode({
		...getMany(),
		items: [{ planCode: 'pln' }],
		credential,
		retryOnFail: true,
		maxTries: 3,
	});

	expect(error?.message).toMatch(/application.*secret is wrong/);
	expect(service.sandbox.requests).toHaveLength(1);
});

test('scopes that the Application does not allow are named as they were sent', async () => {
	const credential = service.credential({ scope: 'openid special-scope' });

	const { error } = await runNode({ ...getMany(), items: [{ planCode: 'pln' }], credential });

	expect(error?.message).toContain('"openid special-scope"');
	expect(error?.message).toContain('invalid_scope');
	expect(error?.description).toContain('Allowed Scopes');
});

test('a right secret is tried at once after a wrong one', async () => {
	const [planCode] = service.plans(1, [zone('here')]);
	const credential = service.credential({ apiSecret: `wrong ${randomUUID()}` });
	await runNode({ ...getMany(), items: [{ planCode }], credential });
	credential.edit({ apiSecret: service.sandbox.credential.apiSecret });

	const { success } = await runNode({ ...getMany(), items: [{ planCode }], credential });

	expect(success).toHaveLength(1);
	expect(service.count('token')).toBe(2);
});

test('a call whose token is rejected after the login has failed does not try another login', async () => {
	const credential = service.credential({ baseUrl: refusing.url });
	refusing.respond = (_request, response) => void response.end('{"features":[]}');
	await runNode({ ...getMany(), items: [{ planCode: 'first' }], credential });
	refusing.heard.length = 0;
	let late: (() => void) | undefined;
	refusing.respond = ({ url }, response) => {
		const refuse = () => void response.writeHead(401).end();
		if (url.includes('late') && late === undefined) late = refuse;
		else refuse();
		if (refusing.heard.length === 3) setTimeout(() => late?.(), 100);
	};

	const { success } = await runNode({
		...getMany(),
		items: [{ planCode: 'late' }, { planCode: 'early' }],
		credential,
		onError: 'continueRegularOutput',
	});

	expect(success.map(({ json }) => json.error)).toEqual(Array(2).fill('The service responded with status 401'));
	expect(refusing.heard.map(({ url }) => url.split('/').at(-2)).sort()).toEqual(['early', 'early', 'late']);
	expect(service.count('token')).toBe(2);
});

test('a login that is rejected later than Timeout allows is reported as such, and no push is in doubt', async () => {
	const credential = service.credential({ authUrl: refusing.url });
	refusing.respond = (_request, response) => {
		setTimeout(() => response.writeHead(400).end('{"error":"invalid_grant"}'), 500);
	};

	const { success } = await runNode({
		...push({ timeoutSeconds: 0.1 }),
		items: [{ planCode: 'pln', features: [zone('never pushed')] }],
		credential,
		onError: 'continueRegularOutput',
	});

	expect(success.map(({ json }) => json.error)).toEqual([
		expect.stringMatching(/^The authentication service does not know this API key/),
	]);
	expect(success[0].json.details).toMatchObject({ safeToRetry: true });
	expect(refusing.heard).toHaveLength(1);
});
