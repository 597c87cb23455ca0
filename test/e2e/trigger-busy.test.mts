import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chosenHost } from '../../hosts/driver/host-folder.mts';
import { createWorkflow, deactivateWorkflow } from '../../hosts/driver/workflows.mts';
import type { StoredWorkflow, WorkflowNode } from '../../hosts/driver/workflows.mts';
import { startPlanHost } from '../support/host/plan-host.mts';
import type { OwnPlanHost } from '../support/host/plan-host.mts';
import { useListener } from '../support/http/listener.mts';
import { activationError } from '../support/trigger/activation.mts';
import { schedulers } from '../support/trigger/schedulers.mts';
import { heard, tellNode, triggerNode } from '../support/trigger/trigger-workflow.mts';
import { until } from '../support/wait/until.mts';

const [, durable] = schedulers.find(([name]) => name === 'durable') ?? [];
const hook = path.join(process.cwd(), 'test', 'support', 'trigger', 'late-n8n.cjs');
/** On a machine under load n8n takes a minute to start. */
const TIMEOUT_MS = 300_000;
/** Longer than the test lives. */
const NEVER_MS = 600_000;

/** Behind the trigger, as n8n advises: what was seen in an earlier execution goes no further. */
const removeDuplicates: WorkflowNode = {
	id: 'dedupe',
	name: 'Remove Duplicates',
	type: 'n8n-nodes-base.removeDuplicates',
	typeVersion: 2,
	position: [200, 0],
	parameters: { operation: 'removeItemsSeenInPreviousExecutions', dedupeValue: '={{ $json.eventId }}' },
};

// Older versions have no durable scheduler.
(durable === undefined ? describe.skip : describe)(`a busy ${chosenHost()} n8n, on its durable scheduler`, () => {
	const listener = useListener();
	let host: OwnPlanHost;
	let lateFile: string;
	let workflow: StoredWorkflow;
	let version = 0;
	const planCodes = ['pln_late_1', 'pln_late_2'];

	const late = async (ms: { save?: number; insert?: number } = {}) =>
		await writeFile(lateFile, JSON.stringify({ save: 0, insert: 0, ...ms }));
	const set = (planCode: string, tenant: string) =>
		host.sandbox.setFeatures(planCode, [{ id: 'r', type: 'room', tenant, version: ++version }]);
	const toldIds = () => heard(listener).map(({ eventId }) => eventId);
	const toldTenants = () => heard(listener).map(({ feature }) => feature.tenant);
	const polls = () =>
		host.sandbox.requests.filter(({ route, status }) => route === 'features' && status === 200).length;
	const morePolls = async (times = 4) => {
		const before = polls();
		await until(`${times} more polls`, () => polls() >= before + times);
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
		listener.heard.length = 0;
		for (const planCode of planCodes) {
			host.sandbox.addPlan(planCode);
			set(planCode, 'nobody');
		}
		const triggers = planCodes.map((planCode, index) => ({
			...triggerNode(host.credential, { planCodes: { plans: [{ planCode }] } }),
			id: `trigger ${index}`,
			name: `Trigger ${index}`,
		}));
		const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
		workflow = await createWorkflow(host.n8n.session, {
			name: 'Busy',
			nodes: [...triggers, removeDuplicates, tellNode(listener.url)],
			connections: {
				...Object.fromEntries(triggers.map(({ name }) => [name, to('Remove Duplicates')])),
				'Remove Duplicates': to('Tell'),
			},
		});
		expect(await activationError(host.n8n.session, workflow)).toBeUndefined();
		await morePolls();
	}, TIMEOUT_MS);

	afterEach(async () => {
		await late();
		await deactivateWorkflow(host.n8n.session, workflow);
	});

	test.each(['kill', 'stop'] as const)(
		'a %s before an execution is made: the change is told by the next process',
		async (how) => {
			await late({ insert: NEVER_MS });
			set(planCodes[0], 'Anna');
			await morePolls();
			expect(toldTenants()).toEqual([]);

			await host.n8n.process[how](60_000);
			await late();
			await host.n8n.process.start();
			await until('the change is told', () => toldTenants().length > 0);
			await morePolls();

			expect(toldTenants()).toEqual(['Anna']);
		},
		TIMEOUT_MS,
	);

	test(
		'two triggers of one workflow that store late: each change and its way back are told once',
		async () => {
			await late({ save: 1_500 });
			for (const tenant of ['Anna', 'nobody', 'Anna', 'nobody']) {
				for (const planCode of planCodes) set(planCode, tenant);
				await morePolls(6);
			}
			await until('all changes are told', () => toldTenants().length >= 8);
			await morePolls();

			expect(toldTenants().sort()).toEqual([...Array(4).fill('Anna'), ...Array(4).fill('nobody')]);
			expect(new Set(toldIds()).size).toBe(8);
		},
		TIMEOUT_MS,
	);

	test(
		'published while it is still saving: each change goes on once behind Remove Duplicates',
		async () => {
			await late({ save: 3_000 });
			set(planCodes[0], 'Anna');
			await until('a poll has seen it', () => toldTenants().length > 0);
			await deactivateWorkflow(host.n8n.session, workflow);
			expect(await activationError(host.n8n.session, workflow)).toBeUndefined();
			await morePolls(8);

			expect(toldTenants()).toEqual(['Anna']);
		},
		TIMEOUT_MS,
	);
});
