import { setTimeout as pause } from 'node:timers/promises';

import { TIME_LIMIT_MS } from '../../tools/n8n/driver/time-limit.mts';
import { until } from '../support/wait/until.mts';
import { jobs, namesOfJobs, namesOnPlans } from './jobs.mts';
import { startPlanQueue } from './plan-queue.mts';
import type { PlanQueue } from './plan-queue.mts';

const QUIET_MS = 1_500;
/** n8n looks every 30 s for executions whose worker is gone, and then waits 30 s more before it fails them. */
const FAILED_WITHIN_MS = 180_000;
/**
 * What n8n says of an execution that it had handed to a worker that was ending: nobody took it up, or the worker did
 * when it had left its database already, which the database's client and TypeORM tell in several ways.
 */
const HANDED_TO_AN_ENDING_WORKER = new RegExp(
	[
		'^This execution failed to be processed too many times',
		'^Connection terminated',
		'^Client (was closed|has encountered a connection error)',
		'^Cannot use a pool after calling end on the pool$',
		'^Driver not Connected$',
		'^Connection is not established',
	].join('|'),
);
/** Probably the worker began it while it was ending, and ended before it. */
const ENDED_WITH_ITS_WORKER = /^Workflow did not finish/;
/** Of each plan of a worker that is killed: eight requests, so that most of its pushes are under way. */
const FEATURES = 40;

describe('n8n in queue mode with two workers', () => {
	let queue: PlanQueue;

	beforeAll(async () => {
		queue = await startPlanQueue();
	});

	afterAll(async () => {
		await queue?.close();
	});

	beforeEach(() => {
		queue.sandbox.clearRequests();
		queue.sandbox.settings.latencyMs = 0;
	});

	const requests = (route: string) => queue.sandbox.requests.filter((request) => request.route === route);

	/** How many executions each worker has begun since. */
	function begun(): () => number[] {
		const before = queue.n8n.workers.map(({ executions }) => executions.length);
		return () => queue.n8n.workers.map(({ executions }, worker) => executions.length - before[worker]);
	}

	test('n8n has nothing to say against this PostgreSQL', () => {
		expect(queue.n8n.main.process.log.filter((line) => /postgres \d+ /i.test(line))).toEqual([]);
	});

	test('a burst of webhooks is spread over both workers, and one token serves all', async () => {
		const { sandbox, push } = queue;
		const [first, ...work] = jobs(sandbox, 'burst', 61, 10);
		const share = begun();

		await push.call(first);
		await push.untilSuccesses(1, TIME_LIMIT_MS);
		await push.callAll(work);
		await push.untilSuccesses(61, TIME_LIMIT_MS);

		expect(share()[0] + share()[1]).toBe(61);
		expect(Math.min(...share())).toBeGreaterThanOrEqual(10);
		expect(requests('token')).toHaveLength(1);
		expect(new Set(requests('push').map(({ tokenId }) => tokenId)).size).toBe(1);
		expect(namesOnPlans(sandbox, work)).toEqual(namesOfJobs(work));
	});

	test('after the token was revoked each worker logs in once at most', async () => {
		const { sandbox, push } = queue;
		const work = jobs(sandbox, 'revoked', 30, 5);
		const before = await push.count('success');

		sandbox.revokeTokens();
		await push.callAll(work);
		await push.untilSuccesses(before + 30, TIME_LIMIT_MS);

		expect(requests('token').length).toBeLessThanOrEqual(2);
		expect(namesOnPlans(sandbox, work)).toEqual(namesOfJobs(work));
	});

	test('a rolling restart under load pushes no feature twice; what n8n fails is repeated with Skip', async () => {
		const { sandbox, push, n8n } = queue;
		const work = jobs(sandbox, 'rolling', 400, 10);
		const before = await push.count('success');
		const failedBefore = (await push.failures()).length;
		const share = begun();
		let restarted = false;
		sandbox.settings.latencyMs = 100;

		const restarts = (async () => {
			for (const worker of n8n.workers) await worker.restart();
			restarted = true;
		})();
		let called = 0;
		for (; called < work.length && !(restarted && called >= 40); called++) {
			await push.call(work[called]);
			await pause(80);
		}
		await restarts;
		await push.untilEnded(before + failedBefore + called, FAILED_WITHIN_MS);

		const failures = await push.failures();
		const failed = failures.slice(0, failures.length - failedBefore);
		for (const { id, message } of failed) console.log(`Execution ${id} failed: ${message}`);
		for (const { message, pushed } of failed) {
			if (pushed) expect(message).toMatch(ENDED_WITH_ITS_WORKER);
			else expect(message).toMatch(new RegExp(`${HANDED_TO_AN_ENDING_WORKER.source}|${ENDED_WITH_ITS_WORKER.source}`));
		}
		const sent = work.slice(0, called);
		expect(restarted).toBe(true);
		expect(Math.min(...share())).toBeGreaterThan(0);
		const untouched = sent.filter(({ planCode }) => sandbox.features(planCode).length === 0);
		expect(untouched.length).toBeGreaterThanOrEqual(
			failed.filter(({ message }) => HANDED_TO_AN_ENDING_WORKER.test(message)).length,
		);
		const broken = sent.filter(({ planCode, features }) => sandbox.features(planCode).length < features.length);
		expect(broken.length).toBeLessThanOrEqual(failed.length);

		// What docs/scaling.md tells a person to do.
		await push.callAll(broken.map((job) => ({ ...job, existing: 'skip' })));
		await push.untilSuccesses(before + called - failed.length + broken.length, TIME_LIMIT_MS);
		expect(namesOnPlans(sandbox, sent)).toEqual(namesOfJobs(sent));
	});

	test('work of a worker that was killed, repeated with Skip, leaves each feature exactly once', async () => {
		const { sandbox, push, n8n } = queue;
		const work = jobs(sandbox, 'killed', 40, FEATURES);
		const before = await push.count('success');
		sandbox.settings.latencyMs = 150;

		const [killed, survivor] = n8n.workers;
		const share = begun();
		const calls = push.callAll(work);
		await until(
			'the first worker is in the middle of its pushes',
			() => share()[0] >= 7 && requests('push').length >= 60,
		);
		await killed.process.kill();
		await calls;
		await untilQuiet(() => requests('push').length);

		const broken = namesOnPlans(sandbox, work).filter((names) => names.length < FEATURES);
		expect(broken.length).toBeGreaterThan(0);
		expect(await push.count('success')).toBeLessThan(before + 40);

		const repeatedFrom = await push.count('success');
		await push.callAll(work.map((job) => ({ ...job, existing: 'skip' })));
		await push.untilSuccesses(repeatedFrom + 40, TIME_LIMIT_MS);

		expect(survivor.process.running).toBe(true);
		expect(namesOnPlans(sandbox, work)).toEqual(namesOfJobs(work));
	});

	/** Nothing more is pushed: the surviving worker has ended what it could, and the service what the other had sent. */
	async function untilQuiet(count: () => number): Promise<void> {
		for (let last = -1; count() !== last;) {
			last = count();
			await pause(QUIET_MS);
		}
	}
});
