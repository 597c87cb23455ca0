import type { Sandbox } from '../../../sandbox/server.mts';
import type { Feature } from '../../../service/plan';
import type { PlanEvent } from './trigger-workflow.mts';

/** One edit of a plan, in the words of the trigger. */
export type Edit = Pick<PlanEvent, 'planCode' | 'change'> & { id: string; version: number; before?: number };

export function editOf({ planCode, change, feature, before }: PlanEvent): Edit {
	const { id, version } = feature;
	return { planCode, change, id, version, ...(before === undefined ? {} : { before: before.version }) };
}

/** Edits of several plans, each written down. */
export class EditHistory {
	readonly edits: Edit[] = [];

	private version = 0;

	constructor(
		private readonly sandbox: Sandbox,
		private readonly planCodes: string[],
		features: number,
	) {
		for (const planCode of planCodes) {
			sandbox.setFeatures(
				planCode,
				Array.from({ length: features }, () => this.newFeature()),
			);
		}
	}

	/**
	 * Edits a plan: removals, changes and additions in the order in which one poll tells of them, so that it
	 * does not matter whether polls come in between.
	 */
	edit(planCode: string, changes: number, additions: number, removals: number): void {
		for (let count = 0; count < removals; count++) {
			const [feature, ...others] = this.sandbox.features(planCode);
			this.set(planCode, others, { change: 'removed', feature, before: Number(feature.version) });
		}
		for (let count = 0; count < changes; count++) {
			const plan = [...this.sandbox.features(planCode)];
			const at = Math.floor((plan.length * count) / changes);
			const { version: before } = plan[at];
			plan[at] = { ...plan[at], version: ++this.version };
			this.set(planCode, plan, { change: 'changed', feature: plan[at], before: Number(before) });
		}
		for (let count = 0; count < additions; count++) {
			const feature = this.newFeature();
			this.set(planCode, [...this.sandbox.features(planCode), feature], { change: 'added', feature });
		}
	}

	/** A few edits of each plan, other ones in each round. */
	round(number: number): void {
		this.planCodes.forEach((planCode, index) => {
			const kind = (number + index) % 4;
			this.edit(planCode, kind === 3 ? 0 : 2 + (kind % 2), kind === 0 ? 0 : 2, kind === 2 ? 0 : 2);
		});
	}

	of(planCode: string): Edit[] {
		return this.edits.filter((edit) => edit.planCode === planCode);
	}

	private set(
		planCode: string,
		features: Feature[],
		{ change, feature, before }: { change: Edit['change']; feature: Feature; before?: number },
	): void {
		this.sandbox.setFeatures(planCode, features);
		const { id, version } = feature;
		this.edits.push({
			planCode,
			change,
			id: String(id),
			version: Number(version),
			...(before === undefined ? {} : { before }),
		});
	}

	private newFeature(): Feature {
		const version = ++this.version;
		return { id: `feature ${version}`, type: 'room', version, photos: [{ imageUrl: '/photos/one.png' }] };
	}
}
