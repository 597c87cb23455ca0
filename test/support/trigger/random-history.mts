import { setTimeout as pause } from 'node:timers/promises';
import { createCredential } from '../../../tools/n8n/driver/credentials.mts';
import type { EditorSession } from '../../../tools/n8n/driver/editor-session.mts';
import type { HostProcess } from '../../../tools/n8n/driver/host-process.mts';
import { createWorkflow, deactivateWorkflow } from '../../../tools/n8n/driver/workflows.mts';
import type { StoredWorkflow } from '../../../tools/n8n/driver/workflows.mts';
import { pick, randomFor } from '../../../tools/sandbox/demo/seeded.mts';
import { startSandbox } from '../../../tools/sandbox/server.mts';
import type { Intercept, Sandbox } from '../../../tools/sandbox/server.mts';
import type { Listener } from '../http/listener.mts';
import { until } from '../wait/until.mts';
import { activationError } from './activation.mts';
import { RandomEdits } from './random-edits.mts';
import { draftOf, heard } from './trigger-workflow.mts';

const PLANS = 3;
/** Two triggers in one workflow: n8n saves what both know at once. */
const WATCHED = [[0, 1], [2]];
const MAX_PAUSE_MS = 3_000;
/** n8n gives itself 30 s to end; a machine under load may need more. */
const MAX_STOP_MS = 60_000;
/** n8n's back-off waits up to as long as the faults before it took. */
const WITHIN_MS = 600_000;
const FAULTS: Array<Intercept['reply']> = [
	{ status: 503, headers: { 'retry-after': '0' } },
	{ status: 500 },
	{ status: 404 },
	'reset',
	// Not 200, which tells the responses that a poll could use.
	{ status: 203, body: '{"features":[' },
];
/** Again and again, so many steps apart. */
const INCIDENTS = ['kill', 'publish', 'rename', 'stop', 'option'] as const;
const STEPS_BETWEEN = 12;

/** What came of a history, behind Remove Duplicates, as it were. */
export interface Outcome extends ReturnType<RandomEdits['judge']> {
	name: string;
	edits: number;
	emitted: number;
	incidents: Partial<Record<(typeof INCIDENTS)[number], number>>;
}

/** An n8n, of which main is ended and started again. */
export interface Machine {
	session: EditorSession;
	process: HostProcess;
}

/** Random edits of several plans, with faults, kills, stops, publishes, renames and other options in between. */
export class RandomHistory {
	private readonly random: () => number;

	private readonly edits: RandomEdits;

	private readonly incidents: Outcome['incidents'] = {};

	private workflow: StoredWorkflow | undefined;

	private isRenamed = false;

	private dataFormat = 'byName';

	private constructor(
		private readonly name: string,
		private readonly machine: Machine,
		private readonly sandbox: Sandbox,
		private readonly listener: Listener,
	) {
		this.random = randomFor(name);
		this.edits = new RandomEdits(this.random, sandbox, PLANS);
	}

	/** @param name decides all that is random */
	static async run(name: string, steps: number, machine: Machine, listener: Listener): Promise<Outcome> {
		const sandbox = await startSandbox();
		try {
			const history = new RandomHistory(name.replaceAll(' ', '-'), machine, sandbox, listener);
			await history.publish();
			for (let step = 1; step <= steps; step++) await history.step(step);
			await history.end();
			const { edits, incidents, emitted } = history;
			return { name, edits: edits.count, incidents, emitted: emitted.length, ...edits.judge(emitted) };
		} finally {
			await sandbox.close();
		}
	}

	private async publish(): Promise<void> {
		const { session } = this.machine;
		this.workflow = await createWorkflow(session, await this.draft());
		await this.activate();
		// With cursors n8n itself loses a change before the first tick: wait until one has read each plan after publishing.
		await this.morePolls(3);
	}

