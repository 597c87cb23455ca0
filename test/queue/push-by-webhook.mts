import { setTimeout as pause } from 'node:timers/promises';

import type { StoredCredential } from '../../tools/n8n/driver/credentials.mts';
import { countExecutions, executionEnd, listExecutions } from '../../tools/n8n/driver/executions.mts';
import type { QueueHost } from '../../tools/n8n/driver/queue/queue-host.mts';
import { callWebhook } from '../../tools/n8n/driver/webhooks.mts';
import { activateWorkflow, createWorkflow } from '../../tools/n8n/driver/workflows.mts';
import type { StoredWorkflow } from '../../tools/n8n/driver/workflows.mts';

const PATH = 'push';
const POLL_MS = 200;
const FAILED = ['error', 'crashed', 'canceled'];

export interface PushJob {
	planCode: string;
	features: object[];
	/** The option Existing Features. */
	existing?: 'push' | 'skip';
}

/** An execution that did not end well. */
export interface FailedExecution {
	id: string;
	/** What n8n says about it. */
	message: string;
	/** Whether the push began. */
	pushed: boolean;
}

/** An active workflow: a webhook responds at once, and a worker pushes what it was called with. */
export class PushByWebhook {
	/** Calls that got a response. */
	calls = 0;

	private constructor(
		private readonly n8n: QueueHost,
		private readonly workflow: StoredWorkflow,
	) {}

	static async create(n8n: QueueHost, { id, name }: StoredCredential): Promise<PushByWebhook> {
		const workflow = await createWorkflow(n8n.session, {
			name: 'Push',
			nodes: [
				{
					name: 'Hook',
					type: 'n8n-nodes-base.webhook',
					typeVersion: 2,
					position: [0, 0],
					webhookId: PATH,
					parameters: { path: PATH, httpMethod: 'POST', responseMode: 'onReceived' },
				},
				{
					name: 'Push',
					type: 'n8n-nodes-plan-service.pushFeatures',
					typeVersion: 1,
					position: [200, 0],
					parameters: {
						operation: 'push',
						planCode: '={{ $json.body.planCode }}',
						source: 'json',
						featureJson: '={{ $json.body.features }}',
						// Small requests: a worker that ends finds most pushes half done.
						options: { batchSize: 5, existing: '={{ $json.body.existing }}' },
					},
					credentials: { planServiceApi: { id, name } },
				},
			],
			connections: { Hook: { main: [[{ node: 'Push', type: 'main', index: 0 }]] } },
		});
		await activateWorkflow(n8n.session, workflow);
		return new PushByWebhook(n8n, workflow);
	}

	/** Puts one execution into the queue. */
	async call({ existing = 'push', ...job }: PushJob): Promise<void> {
		const { status, data } = await callWebhook(this.n8n.baseUrl, PATH, { ...job, existing });
		if (status !== 200) throw new Error(`The webhook responded with ${status}: ${JSON.stringify(data)}`);
		this.calls++;
	}

	async callAll(jobs: PushJob[]): Promise<void> {
		await Promise.all(jobs.map(async (job) => await this.call(job)));
	}

	async count(...status: string[]): Promise<number> {
		return await countExecutions(this.n8n.session, this.workflow.id, status);
	}

	/** The executions that have failed so far, newest first. */
	async failures(): Promise<FailedExecution[]> {
		const failed = await listExecutions(this.n8n.session, this.workflow.id, FAILED);
		return await Promise.all(
			failed.map(async ({ id, status }) => {
				const { error, runs } = await executionEnd(this.n8n.session, id);
				return { id, message: error?.message ?? status, pushed: runs.Push !== undefined };
			}),
		);
	}

	/** Waits until as many executions as that have ended well in all. @throws Error that tells why others did not */
	async untilSuccesses(wanted: number, timeoutMs: number): Promise<void> {
		await this.untilCount(wanted, timeoutMs, 'success');
	}

	/** Waits until as many executions as that have ended in all, well or not. */
	async untilEnded(wanted: number, timeoutMs: number): Promise<void> {
		await this.untilCount(wanted, timeoutMs, 'success', ...FAILED);
	}

	private async untilCount(wanted: number, timeoutMs: number, ...status: string[]): Promise<void> {
		const giveUpAt = Date.now() + timeoutMs;
		for (;;) {
			const done = await this.count(...status);
			if (done >= wanted) return;
			if (Date.now() > giveUpAt) {
				const failed = (await this.failures()).map(({ id, message }) => `\n${id}: ${message}`);
				throw new Error(
					`Of ${wanted} executions ${done} are at ${status.join('/')} after ${timeoutMs / 1000} s; failed: ` +
						`${failed.join('') || 'none'}`,
				);
			}
			await pause(POLL_MS);
		}
	}
}
