import { createCredential, updateCredential } from '../../../hosts/driver/credentials.mts';
import type { StoredCredential } from '../../../hosts/driver/credentials.mts';
import type { EditorSession } from '../../../hosts/driver/editor-session.mts';
import { countExecutions } from '../../../hosts/driver/executions.mts';
import { deactivateWorkflow } from '../../../hosts/driver/workflows.mts';
import type { StoredWorkflow } from '../../../hosts/driver/workflows.mts';
import { startSandbox } from '../../../sandbox/server.mts';
import type { Intercept, Sandbox } from '../../../sandbox/server.mts';
import type { Listener } from '../http/listener.mts';
import { until } from '../wait/until.mts';
import { activationError } from './activation.mts';
import { Feed } from './feed.mts';
import { createRssWorkflow } from './rss-workflow.mts';
import { pollEvery, createTriggerWorkflow } from './trigger-workflow.mts';
import type { PlanEvent } from './trigger-workflow.mts';

const room = (id: string, version: number) => ({ id, type: 'room', version });

/** n8n's back-off decides when a plan is asked for again. */
const LONGEST_MS = 300_000;
const STORED_AFTER_POLLS = 3;

/** What came of a history, for the trigger or for n8n's own RSS trigger beside it. */
export interface Outcome {
	lost: number;
	twice: number;
	/** Executions that failed visibly. */
	failed: number;
}

/**
 * One history of edits and faults, met by the trigger and by n8n's own RSS trigger beside it: a change of the plan is a
 * new item of the feed, and a fault of the service is one of the feed.
 */
export class TwinHistory {
	readonly planCodes = ['pln_one', 'pln_two'];

	private workflow: StoredWorkflow | undefined;

	private rss: StoredWorkflow | undefined;

	private version = 0;

	/** The name as a part of an address. */
	private readonly path: string;

	private readonly feed: Feed;

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
		this.feed = new Feed(listener, this.path);
		this.feed.add(0);
	}

	static async open(name: string, session: EditorSession, listener: Listener): Promise<TwinHistory> {
		const sandbox = await startSandbox();
		const credential = await createCredential(session, {
			name,
			type: 'planServiceApi',
			data: { ...sandbox.credential },
		});
		return new TwinHistory(name, session, sandbox, credential, listener);
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
		this.rss = await createRssWorkflow(session, {
			name: `RSS ${name}`,
			feedUrl: this.feed.address,
			tellUrl: `${listener.url}/rss/${path}`,
			pollTimes,
		});
		this.workflow = await createTriggerWorkflow(
			{ n8n: { session }, credential },
			{ url: `${listener.url}/told/${path}` },
			all,
			name,
		);
		const [error] = await Promise.all([activationError(session, this.workflow), activationError(session, this.rss)]);
		return error;
	}

	/** From now on plan and feed answer like this; undefined for well. A fault of one plan only spares the feed. */
	answer(reply?: Intercept['reply'], planCode?: string): void {
		this.feed.reply = planCode === undefined ? reply : undefined;
		this.sandbox.clearIntercepts();
		if (reply !== undefined) this.sandbox.intercept({ route: 'features', times: Infinity, planCode, reply });
	}

	/** The next read of plan and feed is answered like this. */
	answerOnce(reply: Intercept['reply']): void {
		this.feed.faults.push(reply);
		this.sandbox.intercept({ route: 'features', times: 1, reply });
	}

	delayAnswers(ms: number): void {
		this.feed.delayMs = ms;
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
		this.feed.add(++this.version);
	}

	async untilFailed(times: number, timeoutMs = LONGEST_MS): Promise<void> {
		await until(
			`${this.name}: ${times} polls that fail are seen`,
			async () => (await this.failed(this.workflow)) >= times,
			timeoutMs,
		);
	}

	async untilTold(version: number, timeoutMs = LONGEST_MS): Promise<void> {
		await until(`${this.name}: version ${version} is told`, () => this.told.includes(version), timeoutMs);
	}

	async untilRead(what: (request: Sandbox['requests'][number]) => boolean): Promise<void> {
		await until(
			`${this.name}: the plan is read`,
			() => this.sandbox.requests.some((one) => one.route === 'features' && one.status === 200 && what(one)),
			LONGEST_MS,
		);
	}

	/** Until a plan was asked for so often that n8n has stored what the first of these polls has seen. */
	async morePolls(planCode = this.planCodes[0]): Promise<void> {
		const polls = () =>
			this.sandbox.requests.filter((one) => one.route === 'features' && one.planCode === planCode).length;
		const before = polls();
		await until(`${this.name}: some more polls`, () => polls() >= before + STORED_AFTER_POLLS, LONGEST_MS);
	}

	async stopPolls(): Promise<void> {
		for (const workflow of [this.workflow, this.rss]) {
			if (workflow !== undefined) await deactivateWorkflow(this.session, workflow);
		}
	}

	async close(): Promise<void> {
		await this.stopPolls();
		await this.sandbox.close();
	}

	/** @param wanted the versions that had to be told, each once */
	async outcome(which: 'ours' | 'rss', wanted: readonly number[]): Promise<Outcome> {
		const told =
			which === 'ours'
				? this.told
				: this.heardAt('rss').flatMap((body) =>
						(JSON.parse(body) as Array<{ title: string }>).map(({ title }) => Number(title)),
					);
		return {
			lost: wanted.filter((version) => !told.includes(version)).length,
			twice: told.length - new Set(told).size,
			failed: await this.failed(which === 'ours' ? this.workflow : this.rss),
		};
	}

	/** The versions that the trigger told, in order. */
	private get told(): number[] {
		return this.heardAt('told').flatMap((body) =>
			(JSON.parse(body) as PlanEvent[]).map(({ feature }) => feature?.version),
		);
	}

	private heardAt(place: 'told' | 'rss'): string[] {
		return this.listener.heard.flatMap(({ url, body }) => (url === `/${place}/${this.path}` ? [body] : []));
	}

	private async failed(workflow: StoredWorkflow | undefined): Promise<number> {
		return workflow === undefined ? 0 : await countExecutions(this.session, workflow.id, ['error', 'crashed']);
	}
}
