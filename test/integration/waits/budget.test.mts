import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { zone } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { getMany, push } from '../../support/engine/steps.mts';
import { useListener } from '../../support/http/listener.mts';

const service = useService();
const other = useListener();

/** A byte now and then, and no end. */
async function drip(response: ServerResponse): Promise<void> {
	response.writeHead(200, { 'content-type': 'application/json' });
	while (!response.destroyed) {
		response.write(' ');
		await pause(20);
	}
}

test.each([
	['features', getMany],
	['push', push],
] as const)('a %s request whose waits would exceed Max Wait ends at once', async (route, step) => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({ route, times: Infinity, reply: { status: 503, headers: { 'retry-after': '60' } } });
	const startedAt = Date.now();

	const { error } = await runNode({
		...step({ maxWaitSeconds: 30 }),
		items: [{ planCode, features: [zone('a')] }],
		credential: service.credential(),
	});

	expect(Date.now() - startedAt).toBeLessThan(20_000);
	expect(error?.message).toContain('503');
	expect(service.count(route)).toBe(1);
});

test('waits add up: together they stay within Max Wait', async () => {
	const [planCode] = service.plans(1);
	service.sandbox.intercept({
		route: 'features',
		times: Infinity,
		reply: { status: 503, headers: { 'retry-after': '1' } },
	});

	const { error } = await runNode({
		...getMany({ maxWaitSeconds: 2.6 }),
		items: [{ planCode }],
		credential: service.credential(),
	});

	expect(error?.message).toMatch(/503.*\(after 3 attempts\)/);
	expect(service.count('features')).toBe(3);
});

test('Max Wait 0 attempts nothing again that has to be waited for', async () => {
	const [planCode] = service.plans(1);
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
	service.sandbox.intercept({ route: 'features', times: Infinity, reply: { status: 500 } });

	await runNode({ ...getMany({ maxWaitSeconds: 0 }), items: [{ planCode }], credential: service.credential() });

	expect(service.count('features')).toBe(1);
});

test.each([
	['that never comes', () => undefined],
	['that drips in', drip],
])('Timeout bounds an answer %s', async (_which, answer) => {
	other.respond = (_request, response) => void answer(response);
	const startedAt = Date.now();

	const { error } = await runNode({
		...getMany({ timeoutSeconds: 0.2, maxWaitSeconds: 0 }),
		items: [{ planCode: 'any' }],
		credential: service.credential({ baseUrl: other.url }),
	});

	expect(error?.message).toContain('within 0.2 s');
	expect(error?.description).toContain('Raise Timeout');
	expect(Date.now() - startedAt).toBeLessThan(20_000);
});
