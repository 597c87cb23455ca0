import { pick } from '../../../tools/sandbox/demo/seeded.mts';
import type { Sandbox } from '../../../tools/sandbox/server.mts';
import { eachOnce } from './trigger-workflow.mts';
import type { PlanEvent } from './trigger-workflow.mts';

const FEATURES = 6;

/** A state of a feature is the version of its last edit: later ones are greater. No id comes back when removed. */
const ABSENT = 0;
const REMOVED = Infinity;

/**
 * Polls may come at any time, so several edits may be one event; but the events of a feature have to lead from its
 * first state to its last one without a gap, and to each state once.
 */
interface Verdict {
	/** Events that came again by the same key. */
	again: number;
	lost: string[];
	/** Delivered under two keys. */
	twice: string[];
	/** Begins before what was delivered: the state that n8n had stored didn't know of it. */
	merged: string[];
	/** Added and delivered, and gone again without a word: the state that n8n had stored knew of neither. */
	undone: string[];
}

/** Random edits of several plans, and what their events have to make of them. */
export class RandomEdits {
	readonly planCodes: string[];

	count = 0;

	private readonly first = new Map<string, number>();

	private version = 0;

	constructor(
		private readonly random: () => number,
		private readonly sandbox: Sandbox,
		plans: number,
		name = 'pln_random',
	) {
		this.planCodes = Array.from({ length: plans }, (_, index) => sandbox.addPlan(`${name}_${index}`));
		for (const planCode of this.planCodes)
			sandbox.setFeatures(
				planCode,
				Array.from({ length: FEATURES }, () => this.newFeature()),
			);
		for (const { id, version } of this.planCodes.flatMap((planCode) => sandbox.features(planCode)))
			this.first.set(String(id), Number(version));
	}

	edit(): void {
		const planCode = pick(this.random, this.planCodes);
		const plan = [...this.sandbox.features(planCode)];
		const at = Math.floor(this.random() * plan.length);
		const dice = this.random();
		if (dice < 0.3 || plan.length < 3) {
			this.add(planCode);
			return;
		}
		if (dice < 0.55) plan.splice(at, 1);
		else plan[at] = { ...plan[at], version: ++this.version };
		this.set(planCode, plan);
	}

	/** @returns the version of the new feature */
	add(planCode: string): number {
		this.set(planCode, [...this.sandbox.features(planCode), this.newFeature()]);
		return this.version;
	}

	/** What somebody makes of the events who leaves out those with an `eventId` that came before. */
	judge(emitted: readonly PlanEvent[]): Verdict {
		const events = eachOnce([...emitted]);
		const last = new Map(
			this.planCodes
				.flatMap((planCode) => this.sandbox.features(planCode))
				.map(({ id, version }) => [String(id), Number(version)]),
		);
		const verdict: Verdict = { again: emitted.length - events.length, lost: [], twice: [], merged: [], undone: [] };
		const ids = new Set([...this.first.keys(), ...last.keys(), ...events.map(({ feature }) => feature.id)]);
		for (const id of ids) {
			const steps = events.filter(({ feature }) => feature.id === id).map(stepOf);
			const first = this.first.get(id) ?? ABSENT;
			let is = first;
			for (const { from, to } of steps.sort((one, other) => one.to - other.to || one.from - other.from)) {
				if (from > is) verdict.lost.push(`${id}: ${is} to ${from}`);
				if (from < is) (to === is ? verdict.twice : verdict.merged).push(`${id}: ${from} to ${to} after ${is}`);
				is = to;
			}
			const should = last.get(id) ?? (is === ABSENT ? ABSENT : REMOVED);
			if (is === should) continue;
			(first === ABSENT && should === REMOVED ? verdict.undone : verdict.lost).push(`${id}: ${is} to ${should}`);
		}
		return verdict;
	}

	private set(planCode: string, plan: object[]): void {
		this.sandbox.setFeatures(planCode, plan);
		this.count++;
	}

	private newFeature(): { id: string; type: string; version: number } {
		const version = ++this.version;
		return { id: `feature ${version}`, type: 'room', version };
	}
}

function stepOf({ change, feature, before }: PlanEvent): { from: number; to: number } {
	return {
		from: change === 'added' ? ABSENT : (before?.version ?? feature.version),
		to: change === 'removed' ? REMOVED : feature.version,
	};
}
