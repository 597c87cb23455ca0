import { setTimeout as pause } from 'node:timers/promises';
import { createCredential } from '../../../hosts/driver/credentials.mts';
import { pick, randomFor } from '../../../sandbox/demo/seeded.mts';
import { startSandbox } from '../../../sandbox/server.mts';
import type { Intercept, Sandbox } from '../../../sandbox/server.mts';
import type { Listener } from '../http/listener.mts';
import { until } from '../wait/until.mts';
import { activationError } from './activation.mts';
import { Incidents } from './incidents.mts';
import type { Incident, Machine } from './incidents.mts';
import type { ToldEvent } from './plan-model.mts';
import { RandomEdits } from './random-edits.mts';
import { outcomeOf } from './random-outcome.mts';
import type { Outcome } from './random-outcome.mts';
import { createTriggerWorkflow, eachOnce } from './trigger-workflow.mts';
import type { PlanEvent } from './trigger-workflow.mts';

const PLANS = 3;
const STEPS = 100;
const LONGEST_PAUSE_MS = 4_000;
const ENDS: Incident[] = ['stop', 'stop', 'kill', 'kill', 'kill'];
const FAULTS: Array<Intercept['reply']> = [
	{ status: 503, headers: { 'retry-after': '0' } },
	{ status: 500 },
	{ status: 404 },
	{ status: 403 },
	'reset',
	// Not 200, which tells the answers that a poll could use.
	{ status: 203, body: '{"features":[' },
];
/** n8n's back-off waits up to as long as the faults before it took. */
const TOLD_WITHIN_MS = 600_000;

/** Random edits of several plans, with faults, restarts and kills in between. */
export class RandomHistory {
	private readonly random: () => number;

	private readonly edits: RandomEdits;

	private readonly incidents: Incidents;

	private constructor(
		private readonly name: string,
		private readonly machine: Machine,
		private readonly sandbox: Sandbox,
		private readonly listener: Listener,
	) {
		this.random = randomFor(name);
		this.edits = new RandomEdits(this.random, sandbox, PLANS);
		this.incidents = new Incidents(machine);
	}

	/** @param name decides all that is random */
	static async run(name: string, machine: Machine, listener: Listener): Promise<Outcome> {
		const sandbox = await startSandbox();
		try {
			const history = new RandomHistory(name.replaceAll(' ', '-'), machine, sandbox, listener);
			await history.publish();
			await history.go();
			const { edits, incidents, told } = history;
			return outcomeOf({ edits, incidents, told, answersFor: (planCode) => history.answersFor(planCode) });
		} finally {
			await sandbox.close();
		}
	}

	private async publish(): Promise<void> {
		const { name, sandbox, listener } = this;
		const { session } = this.machine;
		const credential = await createCredential(session, {
			name,
			type: 'planServiceApi',
			data: { ...sandbox.credential },
		});
		const plans = this.edits.planCodes.map((planCode) => ({ planCode }));
		const workflow = await createTriggerWorkflow(
			{ n8n: { session }, credential },
			{ url: `${listener.url}/told/${name}?execution={{ $execution.id }}` },
			{ planCodes: { plans }, options: { includeBefore: true } },
			name,
		);
		const error = await activationError(session, workflow);
		if (error !== undefined) throw new Error(error);
		// With cursors n8n itself loses a change before the first tick: wait until one has read each plan after publishing.
		const polls = () => Math.min(...this.edits.planCodes.map((planCode) => this.answersFor(planCode).length));
		await until(`${name}: two more polls`, () => polls() >= 3, TOLD_WITHIN_MS);
	}

	private async go(): Promise<void> {
		const at = new Map(ENDS.map((how, index) => [Math.floor(((index + this.random()) * STEPS) / ENDS.length), how]));
		for (let step = 0; step < STEPS; step++) {
			const how = at.get(step);
			if (how !== undefined) await this.incidents.restart(how, () => this.edits.edit());
			const dice = this.random();
			if (dice < 0.5) this.edits.edit();
			else if (dice < 0.6) this.fault(pick(this.random, this.edits.planCodes), pick(this.random, FAULTS));
			else await pause(this.random() * LONGEST_PAUSE_MS);
		}
		this.sandbox.clearIntercepts();
		const last = this.edits.planCodes.map((planCode) => this.edits.add(planCode));
		await until(
			`${this.name}: the last edits are told`,
			() => last.every((version) => this.told.some(({ feature }) => feature.version === version)),
			TOLD_WITHIN_MS,
		);
		// Until no poll is under way that may tell something twice.
		const polls = this.sandbox.requests.length;
		await until(
			`${this.name}: some more polls`,
			() => this.sandbox.requests.length >= polls + 4 * PLANS,
			TOLD_WITHIN_MS,
		);
	}

	private fault(planCode: string, reply: Intercept['reply']): void {
		const times = 1 + Math.floor(this.random() * 3);
		this.sandbox.intercept({ route: 'features', planCode, times, reply });
	}

	private get told(): ToldEvent[] {
		const heard = this.listener.heard.filter(({ url }) => url.startsWith(`/told/${this.name}?execution=`));
		const told = heard.flatMap(({ url, body }) => {
			const execution = Number(url.split('=')[1]);
			return (JSON.parse(body) as PlanEvent[]).map((event) => ({ ...event, execution }));
		});
		return eachOnce(told);
	}

	/** When the polls of a plan came that the service answered well. */
	private answersFor(planCode: string): number[] {
		return this.sandbox.requests
			.filter((request) => request.route === 'features' && request.planCode === planCode && request.status === 200)
			.map(({ at }) => at);
	}
}
