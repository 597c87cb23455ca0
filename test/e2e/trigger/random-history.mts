import { setTimeout as pause } from 'node:timers/promises';
import { createCredential } from '../../../hosts/driver/credentials.mts';
import type { EditorSession } from '../../../hosts/driver/editor-session.mts';
import { pick, randomFor } from '../../../sandbox/demo/seeded.mts';
import { startSandbox } from '../../../sandbox/server.mts';
import type { Intercept, Sandbox } from '../../../sandbox/server.mts';
import type { Listener } from '../../support/http/listener.mts';
import { activationError } from './activation.mts';
import { Feed } from './feed.mts';
import { judge } from './plan-model.mts';
import type { ToldEvent, Versions } from './plan-model.mts';
import { createRssWorkflow } from './rss-workflow.mts';
import { createTriggerWorkflow } from './trigger-workflow.mts';
import { until } from '../../support/wait/until.mts';
import type { PlanEvent } from './trigger-workflow.mts';

/** An n8n that can be ended in both ways, and started again. */
export interface Machine {
	session: EditorSession;
	start(): Promise<void>;
	stop(): Promise<void>;
	kill(): Promise<void>;
}

const PLANS = 3;
const STEPS = 60;
const STOPS = 2;
const KILLS = 4;
const FAULTS: Array<Intercept['reply']> = [
	{ status: 503, headers: { 'retry-after': '0' } },
	{ status: 500 },
	{ status: 404 },
	{ status: 403 },
	'reset',
	{ status: 200, body: '{"features":[' },
];
/** From the answer of a poll until n8n has stored it and run the workflow, on a machine under load. */
const UNDER_WAY_MS = 10_000;

/** What came of a history. `…AtKill`: in a poll that was under way when n8n was killed. */
export interface Outcome {
	edits: number;
	told: number;
	lost: number;
	lostAtKill: number;
	twice: number;
	twiceAtKill: number;
	rssLost: number;
	rssTwice: number;
}

/** Random edits of several plans, faults, restarts and kills in between; n8n's RSS trigger meets the same. */
export class RandomHistory {
	private readonly random: () => number;

	private readonly planCodes: string[];

	private readonly feed: Feed;

	private readonly first: Versions[];

	private readonly kills: number[] = [];

	/** When each edit was made, by its number; removals by the id of the feature, too. */
	private readonly editedAt: number[] = [];

	private readonly removedAt = new Map<string, number>();

	private constructor(
		private readonly name: string,
		private readonly machine: Machine,
		private readonly sandbox: Sandbox,
		private readonly listener: Listener,
	) {
		this.random = randomFor(name);
		this.feed = new Feed(`/feed/${name}`);
		this.feed.add(0);
		this.planCodes = Array.from({ length: PLANS }, (_, index) => sandbox.addPlan(`pln_random_${index}`));
		for (const planCode of this.planCodes) sandbox.setFeatures(planCode, Array.from({ length: 6 }, () => this.newFeature()));
		this.first = this.planCodes.map((planCode) => this.versions(planCode));
	}

	/** @param name of the scheduler; it decides all that is random */
	static async run(name: string, machine: Machine, listener: Listener): Promise<Outcome> {
		const sandbox = await startSandbox();
		try {
			const history = new RandomHistory(name.replaceAll(' ', '-'), machine, sandbox, listener);
			await history.publish();
			await history.go();
			return await history.outcome();
		} finally {
			await sandbox.close();
		}
	}

	/** Serves the feed; false for other requests. */
	private async publish(): Promise<void> {
		const { name, machine, sandbox, listener, feed, planCodes } = this;
		const { session } = machine;
		const answer = listener.answer;
		listener.answer = (request, response) => {
			if (!feed.serve(request.url, response)) answer(request, response);
		};
		const credential = await createCredential(session, { name, type: 'planServiceApi', data: { ...sandbox.credential } });
		const plans = planCodes.map((planCode) => ({ planCode }));
		const workflows = await Promise.all([
			createTriggerWorkflow(
				{ n8n: { session }, credential },
				{ url: `${listener.url}/told/${name}?execution={{ $execution.id }}` },
				{ planCodes: { plans }, options: { includeBefore: true } },
				name,
			),
			createRssWorkflow(session, { name: `RSS ${name}`, feedUrl: `${listener.url}/feed/${name}`, tellUrl: `${listener.url}/rss/${name}` }),
		]);
		for (const workflow of workflows) {
			const error = await activationError(session, workflow);
			if (error !== undefined) throw new Error(error);
		}
		// With cursors n8n itself loses a change before the first tick.
		await pause(6_000);
	}

