import type { Feature } from '../../service/plan';
import type { PlanModel } from './plan-model.mts';
import type { ServiceTraits } from './script.mts';
import { httpDate } from './exchange.mts';

/** What a read of a plan gets to see. */
interface Seen {
	features: Feature[];
	/** It shows what the plan held then. */
	at: number;
	headers: Record<string, string>;
	/** Its headers do not tell that it is old. */
	isFresh: boolean;
}

/** Replicas that are behind, and a cache before them. */
export class ReadModel {
	private reads = 0;

	private readonly cached = new Map<number, { at: number; features: Feature[]; storedAt: number }>();

	constructor(
		private readonly traits: ServiceTraits,
		private readonly plans: PlanModel,
		private readonly met: Set<string>,
	) {}

	read(plan: number, now: number, asked: Record<string, unknown>): Seen {
		const { cache, skewMs } = this.traits;
		const known = this.cached.get(plan);
		const isForced = cache?.obeys === true && /no-cache/.test(String(asked['Cache-Control']));
		if (cache !== undefined && known !== undefined && !isForced && now - known.storedAt < cache.ttlMs) {
			this.met.add(`read from a cache that tells ${cache.tells}`);
			const ageMs = now - known.storedAt;
			const headers: Record<string, string> = {
				age: { age: String(Math.ceil(ageMs / 1000)), date: httpDate(known.storedAt + skewMs) },
				date: { date: httpDate(known.storedAt + skewMs) },
				nothing: {},
			}[cache.tells];
			return { ...known, headers, isFresh: cache.tells === 'nothing' || ageMs < 1000 };
		}
		const seen = this.fromReplica(plan, now);
		this.cached.set(plan, { ...seen, storedAt: now });
		return { ...seen, headers: {}, isFresh: true };
	}

	private fromReplica(plan: number, now: number): { at: number; features: Feature[] } {
		const { behindMs } = this.traits;
		const behind = behindMs.length === 0 ? 0 : behindMs[this.reads++ % behindMs.length];
		if (behind > 0) this.met.add('a read that is behind');
		return { at: now - behind, features: this.plans.shownAt(plan, now - behind) };
	}
}
