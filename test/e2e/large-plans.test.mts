import { chosenHost } from '../../tools/n8n/driver/host-folder.mts';
import { callWebhook } from '../../tools/n8n/driver/webhooks.mts';
import { activateWorkflow, createWorkflow, withCredential } from '../../tools/n8n/driver/workflows.mts';
import type { WorkflowNode } from '../../tools/n8n/driver/workflows.mts';
import { startPlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';

const MANY = 50_000;
const PLANS = 200;

type Part = Pick<WorkflowNode, 'name' | 'type' | 'typeVersion' | 'parameters'>;

const plansOfBody: Part = {
	name: 'Plans',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: 'body.plans', options: {} },
};

function plan(name: string, type: string, parameters: Record<string, unknown>): Part {
	return { name, type: `n8n-nodes-plan-service.${type}`, typeVersion: 1, parameters };
}

const getMany = plan('Get', 'getFeatures', { operation: 'getMany', planCode: '={{ $json.planCode }}', options: {} });
const getPlan = plan('Get', 'getFeatures', { operation: 'getPlan', planCode: '={{ $json.planCode }}', options: {} });

/** All items in one, so that a webhook's response stays small. */
const count: Part = {
	name: 'Count',
	type: 'n8n-nodes-base.summarize',
	typeVersion: 1,
	parameters: {
		fieldsToSummarize: {
			values: [
				{ aggregation: 'count', field: 'type' },
				{ aggregation: 'countUnique', field: 'planCode' },
			],
		},
		options: {},
	},
};

describe(`no features, and many, in the ${chosenHost()} n8n`, () => {
	let host: PlanHost;

	beforeAll(async () => {
		host = await startPlanHost();
	});

	afterAll(async () => {
		await host?.close();
	});

	/** Publishes Webhook → plans of the body → `parts`; gives what responds to a call with the last node's items. */
	async function published(name: string, parts: Part[]): Promise<(body: object) => Promise<unknown>> {
		const { n8n, credential } = host;
		const hook: Part = {
			name: 'Hook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { path: name, httpMethod: 'POST', responseMode: 'lastNode', responseData: 'allEntries', options: {} },
		};
		const chain = [hook, plansOfBody, ...parts];
		const nodes = chain.map((part, index): WorkflowNode => ({
			...part,
			position: [index * 200, 0],
			...(part === hook ? { webhookId: `large-${name}` } : {}),
			...(part.type.startsWith('n8n-nodes-plan') ? { credentials: { planServiceApi: { id: '', name: '' } } } : {}),
		}));
		const connections = Object.fromEntries(
			chain
				.slice(1)
				.map(({ name: node }, index) => [chain[index].name, { main: [[{ node, type: 'main', index: 0 }]] }]),
		);
		// What is looked at is the response; to store fifty thousand items takes n8n longer than all else.
		const settings = { executionOrder: 'v1', saveDataSuccessExecution: 'none' };
		const workflow = await createWorkflow(
			n8n.session,
			withCredential({ name, nodes, connections, settings }, credential),
		);
		await activateWorkflow(n8n.session, workflow);
		return async (body) => {
			const { status, data } = await callWebhook(n8n.baseUrl, name, body);
			expect(status).toBe(200);
			return data;
		};
	}

	const features = (number: number) =>
		Array.from({ length: number }, (_, index) => ({
			type: 'fixedIcon',
			position: { x: index, y: 1 },
			icons: [{ iconType: 'exit' }],
			name: `icon ${index}`,
		}));
	const pushes = () => host.sandbox.requests.filter(({ route }) => route === 'push');
	const pushed = { skipped: 0, retries: 0, confirmed: 0 };

	test('a plan without features: no item of Get Many, an empty one of Get Plan, and no request of Push', async () => {
		const { sandbox } = host;
		const [planCode, other] = [sandbox.addPlan(), sandbox.addPlan()];
		const body = { plans: [{ planCode }] };

		const many = await (await published('empty-many', [{ ...getMany }]))(body);
		const whole = await (await published('empty-plan', [getPlan]))(body);
		sandbox.clearRequests();
		const push = plan('Push', 'pushFeatures', {
			operation: 'push',
			planCode: other,
			source: 'json',
			featureJson: '={{ $json.features }}',
		});
		const nothing = await (await published('empty-push', [getPlan, push]))(body);

		expect(many).toEqual([]);
		expect(whole).toEqual([{ planCode, count: 0, features: [] }]);
		expect(nothing).toEqual([{ planCode: other, pushed: 0, requests: 0, ...pushed }]);
		expect(pushes()).toEqual([]);
	});

	test(`${PLANS} plans are read, and pushed to, each once`, async () => {
		const { sandbox } = host;
		const plans = Array.from({ length: PLANS }, () => ({ planCode: sandbox.addPlan() }));
		for (const { planCode } of plans) sandbox.setFeatures(planCode, features(3));
		sandbox.clearRequests();

		const counts = await (await published('plans-get', [getMany, count]))({ plans });
		const push = plan('Push', 'pushFeatures', {
			operation: 'push',
			planCode: '={{ $json.planCode }}',
			source: 'item',
			options: { existing: 'push' },
		});
		const results = await (await published('plans-push', [{ ...getMany }, push]))({ plans });

		expect(counts).toEqual([{ count_type: 3 * PLANS, unique_count_planCode: PLANS }]);
		expect(results).toEqual(plans.map(({ planCode }) => ({ planCode, pushed: 3, requests: 1, ...pushed })));
		expect(sandbox.requests.filter(({ route }) => route === 'features')).toHaveLength(2 * PLANS);
		expect(pushes()).toHaveLength(PLANS);
		expect(plans.map(({ planCode }) => sandbox.features(planCode).length)).toEqual(Array(PLANS).fill(6));
	});

	test(`${MANY} features are read, and pushed to another plan in requests of 1,000, in order`, async () => {
		const { sandbox } = host;
		const [planCode, other] = [sandbox.addPlan(), sandbox.addPlan()];
		sandbox.setFeatures(planCode, features(MANY));
		sandbox.clearRequests();
		const body = { plans: [{ planCode }] };

		const counts = await (await published('many-get', [getMany, count]))(body);
		const push = plan('Push', 'pushFeatures', { operation: 'push', planCode: other, source: 'item' });
		const result = await (await published('many-push', [getMany, push]))(body);

		expect(counts).toEqual([{ count_type: MANY, unique_count_planCode: 1 }]);
		expect(result).toEqual([{ planCode: other, pushed: MANY, requests: MANY / 1000, ...pushed }]);
		expect(pushes().map(({ featureCount }) => featureCount)).toEqual(Array(MANY / 1000).fill(1000));
		expect(sandbox.features(other).map(({ name }) => name)).toEqual(features(MANY).map(({ name }) => name));
	});
});
