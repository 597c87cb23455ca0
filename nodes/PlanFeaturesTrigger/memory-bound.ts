import { InvalidInputError } from '../../credentials/invalid-input-error';
import type { TriggerMemory } from './plan-memory';

/** A plan with more features is refused, so that what n8n stores stays small: 32 characters a feature. */
export const MOST_FEATURES = 50_000;
/** With "Include Before" the features themselves are stored. */
export const MOST_FEATURES_WITH_BEFORE = 2_000;
/** All plans of a node together, in characters: n8n reads and writes it as one value. */
const MOST_STORED = 2_000_000;
const WARN_FROM = 0.8 * MOST_STORED;

/** @throws InvalidInputError when the plan is larger than what may be stored of it */
export function assertFits(planCode: string, count: number, withFeatures: boolean): void {
	const most = withFeatures ? MOST_FEATURES_WITH_BEFORE : MOST_FEATURES;
	if (count <= most) return;
	throw new InvalidInputError(
		`Plan ${planCode} has ${count} features to watch, and at most ${most} can ` +
			`be${withFeatures ? ' with Include Before' : ''}`,
		withFeatures
			? 'Switch off Include Before, or watch fewer features with Filters.'
			: 'Watch fewer features with Filters, such as one kind or zone type.',
	);
}

/** What all plans of a node together take of what n8n stores for it, during one poll. */
export class MemoryBound {
	private readonly taken: Map<string, number>;

	constructor(planCodes: readonly string[], memory: TriggerMemory) {
		this.taken = new Map(planCodes.map((planCode) => [planCode, memory.sizeOf(planCode)]));
	}

	/** @throws InvalidInputError when a plan of this size, in characters, does not fit beside the others */
	assertFits(planCode: string, size: number): void {
		const left = MOST_STORED - this.sum + (this.taken.get(planCode) ?? 0);
		if (size <= left) return;
		throw new InvalidInputError(
			`Plan ${planCode} takes ${size} characters to remember, and ${Math.max(0, left)} of ${MOST_STORED} for all ` +
				'plans of the node are left',
			ADVICE,
		);
	}

	take(planCode: string, size: number): void {
		this.assertFits(planCode, size);
		this.taken.set(planCode, size);
	}

	/** Told before the bound is reached. */
	get warning(): string | undefined {
		const { sum } = this;
		return sum < WARN_FROM
			? undefined
			: `what is remembered of all plans takes ${sum} of ${MOST_STORED} characters. ${ADVICE}`;
	}

	private get sum(): number {
		return [...this.taken.values()].reduce((sum, size) => sum + size, 0);
	}
}

const ADVICE =
	'Watch fewer features with Filters, switch off Include Before, or spread the plans over several workflows.';