	private async step(step: number): Promise<void> {
		if (step % STEPS_BETWEEN === 0) await this.incident(INCIDENTS[(step / STEPS_BETWEEN - 1) % INCIDENTS.length]);
		const dice = this.random();
		if (dice < 0.55) this.edits.edit();
		else if (dice < 0.62) this.fault();
		else await this.pause();
	}

	/** Right after an edit, so that its poll, its save or its execution is under way. */
	private async incident(what: (typeof INCIDENTS)[number]): Promise<void> {
		this.incidents[what] = (this.incidents[what] ?? 0) + 1;
		this.edits.edit();
		await this.pause();
		const { session, process } = this.machine;
		if (what === 'kill' || what === 'stop') {
			await process[what](MAX_STOP_MS);
			this.edits.edit();
			await process.start();
			return;
		}
		if (what === 'publish' && this.workflow !== undefined) await deactivateWorkflow(session, this.workflow);
		if (what === 'rename') this.isRenamed = !this.isRenamed;
		if (what === 'option') this.dataFormat = this.dataFormat === 'byName' ? 'array' : 'byName';
		if (what === 'rename' || what === 'option') await this.save();
		this.edits.edit();
		await this.activate();
	}

	private async save(): Promise<void> {
		if (this.workflow === undefined) return;
		const { id, versionId } = this.workflow;
		const { nodes, connections } = await this.draft();
		const body = { nodes, connections, versionId };
		this.workflow = await this.machine.session.request<StoredWorkflow>('patch', `/rest/workflows/${id}`, body);
	}

	private async activate(): Promise<void> {
		if (this.workflow === undefined) return;
		const error = await activationError(this.machine.session, this.workflow);
		if (error !== undefined) throw new Error(`${this.name}: ${error}`);
	}

	private async draft(): Promise<ReturnType<typeof draftOf>> {
		const { name, sandbox, machine, listener, dataFormat } = this;
		this.credential ??= await createCredential(machine.session, {
			name,
			type: 'planServiceApi',
			data: { ...sandbox.credential },
		});
		const triggers = WATCHED.map((plans, index) => ({
			id: `trigger ${index}`,
			name: `Trigger ${index}${this.isRenamed ? ' renamed' : ''}`,
			parameters: {
				planCodes: { plans: plans.map((plan) => ({ planCode: this.edits.planCodes[plan] })) },
				options: { includeBefore: true, dataFormat },
			},
		}));
		return draftOf(name, this.credential, triggers, `${listener.url}/events/${name}`);
	}

	private credential: Awaited<ReturnType<typeof createCredential>> | undefined;

	private async pause(): Promise<void> {
		await pause(this.random() * MAX_PAUSE_MS);
	}

	private fault(): void {
		const planCode = pick(this.random, this.edits.planCodes);
		const times = 1 + Math.floor(this.random() * 2);
		this.sandbox.intercept({ route: 'features', planCode, times, reply: pick(this.random, FAULTS) });
	}

	private async end(): Promise<void> {
		this.sandbox.clearIntercepts();
		const last = this.edits.planCodes.map((planCode) => this.edits.add(planCode));
		await until(
			`${this.name}: the last edits are reported`,
			() => last.every((version) => this.emitted.some(({ feature }) => feature.version === version)),
			WITHIN_MS,
		);
		// Until no poll is under way that may deliver something twice.
		await this.morePolls(4);
	}

	private async morePolls(times: number): Promise<void> {
		const polls = () =>
			this.edits.planCodes.map(
				(code) =>
					this.sandbox.requests.filter(
						({ route, planCode, status }) => route === 'features' && planCode === code && status === 200,
					).length,
			);
		const before = polls();
		const have = () => polls().every((count, index) => count >= before[index] + times);
		await until(`${this.name}: ${times} more polls`, have, WITHIN_MS);
	}

	private get emitted(): ReturnType<typeof heard> {
		return heard(this.listener, `/events/${this.name}`);
	}
}
