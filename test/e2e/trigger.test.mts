import { createCredential } from '../../tools/n8n/driver/credentials.mts';
import { executionEnd, listExecutions } from '../../tools/n8n/driver/executions.mts';
import { chosenHost } from '../../tools/n8n/driver/host-folder.mts';
import { deactivateWorkflow } from '../../tools/n8n/driver/workflows.mts';
import type { StoredWorkflow } from '../../tools/n8n/driver/workflows.mts';
import { useListener } from '../support/http/listener.mts';
import { sharePlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { until } from '../support/wait/until.mts';
import { activationError } from '../support/trigger/activation.mts';
import {
	REPORT,
	TRIGGER,
	activeTriggerWorkflow,
	createTriggerWorkflow,
	heard,
} from '../support/trigger/trigger-workflow.mts';

const room = (id: string, version = 0) => ({ id, version, type: 'room' });

describe(`the life of the trigger in the ${chosenHost()} n8n`, () => {
	const listener = useListener();
	let host: PlanHost;
	let lastPlan = 0;

	beforeAll(async () => {
		host = await sharePlanHost();
	});

	afterAll(async () => {
		await host?.close();
	});

	function plan(...features: object[]): string {
		const planCode = host.sandbox.addPlan(`pln_life_${++lastPlan}`);
		host.sandbox.setFeatures(planCode, features);
		return planCode;
	}

	/** Two polls of a plan have come and gone. */
	async function polled(planCode: string): Promise<void> {
		const polls = () =>
			host.sandbox.requests.filter((request) => request.planCode === planCode && request.status === 200).length;
		const before = polls();
		await until('two more polls', () => polls() >= before + 2);
	}

	const executions = async ({ id }: StoredWorkflow) => await listExecutions(host.n8n.session, id);
	const ids = () => heard(listener).map(({ change, feature }) => `${change} ${feature.id}`);

	test('deactivated and activated again it tells what changed meanwhile, and nothing else', async () => {
		const planCode = plan(room('1'), room('2'));
		const workflow = await activeTriggerWorkflow(host, listener, { planCodes: { plans: [{ planCode }] } });
		await polled(planCode);
		// The baseline goes out without items, which makes n8n store it on each of its schedulers.
		expect(await executions(workflow)).toHaveLength(1);
		expect(heard(listener)).toEqual([]);

		await deactivateWorkflow(host.n8n.session, workflow);
		host.sandbox.setFeatures(planCode, [room('1'), room('2', 1), room('3')]);
		expect(await activationError(host.n8n.session, workflow)).toBeUndefined();
		await until('the changes are reported', () => ids().length > 0);
		await polled(planCode);

		expect(ids()).toEqual(['changed 2', 'added 3']);
		await deactivateWorkflow(host.n8n.session, workflow);
	});

	test('a baseline after the activation is stored: a power cut loses nothing', async () => {
		const planCode = plan(room('1'));
		host.sandbox.intercept({ route: 'features', planCode, times: Infinity, reply: { status: 503 } });
		const workflow = await activeTriggerWorkflow(host, listener, {
			planCodes: { plans: [{ planCode }] },
			options: { maxWaitSeconds: 0 },
		});
		await until('a poll that fails shows', async () =>
			(await executions(workflow)).some(({ status }) => status === 'error'),
		);

		host.sandbox.clearIntercepts();
		await until('the baseline is set', async () =>
			(await executions(workflow)).some(({ status }) => status === 'success'),
		);
		const set = (await executions(workflow)).filter(({ status }) => status === 'success');
		const { runs } = await executionEnd(host.n8n.session, set[0].id);
		await host.n8n.process.kill();
		host.sandbox.setFeatures(planCode, [room('1', 1)]);
		await host.n8n.process.start();
		await until('the change is reported', () => ids().length > 0);

		expect(ids()).toEqual(['changed 1']);
		expect(set).toHaveLength(1);
		expect(Object.keys(runs)).not.toContain(REPORT);
		await deactivateWorkflow(host.n8n.session, workflow);
	});

	test('a rejected login stops the activation in words', async () => {
		const data = { ...host.credential.data, apiSecret: 'wrong' };
		const wrong = await createCredential(host.n8n.session, { ...host.credential, name: 'Wrong', data });
		const workflow = await createTriggerWorkflow({ ...host, credential: wrong }, listener, {
			planCodes: { plans: [{ planCode: plan() }] },
		});

		expect(await activationError(host.n8n.session, workflow)).toMatch(/API key/i);
	});

	test('"Fetch Test Event" gives real features and stores nothing', async () => {
		const planCode = plan(room('1'), room('2'));
		const workflow = await createTriggerWorkflow(host, listener, { planCodes: { plans: [{ planCode }] } });

		const result = await host.n8n.run(workflow, { upTo: TRIGGER });

		expect(result.json(TRIGGER)).toMatchObject([
			{ planCode, change: 'added', feature: { id: '1' } },
			{ planCode, change: 'changed', feature: { id: '2' } },
		]);
		const stored = await host.n8n.session.request<{ staticData?: unknown }>('get', `/rest/workflows/${workflow.id}`);
		expect(JSON.stringify(stored.staticData ?? {})).not.toContain('digests');
	});
});
