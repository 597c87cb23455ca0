import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chosenHost } from '../../tools/n8n/driver/host-folder.mts';
import { createWorkflow, deactivateWorkflow } from '../../tools/n8n/driver/workflows.mts';
import type { StoredWorkflow, WorkflowNode } from '../../tools/n8n/driver/workflows.mts';
import { startPlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { useListener } from '../support/http/listener.mts';
import { activationError } from '../support/trigger/activation.mts';
import { Feeds } from '../support/trigger/feed.mts';
import { schedulers } from '../support/trigger/schedulers.mts';
import { draftOf, heard } from '../support/trigger/trigger-workflow.mts';
import { until } from '../support/wait/until.mts';

const [, durable] = schedulers.find(([name]) => name === 'durable') ?? [];
const hook = path.join(process.cwd(), 'test', 'support', 'trigger', 'late-n8n.cjs');
/** `npm run test:trigger-random` takes three runs of each. */
const runs = Array.from({ length: Number(process.env.TRIGGER_RUNS ?? 1) }, (_, index) => index + 1);
/** On a machine under load n8n takes a minute to start. */
const TIMEOUT_MS = 300_000;
/** Longer than the test lives. */
const NEVER_MS = 600_000;

/**
 * Behind each trigger: what was seen in an earlier execution goes no further. Of two executions that meet in it for the
 * first time n8n lets one fail.
 */
const removeDuplicates: WorkflowNode = {
	name: 'Remove Duplicates',
	retryOnFail: true,
	type: 'n8n-nodes-base.removeDuplicates',
	typeVersion: 2,
	position: [200, 0],
	parameters: { operation: 'removeItemsSeenInPreviousExecutions', dedupeValue: '={{ $json.eventId }}' },
};

// Older versions have no durable scheduler.
const describeDurable = durable === undefined ? describe.skip : describe;

describeDurable(`a busy ${chosenHost()} n8n, on its durable scheduler, with n8n's RSS trigger beside ours`, () => {
	const listener = useListener();
	const planCodes = ['pln_late_1', 'pln_late_2'];
	let host: PlanHost;
	let lateFile: string;
	let workflows: StoredWorkflow[] = [];
	let feeds: Feeds;
	let version = 0;

	const late = async (ms: { save?: number; insert?: number } = {}) =>
		await writeFile(lateFile, JSON.stringify({ save: 0, insert: 0, ...ms }));
	/** Changes a plan, and a feed with it. @returns the item of the feed */
	const set = (index: number, tenant: string) => {
		host.sandbox.setFeatures(planCodes[index], [{ id: 'r', type: 'room', tenant, version: ++version }]);
		return feeds.add(index);
	};
	const emitted = () => heard(listener, '/events');
	const tenants = () => emitted().map(({ feature }) => feature.tenant);
	const polls = () =>
		host.sandbox.requests.filter(({ route, status }) => route === 'features' && status === 200).length;
	const morePolls = async (times = 4) => {
		const before = polls();
		await until(`${times} more polls`, () => polls() >= before + times);
	};
	const publish = async () => {
		for (const workflow of workflows) expect(await activationError(host.n8n.session, workflow)).toBeUndefined();
	};
	const unpublish = async () => {
		for (const workflow of workflows) await deactivateWorkflow(host.n8n.session, workflow);
	};
	const report = (row: string, items: number[]) => {
		console.info(JSON.stringify({ row, ours: { emitted: emitted().length }, rss: feeds.outcome(items) }));
	};

	beforeAll(async () => {
		lateFile = path.join(await mkdtemp(path.join(tmpdir(), 'late-')), 'late.json');
		await late();
		host = await startPlanHost({ env: { ...durable, NODE_OPTIONS: `--require ${hook}`, LATE_N8N: lateFile } });
	});

	afterAll(async () => {
		await host?.close();
	});

	beforeEach(async () => {
		feeds = new Feeds(listener, planCodes.length);
		planCodes.forEach((planCode, index) => {
			host.sandbox.addPlan(planCode);
			set(index, 'nobody');
		});
		const triggers = planCodes.map((planCode, index) => ({
			id: `trigger ${index}`,
			name: `Trigger ${index}`,
			parameters: { planCodes: { plans: [{ planCode }] } },
		}));
		const ours = draftOf('Busy', host.credential, triggers, `${listener.url}/events`, removeDuplicates);
		workflows = [];
		for (const draft of [ours, feeds.draft()]) workflows.push(await createWorkflow(host.n8n.session, draft));
		await publish();
		await morePolls();
		await until('the RSS triggers have begun', () => feeds.areKnown);
	}, TIMEOUT_MS);

	afterEach(async () => {
		await late();
		await unpublish();
	});

	describe.each(runs)('run %i', () => {
		test.each(['kill', 'stop'] as const)(
			'a %s before an execution is made: the change is emitted by the next process, that of the feed never',
			async (how) => {
				await late({ insert: NEVER_MS });
				const item = set(0, 'Anna');
				await morePolls();
				expect(tenants()).toEqual([]);

				await host.n8n.process[how](60_000);
				await late();
				await host.n8n.process.start();
				await until('the change is reported', () => tenants().length > 0);
				await morePolls();

				report(how, [item]);
				expect(tenants()).toEqual(['Anna']);
				expect(feeds.outcome([item])).toEqual({ lost: 1, again: 0 });
			},
			TIMEOUT_MS,
		);

		test(
			'two triggers of one workflow that store late: each change and its way back are reported once',
			async () => {
				await late({ save: 1_500 });
				const items: number[] = [];
				for (const tenant of ['Anna', 'nobody', 'Anna', 'nobody']) {
					items.push(...planCodes.map((_planCode, index) => set(index, tenant)));
					await morePolls(6);
				}
				await until('all changes are reported', () => tenants().length >= 8);
				await morePolls();

				report('two triggers', items);
				expect(tenants().sort()).toEqual([...Array(4).fill('Anna'), ...Array(4).fill('nobody')]);
				expect(new Set(emitted().map(({ eventId }) => eventId)).size).toBe(8);
			},
			TIMEOUT_MS,
		);

		test(
			'two triggers of one workflow that store late, then a kill: each change and its way back are reported once',
			async () => {
				await late({ save: 1_500 });
				const items = planCodes.map((_planCode, index) => set(index, 'Anna'));
				await until('both changes are reported', () => tenants().length >= 2);
				await morePolls(4);
				await host.n8n.process.kill();
				items.push(...planCodes.map((_planCode, index) => set(index, 'nobody')));
				await host.n8n.process.start();
				await until('all changes are reported', () => tenants().length >= 4);
				await morePolls();

				report('two triggers and a kill', items);
				expect(tenants()).toEqual(['Anna', 'Anna', 'nobody', 'nobody']);
			},
			TIMEOUT_MS,
		);

		test(
			'published while it is still saving: each change and its way back go on once behind Remove Duplicates',
			async () => {
				await late({ save: 3_000 });
				const items = [set(0, 'Anna')];
				await until('a poll has seen it', () => tenants().length > 0);
				await unpublish();
				items.push(set(0, 'nobody'));
				await publish();
				await until('the way back is reported', () => tenants().length > 1);
				await morePolls(8);

				report('published', items);
				expect(tenants()).toEqual(['Anna', 'nobody']);
			},
			TIMEOUT_MS,
		);
	});
});
