import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { StoredCredential } from '../../tools/n8n/driver/credentials.mts';
import { executionEnd, listExecutions } from '../../tools/n8n/driver/executions.mts';
import type { ExecutionResult } from '../../tools/n8n/driver/execution-result.mts';
import type { RunningN8n } from '../../tools/n8n/driver/running-n8n.mts';
import { TIME_LIMIT_MS } from '../../tools/n8n/driver/time-limit.mts';
import { callWebhook } from '../../tools/n8n/driver/webhooks.mts';
import { activateWorkflow, createWorkflow } from '../../tools/n8n/driver/workflows.mts';
import type { StoredWorkflow } from '../../tools/n8n/driver/workflows.mts';

export interface PushNodeSettings {
	/** The collection `options` of the node. */
	options: Record<string, unknown>;
	onError?: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
}

export const PUSH = 'Push';

/** What a webhook responds with where n8n's database was locked; nothing has run then. */
const NOT_STARTED = 'There was a problem executing the workflow';

/** An active workflow that pushes the features which its webhook is called with, one item a feature. */
export class PushWorkflow {
	private constructor(
		private readonly n8n: RunningN8n,
		private readonly path: string,
		readonly workflow: StoredWorkflow,
	) {}

	static async create(
		n8n: RunningN8n,
		called: string,
		credential: StoredCredential,
		settings: PushNodeSettings,
	): Promise<PushWorkflow> {
		const { options, ...others } = settings;
		const { id, name } = credential;
		// n8n rejects a path that another workflow has, and nothing here is taken back.
		const path = `${called}-${randomUUID()}`;
		const workflow = await createWorkflow(n8n.session, {
			name: called,
			nodes: [
				node(
					'Hook',
					'n8n-nodes-base.webhook',
					2,
					{ path, httpMethod: 'POST', responseMode: 'onReceived' },
					{ webhookId: path },
				),
				node('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.features', options: {} }),
				node(
					PUSH,
					'n8n-nodes-plan-service.pushFeatures',
					1,
					{ operation: 'push', source: 'item', options },
					{
						credentials: { planServiceApi: { id, name } },
						...others,
					},
				),
			],
			connections: { Hook: to('Split'), Split: to(PUSH) },
		});
		await activateWorkflow(n8n.session, workflow);
		return new PushWorkflow(n8n, path, workflow);
	}

	/** Starts one execution, again where n8n could not store it; does not wait for it. */
	async start(features: object[]): Promise<void> {
		const giveUpAt = Date.now() + TIME_LIMIT_MS;
		for (;;) {
			const { status, data } = await callWebhook(this.n8n.baseUrl, this.path, { features });
			if (status === 200) return;
			const said = JSON.stringify(data);
			if (!said.includes(NOT_STARTED) || Date.now() > giveUpAt)
				throw new Error(`The webhook ${this.path} responded with ${status}: ${said}`);
			await pause(500);
		}
	}

	/** Waits for the end of all executions so far, newest first. */
	async ends(count: number, timeoutMs = TIME_LIMIT_MS): Promise<ExecutionResult[]> {
		const giveUpAt = Date.now() + timeoutMs;
		let listed = await this.executions();
		while (listed.length < count && Date.now() < giveUpAt) {
			await pause(100);
			listed = await this.executions();
		}
		const results: ExecutionResult[] = [];
		for (const { id } of listed)
			results.push(await executionEnd(this.n8n.session, id, Math.max(1, giveUpAt - Date.now())));
		return results;
	}

	/** Those that n8n has stored, newest first. */
	async executions(): Promise<Array<{ id: string; status: string }>> {
		return await listExecutions(this.n8n.session, this.workflow.id);
	}
}

function node(name: string, type: string, typeVersion: number, parameters: Record<string, unknown>, more: object = {}) {
	return { name, type, typeVersion, position: [0, 0] as [number, number], parameters, ...more };
}

function to(name: string) {
	return { main: [[{ node: name, type: 'main', index: 0 }]] };
}
