import { createCredential, updateCredential } from '../../../tools/n8n/driver/credentials.mts';
import type { StoredCredential } from '../../../tools/n8n/driver/credentials.mts';
import type { EditorSession } from '../../../tools/n8n/driver/editor-session.mts';
import { countExecutions } from '../../../tools/n8n/driver/executions.mts';
import { deactivateWorkflow } from '../../../tools/n8n/driver/workflows.mts';
import type { StoredWorkflow } from '../../../tools/n8n/driver/workflows.mts';
import { startSandbox } from '../../../tools/sandbox/server.mts';
import type { Intercept, Sandbox } from '../../../tools/sandbox/server.mts';
import type { Listener } from '../http/listener.mts';
import { until } from '../wait/until.mts';
import { activationError } from './activation.mts';
import { pollEvery, createTriggerWorkflow } from './trigger-workflow.mts';
import type { PlanEvent } from './trigger-workflow.mts';

const room = (id: string, version: number) => ({ id, type: 'room', version });

/** n8n's back-off decides when a plan is requested again. */
const MAX_MS = 300_000;
const STORED_AFTER_POLLS = 3;

/** What came of a history. */
export interface Outcome {
	lost: number;
	twice: number;
	/** Executions that failed visibly. */
	failed: number;
}

/** One history of edits and faults that the trigger meets. */
export class FaultHistory {
	readonly planCodes = ['pln_one', 'pln_two'];

	private workflow: StoredWorkflow | undefined;

	private version = 0;

	/** The name as a part of an address. */
	private readonly path: string;

	private constructor(
		readonly name: string,
		private readonly session: EditorSession,
		readonly sandbox: Sandbox,
		private readonly credential: StoredCredential,
		private readonly listener: Listener,
	) {
		for (const planCode of this.planCodes) {
			sandbox.addPlan(planCode);
			sandbox.setFeatures(planCode, [room('r', 0)]);
		}
		this.path = name.replace(/\W+/g, '-');
	}

	static async open(name: string, session: EditorSession, listener: Listener): Promise<FaultHistory> {
		const sandbox = await startSandbox();
		const credential = await createCredential(session, {
			name,
			type: 'planServiceApi',
			data: { ...sandbox.credential },
		});
		return new FaultHistory(name, session, sandbox, credential, listener);
	}

	/** @returns what n8n says where the trigger was not activated */
	async publish(parameters: Record<string, unknown>): Promise<string | undefined> {
		const pollTimes = pollEvery(10);
		const { session, credential, listener, name, path } = this;
		const all = {
			planCodes: { plans: [{ planCode: this.planCodes[0] }] },
			pollTimes: { item: pollTimes },
			...parameters,
		};
		this.workflow = await createTriggerWorkflow(
			{ n8n: { session }, credential },
			{ url: `${listener.url}/events/${path}` },
			all,
			name,
		);
		return await activationError(session, this.workflow);
	}

	/** From now on plans respond like this, or one of them does; undefined for well. */
	respondWith(reply?: Intercept['reply'], planCode?: string): void {
		this.sandbox.clearIntercepts();
		if (reply !== undefined) this.sandbox.intercept({ route: 'features', times: Infinity, planCode, reply });
	}

	/** The next read of a plan gets this. */
	respondOnce(reply: Intercept['reply']): void {
		this.sandbox.intercept({ route: 'features', times: 1, reply });
	}

	delayResponses(ms: number): void {
		this.sandbox.settings.latencyMs = ms;
	}

	/** The same service by another name. */
	async changeBaseUrl(): Promise<void> {
		const { credential, session } = this;
		const baseUrl = this.sandbox.baseUrl.replace('127.0.0.1', 'localhost');
		await updateCredential(session, { ...credential, data: { ...credential.data, baseUrl } });
	}

	/** Changes the room of a plan. @returns how often it has been changed */
	edit(planCode = this.planCodes[0]): number {
		this.set([room('r', this.version + 1)], planCode);
		return this.version;
	}

	/** Gives a plan other features, with the next version. */
	set(features: Array<{ id: string; version: number }>, planCode = this.planCodes[0]): void {
		this.sandbox.setFeatures(planCode, features);
		this.version++;
	}

	async untilFailed(times: number, timeoutMs = MAX_MS): Promise<void> {
		await until(
			`${this.name}: ${times} polls that fail are seen`,
			async () => (await this.failed()) >= times,
			timeoutMs,
		);
	}

	async untilDelivered(version: number, timeoutMs = MAX_MS): Promise<void> {
		await until(`${this.name}: version ${version} is reported`, () => this.emitted.includes(version), timeoutMs);
	}

	async untilRead(what: (request: Sandbox['requests'][number]) => boolean): Promise<void> {
		await until(
			`${this.name}: the plan is read`,
			() => this.sandbox.requests.some((one) => one.route === 'features' && one.status === 200 && what(one)),
			MAX_MS,
		);
	}

	/** Until a plan was requested so often that n8n has stored what the first of these polls has seen. */
	async morePolls(planCode = this.planCodes[0]): Promise<void> {
		const polls = () =>
			this.sandbox.requests.filter((one) => one.route === 'features' && one.planCode === planCode).length;
		const before = polls();
		await until(`${this.name}: some more polls`, () => polls() >= before + STORED_AFTER_POLLS, MAX_MS);
	}

	async stopPolls(): Promise<void> {
		if (this.workflow !== undefined) await deactivateWorkflow(this.session, this.workflow);
	}

	async close(): Promise<void> {
		await this.stopPolls();
		await this.sandbox.close();
	}

	/** @param wanted the versions that had to be delivered, each once */
	async outcome(wanted: readonly number[]): Promise<Outcome> {
		const { emitted } = this;
		return {
			lost: wanted.filter((version) => !emitted.includes(version)).length,
			twice: emitted.length - new Set(emitted).size,
			failed: await this.failed(),
		};
	}

	/** The versions that the trigger delivered, in order. */
	private get emitted(): number[] {
		const heard = this.listener.heard.filter(({ url }) => url === `/events/${this.path}`);
		return heard.flatMap(({ body }) => (JSON.parse(body) as PlanEvent[]).map(({ feature }) => feature?.version));
	}

	private async failed(): Promise<number> {
		const { session, workflow } = this;
		return workflow === undefined ? 0 : await countExecutions(session, workflow.id, ['error', 'crashed']);
	}
}
