import { pick, randomFor } from '../../../tools/sandbox/demo/seeded.mts';
import { HTTP_FAULTS, TCP_FAULTS } from './faults.mts';
import type { Fault } from './faults.mts';

export interface FaultOdds {
	/** How many requests of a hundred meet a fault. */
	percent: number;
	/** How many plans of a hundred come into a storm: `stormLength` requests in a row that nearly all meet one. */
	stormyPercent: number;
	stormLength: number;
}

const STORM_PERCENT = 95;
/** A storm begins with one of so many first requests. */
const STORM_WITHIN = 15;
const KINDS: Fault[] = [...TCP_FAULTS, ...Object.keys(HTTP_FAULTS)];

/**
 * Draws the fault of each request from a seed. Each plan has a sequence of its own, as its requests come
 * one after the other while those of different plans come in any order: so a seed can be given again.
 */
export class FaultDraw {
	private readonly plans = new Map<string, () => Fault>();

	constructor(
		private readonly seed: string,
		private readonly odds: FaultOdds,
	) {}

	/** The fault of a plan's next request. */
	next(planCode: string): Fault {
		let draw = this.plans.get(planCode);
		if (draw === undefined) {
			draw = this.sequence(planCode);
			this.plans.set(planCode, draw);
		}
		return draw();
	}

	private sequence(planCode: string): () => Fault {
		const { percent, stormyPercent, stormLength } = this.odds;
		const random = randomFor(`${this.seed}/${planCode}`);
		const stormy = random() * 100 < stormyPercent;
		const stormStart = Math.floor(random() * STORM_WITHIN);
		// One fault again and again, or one after another.
		const lasting = random() < 0.5 ? pick(random, KINDS) : undefined;
		let request = 0;
		return () => {
			const inStorm = stormy && request >= stormStart && request < stormStart + stormLength;
			request++;
			return random() * 100 < (inStorm ? STORM_PERCENT : percent)
				? ((inStorm ? lasting : undefined) ?? pick(random, KINDS))
				: 'none';
		};
	}
}
