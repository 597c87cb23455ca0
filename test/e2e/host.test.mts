import { createCredential, testCredential } from '../../tools/n8n/driver/credentials.mts';
import { listExecutions, startExecution, stopExecution, executionEnd } from '../../tools/n8n/driver/executions.mts';
import { chosenHost } from '../../tools/n8n/driver/host-folder.mts';
import { RunningN8n } from '../../tools/n8n/driver/running-n8n.mts';
import { callWebhook } from '../../tools/n8n/driver/webhooks.mts';
import { activateWorkflow, createWorkflow, deactivateWorkflow } from '../../tools/n8n/driver/workflows.mts';
import type { WorkflowNode } from '../../tools/n8n/driver/workflows.mts';

const manual: WorkflowNode = {
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

function next(node: Pick<WorkflowNode, 'name' | 'type' | 'typeVersion' | 'parameters'>): WorkflowNode {
	return { ...node, position: [200, 0] };
}

const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });

describe(`the ${chosenHost()} n8n and its driver`, () => {
	let n8n: RunningN8n;

	beforeAll(async () => {
		n8n = RunningN8n.join(await sharedN8n());
	});

	test('a manual run gives the items of each node', async () => {
		const workflow = await createWorkflow(n8n.session, {
			name: 'Edit',
			nodes: [
				manual,
				next({
					name: 'Edit',
					type: 'n8n-nodes-base.set',
					typeVersion: 3.4,
					parameters: { mode: 'raw', jsonOutput: '={{ { product: 6 * 7 } }}' },
				}),
			],
			connections: { Start: to('Edit') },
		});

		const result = await n8n.run(workflow, { trigger: 'Start' });

		expect(result.status).toBe('success');
		expect(result.json('Edit')).toEqual([{ product: 42 }]);
		expect(await listExecutions(n8n.session, workflow.id)).toMatchObject([{ id: result.id }]);
	});

	test('a failed run gives the error and its node', async () => {
		const workflow = await createWorkflow(n8n.session, {
			name: 'Stop and error',
			nodes: [
				manual,
				next({
					name: 'Fail',
					type: 'n8n-nodes-base.stopAndError',
					typeVersion: 1,
					parameters: { errorMessage: 'enough' },
				}),
			],
			connections: { Start: to('Fail') },
		});

		const result = await n8n.run(workflow, { upTo: 'Fail' });

		expect(result.status).toBe('error');
		expect(result.runs.Fail[0].error?.message).toBe('enough');
	});

	test('a running execution can be stopped', async () => {
		const workflow = await createWorkflow(n8n.session, {
			name: 'Wait',
			nodes: [
				manual,
				next({
					name: 'Wait',
					type: 'n8n-nodes-base.wait',
					typeVersion: 1.1,
					parameters: { amount: 30, unit: 'seconds' },
				}),
			],
			connections: { Start: to('Wait') },
		});

		const id = await startExecution(n8n.session, workflow, { trigger: 'Start' });
		await stopExecution(n8n.session, id);

		expect((await executionEnd(n8n.session, id)).status).toBe('canceled');
	});

	test('a credential is stored, and its test says what is wrong', async () => {
		const credential = await createCredential(n8n.session, {
			name: 'GitHub',
			type: 'githubApi',
			data: { server: 'http://127.0.0.1:9', user: 'x', accessToken: 'y' },
		});

		const { status, message } = await testCredential(n8n.session, credential);

		expect(status).toBe('Error');
		expect(message).toMatch(/refused/i);
	});

	test('an active workflow responds to its webhook, after kill -9 and a new start too', async () => {
		const workflow = await createWorkflow(n8n.session, {
			name: 'Webhook',
			nodes: [
				{
					name: 'Hook',
					type: 'n8n-nodes-base.webhook',
					typeVersion: 2,
					position: [0, 0],
					webhookId: 'hook-of-the-driver-test',
					parameters: { path: 'driver', httpMethod: 'POST', responseMode: 'lastNode' },
				},
			],
			connections: {},
		});
		await activateWorkflow(n8n.session, workflow);
		expect((await callWebhook(n8n.baseUrl, 'driver', { a: 1 })).data).toMatchObject({ body: { a: 1 } });

		await n8n.killAndRestart();
		expect((await callWebhook(n8n.baseUrl, 'driver', { a: 2 })).data).toMatchObject({ body: { a: 2 } });

		await deactivateWorkflow(n8n.session, workflow);
		expect(await listExecutions(n8n.session, workflow.id)).toMatchObject([
			{ status: 'success' },
			{ status: 'success' },
		]);
	});
});
