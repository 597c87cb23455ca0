import { setTimeout as pause } from 'node:timers/promises';
import { executionEnd, stopExecution } from '../../tools/n8n/driver/executions.mts';
import { startBusyLoops } from '../../tools/scripts/test/busy-loops.mts';
import type { Intercept } from '../../tools/sandbox/server.mts';
import { sharePlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { until } from '../support/wait/until.mts';
import { PushWorkflow } from './push-workflow.mts';
import { requestedFeatures } from './random/requested-features.mts';

const PLANS = 5;
const FEATURES_PER_PLAN = 100;
/** Presses of Stop while a push meets 401; the race that was seen once took fifty, as each night's job has it. */
const { STOP_TIMES = '4' } = process.env;
/** Of a push and of a login: Stop comes at another moment of both each time. */
const SLOW_MS = 800;
const BUSY_LOOPS = 2;
/** What had left n8n when it responded to "Stop" has arrived by then. */
const ON_THE_WAY_MS = 150;
const WATCHED_MS = 2_000;

const situations: Array<[string, Intercept['reply'] | undefined]> = [
	['while pushes run one after the other', undefined],
	['while pushes have no response', 'hang'],
	['while pushes wait for Retry-After', { status: 503, headers: { 'retry-after': '1' } }],
	['while pushes wait for a migration', { status: 422 }],
	['while the plans are read back', 'reset'],
];

describe('Stop', () => {
	let host: PlanHost;
	let lastPath = 0;

	beforeAll(async () => {
		host = await sharePlanHost({ settings: { latencyMs: 20 } });
	});

	afterAll(async () => {
		await host?.close();
	});

	async function pushing(onError: 'stopWorkflow' | 'continueErrorOutput'): Promise<PushWorkflow> {
		return await PushWorkflow.create(host.n8n, `stop-${lastPath++}`, host.credential, {
			options: { batchSize: 1, maxRetries: 100 },
			onError,
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 200,
		});
	}

	async function untilPushed(count: number): Promise<void> {
		const { requests } = host.sandbox;
		await until(`${count} pushes`, () => requests.filter(({ route }) => route === 'push').length >= count);
	}

	/** Presses "Stop". @returns the requests that arrived too late */
	async function stop(workflow: PushWorkflow): Promise<object[]> {
		const { session } = host.n8n;
		const [{ id }] = await workflow.executions();
		await stopExecution(session, id);
		await pause(ON_THE_WAY_MS);
		const before = host.sandbox.requests.length;
		expect((await executionEnd(session, id)).status).toBe('canceled');
		await pause(WATCHED_MS);
		return host.sandbox.requests.slice(before).map(({ route, planCode }) => ({ route, planCode }));
	}

	describe.each(['stopWorkflow', 'continueErrorOutput'] as const)('%s', (onError) => {
		test.each(situations)('%s: nothing is sent any more', async (_name, reply) => {
			const { sandbox } = host;
			sandbox.clearIntercepts();
			const workflow = await pushing(onError);
			const planCodes = Array.from({ length: PLANS }, () => sandbox.addPlan());
			sandbox.clearRequests();
			if (reply !== undefined) sandbox.intercept({ route: 'push', times: Infinity, reply });

			await workflow.start(requestedFeatures('stop', planCodes, FEATURES_PER_PLAN));
			await untilPushed(PLANS);
			await pause(100);

			expect(await stop(workflow)).toEqual([]);
			const held = planCodes.flatMap((planCode) => sandbox.features(planCode).map(({ name }) => name));
			expect(held).toHaveLength(new Set(held).size);
			expect(held.length).toBeLessThan(PLANS * FEATURES_PER_PLAN);
		});
	});

	test('an execution in line for a plan that another one pushes never comes to its turn', async () => {
		const { sandbox } = host;
		sandbox.clearIntercepts();
		const planCode = sandbox.addPlan();
		const [first, second] = [await pushing('stopWorkflow'), await pushing('stopWorkflow')];
		sandbox.clearRequests();
		const [mine, others] = [requestedFeatures('first', [planCode], 60), requestedFeatures('second', [planCode], 60)];

		await first.start(mine);
		await untilPushed(5);
		await second.start(others);
		await pause(200);
		const [{ id }] = await second.executions();
		await stopExecution(host.n8n.session, id);
		const [result] = await first.ends(1);
		await pause(500);

		expect(result.status).toBe('success');
		expect(sandbox.features(planCode).map(({ name }) => name)).toEqual(mine.map(({ name }) => name));
	});

	test(`${STOP_TIMES} times beside busy loops, while a push meets 401 or logs in then: nothing is sent`, async () => {
		const { sandbox } = host;
		sandbox.clearIntercepts();
		sandbox.intercept({ route: 'push', times: Infinity, reply: { status: 401 } });
		const workflow = await pushing('stopWorkflow');
		const endBusyLoops = startBusyLoops(BUSY_LOOPS);
		const late: Array<{ time: number; sent: object[] }> = [];
		let inTime = 0;
		try {
			sandbox.settings.latencyMs = SLOW_MS;
			for (let time = 0; time < Number(STOP_TIMES); time++) {
				const planCode = sandbox.addPlan();
				sandbox.clearRequests();
				await workflow.start(requestedFeatures(`401-${time}`, [planCode], 1));
				await untilPushed(1);
				await pause(((time * 7) % 20) * (SLOW_MS / 10));
				const [{ status }] = await workflow.executions();
				if (status !== 'running') continue;
				inTime++;
				const sent = await stop(workflow);
				if (sent.length > 0) late.push({ time, sent });
			}
		} finally {
			sandbox.settings.latencyMs = 20;
			await endBusyLoops();
		}

		expect(late).toEqual([]);
		expect(inTime).toBeGreaterThan(Number(STOP_TIMES) / 2);
	});
});