	private async go(): Promise<void> {
		const incidents = [...new Array<'stop'>(STOPS).fill('stop'), ...new Array<'kill'>(KILLS).fill('kill')];
		const at = new Map(incidents.map((incident, index) => [Math.floor(((index + this.random()) * STEPS) / incidents.length), incident]));
		for (let step = 0; step < STEPS; step++) {
			const incident = at.get(step);
			if (incident !== undefined) await this.restart(incident);
			const dice = this.random();
			if (dice < 0.5) this.edit(pick(this.random, this.planCodes));
			else if (dice < 0.6) this.fault(pick(this.random, this.planCodes), pick(this.random, FAULTS));
			else await pause(this.random() * 3_000);
		}
		this.sandbox.clearIntercepts();
		this.feed.faults.length = 0;
		await pause(5_000);
		const last = this.planCodes.map((planCode) => this.add(planCode));
		await until(`${this.name}: the last edits are told`, () => last.every((version) => this.told.some(({ feature }) => feature.version === version)), 240_000);
		await until(`${this.name}: the RSS trigger tells the last item`, () => this.rssTold.includes(last[last.length - 1]), 60_000);
		await pause(8_000);
	}

	private async restart(how: 'stop' | 'kill'): Promise<void> {
		const { machine } = this;
		if (how === 'kill') this.kills.push(Date.now());
		await (how === 'kill' ? machine.kill() : machine.stop());
		this.edit(pick(this.random, this.planCodes));
		await machine.start();
	}

	private fault(planCode: string, reply: Intercept['reply']): void {
		const times = 1 + Math.floor(this.random() * 3);
		this.sandbox.intercept({ route: 'features', planCode, times, reply });
		for (let time = 0; time < times; time++) this.feed.faults.push(reply);
	}

	private edit(planCode: string): void {
		const plan = [...this.sandbox.features(planCode)];
		const at = Math.floor(this.random() * plan.length);
		const dice = this.random();
		if (dice < 0.3 || plan.length < 3) {
			this.add(planCode);
		} else if (dice < 0.55) {
			this.removedAt.set(String(plan[at].id), Date.now());
			plan.splice(at, 1);
			this.sandbox.setFeatures(planCode, plan);
			this.feed.add(this.nextVersion());
		} else {
			const version = this.nextVersion();
			plan[at] = { ...plan[at], version };
			this.sandbox.setFeatures(planCode, plan);
			this.feed.add(version);
		}
	}

	private add(planCode: string): number {
		const feature = this.newFeature();
		this.sandbox.setFeatures(planCode, [...this.sandbox.features(planCode), feature]);
		this.feed.add(feature.version);
		return feature.version;
	}

	private newFeature(): { id: string; type: string; version: number } {
		const version = this.nextVersion();
		return { id: `feature ${version}`, type: 'room', version };
	}

	private nextVersion(): number {
		return this.editedAt.push(Date.now());
	}

	private versions(planCode: string): Versions {
		return new Map(this.sandbox.features(planCode).map(({ id, version }) => [String(id), Number(version)]));
	}

	private get told(): ToldEvent[] {
		return this.heardAt(`/told/${this.name}?execution=`).flatMap(({ url, body }) => {
			const execution = Number(url.split('=')[1]);
			return (JSON.parse(body) as PlanEvent[]).map((event) => ({ ...event, execution }));
		});
	}

	private get rssTold(): number[] {
		return this.heardAt(`/rss/${this.name}`).flatMap(({ body }) => (JSON.parse(body) as Array<{ title: string }>).map(({ title }) => Number(title)));
	}

	private heardAt(start: string): Listener['heard'] {
		return this.listener.heard.filter(({ url }) => url.startsWith(start));
	}

	private async outcome(): Promise<Outcome> {
		const { told, rssTold } = this;
		const verdicts = this.planCodes.map((planCode, index) => {
			const { lost, twice } = judge(this.first[index], told.filter((event) => event.planCode === planCode), this.versions(planCode));
			const atKill = ({ id, version }: { id: string; version: number }) => {
				return this.wasUnderWay(planCode, this.editedAt[version - 1]) || this.wasUnderWay(planCode, this.removedAt.get(id));
			};
			return { lost, lostAtKill: lost.filter(atKill), twice, twiceAtKill: twice.filter(({ feature }) => atKill(feature)) };
		});
		const count = (of: keyof (typeof verdicts)[number]) => verdicts.reduce((sum, verdict) => sum + verdict[of].length, 0);
		const edits = this.editedAt.length - 6 * PLANS;
		return {
			edits,
			told: told.length,
			lost: count('lost') - count('lostAtKill'),
			lostAtKill: count('lostAtKill'),
			twice: count('twice') - count('twiceAtKill'),
			twiceAtKill: count('twiceAtKill'),
			rssLost: this.editedAt.slice(6 * PLANS).filter((_, index) => !rssTold.includes(index + 1 + 6 * PLANS)).length,
			rssTwice: rssTold.length - new Set(rssTold).size,
		};
	}

	/** Whether the poll that saw an edit first was under way at a kill. */
	private wasUnderWay(planCode: string, editedAt = Infinity): boolean {
		const seen = this.sandbox.requests.find(
			(request) => request.route === 'features' && request.planCode === planCode && request.status === 200 && request.at >= editedAt,
		);
		return seen !== undefined && this.kills.some((killedAt) => killedAt >= seen.at - 100 && killedAt - seen.at < UNDER_WAY_MS);
	}
}
