import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { createCredential } from '../../n8n/driver/credentials.mts';
import type { StoredCredential } from '../../n8n/driver/credentials.mts';
import { projectRoot } from '../../n8n/driver/host-folder.mts';
import type { HostName } from '../../n8n/driver/host-folder.mts';
import { N8nHost } from '../../n8n/driver/n8n-host.mts';
import { callWebhook } from '../../n8n/driver/webhooks.mts';
import { activateWorkflow, createWorkflow, deactivateWorkflow } from '../../n8n/driver/workflows.mts';
import type { StoredWorkflow, WorkflowDraft } from '../../n8n/driver/workflows.mts';
import type { Service } from '../service/service.mts';
import { sampled } from '../../n8n/driver/process-usage.mts';
import type { Sampling } from '../../n8n/driver/process-usage.mts';
import { TimesFile } from './run-times.mts';
import type { RunTimes } from './run-times.mts';

/** n8n with the database driver that users have: that of `newest` is another one. */
export const benchHost: HostName = 'agents';

const RUN_TIMEOUT_MS = 600_000;
const SETTLE_MS = 1_500;
const folder = path.join(projectRoot, 'tools', 'bench', 'n8n');

/** An n8n that writes down how long its executions take. Workflows are started by the webhook of their name. */
export class BenchHost {
	private constructor(
		readonly n8n: N8nHost,
		readonly credential: StoredCredential,
		private readonly times: TimesFile,
	) {}

	static async start(tarball: string, service: Service): Promise<BenchHost> {
		const timesFolder = await mkdtemp(path.join(tmpdir(), 'bench-times-'));
		const times = new TimesFile(path.join(timesFolder, 'times.jsonl'));
		const n8n = await N8nHost.start({
			host: benchHost,
			tarball,
			env: {
				EXTERNAL_HOOK_FILES: path.join(folder, 'execution-times.cjs'),
				N8N_CUSTOM_EXTENSIONS: path.join(folder, 'bareRequests'),
				BENCH_TIMES: times.path,
				N8N_PAYLOAD_SIZE_MAX: '64',
				// Six times what n8n gives an expression: on a busy machine the built-in workflow needs it.
				N8N_EXPRESSION_ENGINE_TIMEOUT: '30000',
			},
		});
		const credential = await createCredential(n8n.session, {
			name: 'Sandbox',
			type: 'planServiceApi',
			data: { ...service.credential },
		});
		return new BenchHost(n8n, credential, times);
	}

	async create(draft: WorkflowDraft): Promise<StoredWorkflow> {
		const workflow = await createWorkflow(this.n8n.session, draft);
		await activateWorkflow(this.n8n.session, workflow);
		return workflow;
	}

	/** One execution to its end; undefined when it took n8n along. Then n8n is started again. */
	async run(workflow: StoredWorkflow, body: object = {}): Promise<RunTimes | undefined> {
		await this.begin(workflow, body);
		const run = await this.times.next(() => this.n8n.process.running, RUN_TIMEOUT_MS);
		if (run === undefined) await this.n8n.process.start();
		return run;
	}

	/** One execution that has to end well. */
	async success(workflow: StoredWorkflow, body: object = {}): Promise<RunTimes> {
		const run = await this.run(workflow, body);
		if (run?.status === 'success') return run;
		throw new Error(`${workflow.name} ended as ${run?.status ?? 'a crash of n8n'}: ${run?.error ?? ''}`);
	}

	/** Executions that are started together and all have to end well. */
	async successes(workflow: StoredWorkflow, bodies: object[]): Promise<RunTimes[]> {
		await Promise.all(bodies.map(async (body) => await this.begin(workflow, body)));
		const ended: RunTimes[] = [];
		while (ended.length < bodies.length) {
			const run = await this.times.next(() => this.n8n.process.running, RUN_TIMEOUT_MS);
			if (run?.status !== 'success')
				throw new Error(`${workflow.name} ended as ${run?.status ?? 'a crash of n8n'}: ${run?.error ?? ''}`);
			ended.push(run);
		}
		return ended;
	}

	private async begin({ name }: StoredWorkflow, body: object): Promise<void> {
		const { status } = await callWebhook(this.n8n.baseUrl, name, body);
		if (status !== 200) throw new Error(`The webhook of ${name} responded with ${status}.`);
	}

	/**
	 * One execution in an n8n that has just started and done `warmUp`: what it has freed before would hide what it takes.
	 */
	async memory(
		workflow: StoredWorkflow,
		warmUp: StoredWorkflow,
		body: object = {},
	): Promise<Sampling<RunTimes | undefined>> {
		await this.n8n.killAndRestart();
		await this.success(warmUp);
		await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
		return await sampled(this.n8n.process.pid ?? 0, async () => await this.run(workflow, body));
	}

	/** Executions that nobody waited for are done with. */
	async forgetTimes(): Promise<void> {
		await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
		this.times.skip();
	}

	async remove(...workflows: StoredWorkflow[]): Promise<void> {
		for (const workflow of workflows) await deactivateWorkflow(this.n8n.session, workflow);
	}

	async close(): Promise<void> {
		await this.n8n.close();
		await rm(path.dirname(this.times.path), { recursive: true, force: true });
	}
}
