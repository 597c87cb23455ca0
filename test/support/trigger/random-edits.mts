import { pick } from '../../../sandbox/demo/seeded.mts';
import type { Sandbox } from '../../../sandbox/server.mts';
import { REMOVED } from './plan-model.mts';
import type { Span, State, Versions } from './plan-model.mts';

const FEATURES = 6;

/** Random edits of several plans, each written down. */
export class RandomEdits {
	readonly planCodes: string[];

	private readonly first: Versions[];

	count = 0;

	private readonly made: Array<{ planCode: string; id: string; state: State; at: number }> = [];

	private version = 0;

	constructor(
		private readonly random: () => number,
		private readonly sandbox: Sandbox,
		plans: number,
	) {
		this.planCodes = Array.from({ length: plans }, (_, index) => sandbox.addPlan(`pln_random_${index}`));
		for (const planCode of this.planCodes)
			sandbox.setFeatures(
				planCode,
				Array.from({ length: FEATURES }, () => this.newFeature(planCode)),
			);
		this.first = this.planCodes.map((planCode) => this.now(planCode));
		this.made.length = 0;
	}

	firstOf(planCode: string): Versions {
		return this.first[this.planCodes.indexOf(planCode)];
	}

	now(planCode: string): Versions {
		return new Map(this.sandbox.features(planCode).map(({ id, version }) => [String(id), Number(version)]));
	}

	/** When the states were made. */
	timesOf({ id, first, last }: Span): number[] {
		return this.made.filter((edit) => edit.id === id && edit.state >= first && edit.state <= last).map(({ at }) => at);
	}

	/** When a plan was edited. */
	madeIn(planCode: string): number[] {
		return this.made.filter((edit) => edit.planCode === planCode).map(({ at }) => at);
	}

	edit(): void {
		const planCode = pick(this.random, this.planCodes);
		const plan = [...this.sandbox.features(planCode)];
		const at = Math.floor(this.random() * plan.length);
		const dice = this.random();
		if (dice < 0.3 || plan.length < 3) {
			this.add(planCode);
		} else if (dice < 0.55) {
			const [{ id }] = plan.splice(at, 1);
			this.write(planCode, String(id), REMOVED);
			this.set(planCode, plan);
		} else {
			plan[at] = { ...plan[at], version: this.nextVersion() };
			this.write(planCode, String(plan[at].id), this.version);
			this.set(planCode, plan);
		}
	}

	/** @returns the version of the new feature */
	add(planCode: string): number {
		this.set(planCode, [...this.sandbox.features(planCode), this.newFeature(planCode)]);
		return this.version;
	}

	private set(planCode: string, plan: object[]): void {
		this.sandbox.setFeatures(planCode, plan);
		this.count++;
	}

	private newFeature(planCode: string): { id: string; type: string; version: number } {
		const version = this.nextVersion();
		const id = `feature ${version}`;
		this.write(planCode, id, version);
		return { id, type: 'room', version };
	}

	private write(planCode: string, id: string, state: State): void {
		this.made.push({ planCode, id, state, at: Date.now() });
	}

	private nextVersion(): number {
		return ++this.version;
	}
}
