import { demo } from '../../../tools/sandbox/server.mts';
import { timer } from '../../support/wait/timer.mts';
import { until } from '../../support/wait/until.mts';
import { useSandboxSession } from './session.mts';

const features = [{ type: 'leaderLineIcon', position: { x: 1, y: 2 }, icons: [] }];
const statuses = (responses: Array<{ status: number }>) => responses.map(({ status }) => status).sort();

describe('the sandbox under pressure, and as a test wants it', () => {
	const session = useSandboxSession();
	let plan: string;

	beforeEach(() => {
		plan = session.sandbox.addPlan();
	});

	const push = async (code = plan) => await session.push(code, { features });
	const stored = () => session.sandbox.features(plan).length;

	/** Holds requests of a route back until so many are open at once, however long they take to come. */
	function together(route: string, count: number): void {
		session.sandbox.clearRequests();
		const all = until(`${count} are open`, () => session.sandbox.maxInFlightSeen >= count);
		session.sandbox.intercept({ route, times: count, until: all });
	}

	test('the first push migrates a plan: parallel ones to it respond with 422, others do not', async () => {
		Object.assign(session.sandbox.settings, { migration: true, migrationMs: 150 });
		const other = session.sandbox.addPlan();
		session.sandbox.settings.migration = true;

		together('push', 4);
		const parallel = await Promise.all([push(), push(), push(), push(other)]);
		expect(statuses(parallel)).toEqual([200, 200, 422, 422]);
		expect(stored()).toBe(1);
		expect(statuses(await Promise.all([push(), push()]))).toEqual([200, 200]);
		session.sandbox.settings.editedRecentlyMs = 0;
		together('push', 2);
		expect(statuses(await Promise.all([push(), push()]))).toEqual([200, 422]);
	});

	test('a number of pushes to one plan respond with 422', async () => {
		session.sandbox.settings.migratingPushes[plan] = 2;

		expect([(await push()).status, (await push()).status, (await push()).status]).toEqual([422, 422, 200]);
		expect(stored()).toBe(1);
	});

	test('more requests at once than allowed respond with 429 with Retry-After, and are counted', async () => {
		Object.assign(session.sandbox.settings, { maxInFlight: 2, retryAfterSeconds: 7 });
		const read = async () => await session.get(`/Plans/${demo.planCode}/Features`);

		together('features', 4);
		const responses = await Promise.all([read(), read(), read(), read()]);
		expect(statuses(responses)).toEqual([200, 200, 429, 429]);
		expect(responses.find(({ status }) => status === 429)?.headers['retry-after']).toBe('7');
		expect(session.sandbox.maxInFlightSeen).toBe(4);
		expect((await read()).status).toBe(200);
		session.sandbox.clearRequests();
		expect(session.sandbox.maxInFlightSeen).toBe(0);
	});

	test('latency is waited before a response', async () => {
		session.sandbox.settings.latencyMs = 120;
		const shorter = timer(115);
		await session.get(`/Floors/${demo.floorCode}`);

		expect(shorter.isOver).toBe(true);
	});

	test('a response of a test comes instead of the service, or after it took effect', async () => {
		const reply = { status: 500, headers: { 'content-type': 'text/html' }, body: '<h1>no</h1>' };
		session.sandbox.intercept({ route: 'push', reply });
		session.sandbox.intercept({ route: 'push', when: 'after', planCode: plan, reply });

		const other = session.sandbox.addPlan();
		expect(await push(other)).toMatchObject({ status: 500, data: '<h1>no</h1>' });
		expect(session.sandbox.features(other)).toEqual([]);
		expect((await push(other)).status).toBe(200);
		expect((await push()).status).toBe(500);
		expect(stored()).toBe(1);
		expect((await push()).status).toBe(200);
		expect(session.sandbox.requests.map(({ status }) => status)).toEqual([500, 200, 500, 200]);
	});

	test('a request without effect keeps its own response', async () => {
		session.sandbox.intercept({ route: 'push', when: 'after', reply: { status: 502 } });

		expect((await session.push(plan, {})).status).toBe(400);
		expect((await push()).status).toBe(502);
	});

	test('intercepts last as often as they say, or until they are cleared', async () => {
		session.sandbox.intercept({ route: '*', times: Infinity, reply: { status: 503 } });
		expect((await push()).status).toBe(503);
		expect((await session.get(`/Floors/${demo.floorCode}`)).status).toBe(503);
		session.sandbox.clearIntercepts();
		expect((await push()).status).toBe(200);
	});

	test('a reset loses the response, before or after the effect', async () => {
		session.sandbox.intercept({ route: 'push', reply: 'reset' });
		await expect(push()).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(stored()).toBe(0);
		session.sandbox.intercept({ route: 'push', when: 'after', reply: 'reset' });
		await expect(push()).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(stored()).toBe(1);
		expect(session.sandbox.requests.map(({ status }) => status)).toEqual([0, 0]);
	});

	test('a hanging request ends with the sandbox', async () => {
		session.sandbox.intercept({ route: 'push', when: 'after', reply: 'hang' });
		const hanging = push().catch((error: { code: string }) => error.code);
		await until('the push took effect', () => stored() > 0);

		await session.sandbox.close();

		expect(['ECONNRESET', 'ECONNABORTED']).toContain(await hanging);
	});
});
