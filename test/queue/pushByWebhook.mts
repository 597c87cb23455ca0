import { setTimeout as pause } from 'node:timers/promises';

import type { StoredCredential } from '../../hosts/driver/credentials.mts';
import { countExecutions } from '../../hosts/driver/executions.mts';
import type { QueueHost } from '../../hosts/driver/queue/queueHost.mts';
import { callWebhook } from '../../hosts/driver/webhooks.mts';
import { activateWorkflow, createWorkflow } from '../../hosts/driver/workflows.mts';
import type { StoredWorkflow } from '../../hosts/driver/workflows.mts';

const PATH = 'push';
const POLL_MS = 200;

export interface PushJob {
	planCode: string;
	features: object[];
	/** The option Existing Features. */
	existing?: 'push' | 'skip';
}

/** An active workflow: a webhook answers at once, and a worker pushes what it was called with. */
export class PushByWebhook {
	/** Calls that were answered. */
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
						source: 'field',
						fieldName: 'body.features',
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
		if (status !== 200) throw new Error(`The webhook answered ${status}: ${JSON.stringify(data)}`);
		this.calls++;
	}

	async callAll(jobs: PushJob[]): Promise<void> {
		await Promise.all(jobs.map(async (job) => await this.call(job)));
	}

	async count(...status: string[]): Promise<number> {
		return await countExecutions(this.n8n.session, this.workflow.id, status);
	}

	/** Waits until as many executions as that have ended well in all. @throws Error when they have not in time */
	async untilSuccesses(wanted: number, timeoutMs: number): Promise<void> {
		const giveUpAt = Date.now() + timeoutMs;
		for (;;) {
			const done = await this.count('success');
			if (done >= wanted) return;
			if (Date.now() > giveUpAt) {
				const failed = await this.count('error', 'crashed', 'canceled');
				throw new Error(`Of ${wanted} executions ${done} ended well and ${failed} badly in ${timeoutMs / 1000} s.`);
			}
			await pause(POLL_MS);
		}
	}
}
