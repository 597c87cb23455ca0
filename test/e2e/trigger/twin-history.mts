import type { ServerResponse } from 'node:http';
import { createCredential } from '../../../hosts/driver/credentials.mts';
import type { StoredCredential } from '../../../hosts/driver/credentials.mts';
import { countExecutions } from '../../../hosts/driver/executions.mts';
import type { N8nHost } from '../../../hosts/driver/n8n-host.mts';
import { deactivateWorkflow } from '../../../hosts/driver/workflows.mts';
import type { StoredWorkflow } from '../../../hosts/driver/workflows.mts';
import { startSandbox } from '../../../sandbox/server.mts';
import type { Intercept, Sandbox } from '../../../sandbox/server.mts';
import type { HeardRequest, Listener } from '../../support/http/listener.mts';
import { until } from '../../support/wait/until.mts';
import { activationError } from '../../support/trigger/activation.mts';
import { createRssWorkflow } from './rss-workflow.mts';
import { createTriggerWorkflow, heard } from '../../support/trigger/trigger-workflow.mts';
import type { PlanEvent } from '../../support/trigger/trigger-workflow.mts';

const room = (id: string, version: number) => ({ id, type: 'room', version });

/**
 * One history of edits and faults, met by the trigger and by n8n's own RSS trigger beside it: a change of the plan is a
 * new item of the feed, and a fault of the service is one of the feed.
 */
export class TwinHistory {
	readonly planCodes = ['pln_one', 'pln_two'];

	private workflow: StoredWorkflow | undefined;

	private rss: StoredWorkflow | undefined;

	private reply: Intercept['reply'] | undefined;

	private version = 0;

	private readonly items: string[] = [];

	private constructor(
		readonly name: string,
		readonly host: N8nHost,
		readonly sandbox: Sandbox,
		readonly credential: StoredCredential,
		private readonly listener: Listener,
	) {
		for (const planCode of this.planCodes) {
			sandbox.addPlan(planCode);
			sandbox.setFeatures(planCode, [room('r', 0)]);
		}
		this.addItem();
	}

	static async open(name: string, host: N8nHost, listener: Listener): Promise<TwinHistory> {
		const sandbox = await startSandbox();
		const credential = await createCredential(host.session, { name, type: 'planServiceApi', data: { ...sandbox.credential } });
		return new TwinHistory(name, host, sandbox, credential, listener);
	}

	/** @returns what n8n says where the trigger was not activated */
	async publish(parameters: Record<string, unknown>): Promise<string | undefined> {
		const { host, credential, sandbox, listener, name } = this;
		const to = { ...listener, url: `${listener.url}/told/${name}` };
		const planHost = { n8n: host, sandbox, credential, close: async () => {} };
		this.rss = await createRssWorkflow(host.session, { name: `RSS ${name}`, feedUrl: `${listener.url}/feed/${name}`, tellUrl: `${listener.url}/rss/${name}` });
		this.workflow = await createTriggerWorkflow(planHost, to, { planCodes: { plans: [{ planCode: this.planCodes[0] }] }, ...parameters }, name);
		const [error] = await Promise.all([activationError(host.session, this.workflow), activationError(host.session, this.rss)]);
		return error;
	}

	/** From now on plan and feed answer like this; undefined for well. */
	answer(reply?: Intercept['reply'], planCode?: string): void {
		this.reply = reply;
		this.sandbox.clearIntercepts();
		if (reply !== undefined) this.sandbox.intercept({ route: 'features', times: Infinity, planCode, reply });
	}

	/** Changes the room of a plan. @returns how often it has been changed */
	edit(planCode = this.planCodes[0]): number {
		this.sandbox.setFeatures(planCode, [room('r', ++this.version)]);
		this.addItem();
		return this.version;
	}

	/** What the trigger told, in order. */
	get told(): PlanEvent[] {
		return heard({ ...this.listener, heard: this.listener.heard.filter(({ url }) => url === `/told/${this.name}`) });
	}

	/** Executions that failed visibly. */
	async failed(which: 'ours' | 'rss'): Promise<number> {
		const workflow = which === 'ours' ? this.workflow : this.rss;
		return workflow === undefined ? 0 : await countExecutions(this.host.session, workflow.id, ['error', 'crashed']);
	}

	async untilFailed(times: number, timeoutMs = 90_000): Promise<void> {
		await until(`${this.name}: ${times} polls that fail are seen`, async () => (await this.failed('ours')) >= times, timeoutMs);
	}

	async untilTold(version: number, timeoutMs = 90_000): Promise<void> {
		await until(`${this.name}: version ${version} is told`, () => this.told.some(({ feature }) => feature?.version === version), timeoutMs);
	}

	/** No more polls. */
	async end(): Promise<void> {
		for (const workflow of [this.workflow, this.rss]) {
			if (workflow !== undefined) await deactivateWorkflow(this.host.session, workflow);
		}
	}

	/** Serves the feed; false for other requests. */
	serve({ url }: HeardRequest, response: ServerResponse): boolean {
		if (url !== `/feed/${this.name}`) return false;
		if (this.reply === 'hang') return true;
		if (this.reply === 'reset') response.destroy();
		else if (this.reply === undefined) response.end(`<rss version="2.0"><channel><title>t</title>${this.items.join('')}</channel></rss>`);
		else response.writeHead(this.reply.status).end();
		return true;
	}

	private addItem(): void {
		const { version } = this;
		this.items.push(`<item><title>${version}</title><guid>${version}</guid><pubDate>${new Date().toUTCString()}</pubDate></item>`);
	}
}
