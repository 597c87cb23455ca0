import { createCredential } from '../../tools/n8n/driver/credentials.mts';
import { chosenHost } from '../../tools/n8n/driver/host-folder.mts';
import { createWorkflow, withCredential } from '../../tools/n8n/driver/workflows.mts';
import { startPlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { agentThatPushes } from './agent-workflow.mts';
import { startStubModel } from './stub-model.mts';
import type { StubModel } from './stub-model.mts';

const icon = (name: string) => ({ type: 'leaderLineIcon', name, position: null, icons: [] });

// The oldest n8n has an agent of other parameters: the suite leaves this file out there.
describe(`n8n's AI Agent with Push as its tool, in the ${chosenHost()} n8n`, () => {
	let host: PlanHost;
	let model: StubModel;
	let modelId: string;

	beforeAll(async () => {
		host = await startPlanHost();
		model = await startStubModel();
		const draft = { name: 'Model', type: 'openAiApi', data: { apiKey: 'none', url: model.url } };
		({ id: modelId } = await createCredential(host.n8n.session, draft));
	});

	afterAll(async () => {
		await model?.close();
		await host?.close();
	});

	/**
	 * Lets the agent push each feature by a call of its own, all at once.
	 * @returns what the tool gave, call by call
	 */
	async function pushed(planCode: string, names: string[], settings?: Record<string, unknown>): Promise<string[]> {
		model.calls = names.map((name) => ({
			tool: 'push_features',
			values: { planCode, features: JSON.stringify(icon(name)) },
		}));
		const draft = withCredential(agentThatPushes(modelId, settings), host.credential);
		const workflow = await createWorkflow(host.n8n.session, draft);
		const result = await host.n8n.run(workflow, { trigger: 'Run Once' });
		expect({ status: result.status, error: result.error?.message }).toEqual({ status: 'success', error: undefined });
		const [{ output }] = result.json('Agent');
		return JSON.parse(String(output)) as string[];
	}

	const onPlan = (planCode: string) =>
		host.sandbox
			.features(planCode)
			.map(({ name }) => name)
			.sort();

	test('adds each feature once by calls side by side', async () => {
		const planCode = host.sandbox.addPlan();

		const responses = await pushed(planCode, ['one', 'two', 'three']);

		expect(responses).toHaveLength(3);
		for (const response of responses) expect(response).toMatch(/"pushed":1/);
		expect(onPlan(planCode)).toEqual(['one', 'three', 'two']);
	});

	test('adds a feature once with Retry On Fail, where the response to its push is lost', async () => {
		const planCode = host.sandbox.addPlan();
		host.sandbox.intercept({ route: 'push', planCode, when: 'after', reply: { status: 504 } });

		const [response] = await pushed(planCode, ['lost'], { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 });

		expect(response).toMatch(/"confirmed":1/);
		expect(onPlan(planCode)).toEqual(['lost']);
	});

	test('learns what went wrong and what to do, by a tool that is tried again', async () => {
		const planCode = host.sandbox.addPlan();
		host.sandbox.intercept({
			route: 'push',
			planCode,
			times: Infinity,
			reply: { status: 400, body: '{"message":"no such icon"}' },
		});

		const [response] = await pushed(planCode, ['rejected'], { retryOnFail: true, maxTries: 2, waitBetweenTries: 100 });

		host.sandbox.clearIntercepts();
		expect(response).toMatch(/no such icon/);
		expect(response).toMatch(/Correct/);
		expect(onPlan(planCode)).toEqual([]);
	});
});
