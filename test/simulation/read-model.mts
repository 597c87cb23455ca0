import type { Feature } from '../../service/plan';
import type { PlanModel } from './plan-model.mts';
import type { ServiceTraits } from './scenario.mts';

/** What a read of a plan shows: what the plan held at a time. */
interface Shown {
	features: Feature[];
	at: number;
}

/** Replicas that are behind, and a cache before them. */
export class ReadModel {
	private reads = 0;

	private readonly cached = new Map<number, Shown & { storedAt: number }>();

	constructor(
		private readonly traits: ServiceTraits,
		private readonly plans: PlanModel,
		private readonly met: Set<string>,
	) {}

	read(plan: number, now: number, requested: Record<string, unknown>): Shown {
		const { cache } = this.traits;
		const known = this.cached.get(plan);
		const isForced = cache?.obeys === true && /no-cache/.test(String(requested['Cache-Control']));
		if (cache !== undefined && known !== undefined && !isForced && now - known.storedAt < cache.ttlMs) {
			this.met.add('read from a cache');
			return known;
		}
		const shown = this.fromReplica(plan, now);
		this.cached.set(plan, { ...shown, storedAt: now });
		return shown;
	}

	private fromReplica(plan: number, now: number): Shown {
		const { behindMs } = this.traits;
		const behind = behindMs.length === 0 ? 0 : behindMs[this.reads++ % behindMs.length];
		if (behind > 0) this.met.add(behind > 60_000 ? 'a read that is minutes behind' : 'a read that is behind');
		return { at: now - behind, features: this.plans.shownAt(plan, now - behind) };
	}
}
