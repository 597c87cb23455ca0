import { InvalidInputError } from '../shared/item-error';
import { isJsonObject } from '../../service/text';

/** What is remembered of a plan between polls, as n8n stores it. */
export interface PlanMemory {
	planCode: string;
	/** Another one for each state whose events were told. */
	number: number;
	/** What it was made of and how: with another one it cannot be compared. */
	fingerprint: string;
	/** What the data fields of the settings mean on the plan, where a name stands for one of them. */
	codes?: readonly string[];
	/** Digest of the last answer, to see at a glance that nothing changed. Empty where the answer is to be read again. */
	answer: string;
	/** Packed marks of the features. */
	marks: string;
	/** With "Include Before" only: JSON of the features, in the order of `marks`. */
	features?: string;
	/** With "Watched Fields" and no "Include Before": JSON of their values for each feature. */
	values?: string;
	/** The last answer was empty, which `marks` does not show yet. */
	isEmptied?: boolean;
	/** All features were other ones than before. */
	isReplaced?: boolean;
}

export function isPlanMemory(plan: unknown): plan is PlanMemory {
	if (!isJsonObject(plan) || typeof plan.number !== 'number') return false;
	return [plan.planCode, plan.fingerprint, plan.answer, plan.marks].every((value) => typeof value === 'string');
}

/** Replaces what is known of some plans. */
export function withPlans(plans: readonly PlanMemory[], changed: readonly PlanMemory[]): PlanMemory[] {
	const replaced = new Set(changed.map(({ planCode }) => planCode));
	return [...plans.filter(({ planCode }) => !replaced.has(planCode)), ...changed];
}

/** A plan with more features is refused, so that what n8n stores stays small: 32 characters a feature. */
export const MOST_FEATURES = 50_000;
/** With "Include Before" the features themselves are stored. */
export const MOST_FEATURES_WITH_BEFORE = 2_000;
/** All plans of a node together, in characters: n8n reads and writes it as one value. */
const MOST_STORED = 2_000_000;
const WARN_FROM = 0.8 * MOST_STORED;

const ADVICE =
	'Watch fewer features with Filters, switch off Include Before, or spread the plans over several workflows.';

/** @throws InvalidInputError when the plan is larger than what may be stored of it */
export function assertFits(planCode: string, count: number, withFeatures: boolean): void {
	const [most, how, advice] = withFeatures
		? [
				MOST_FEATURES_WITH_BEFORE,
				' with Include Before',
				'Switch off Include Before, or watch fewer features with Filters.',
			]
		: [MOST_FEATURES, '', 'Watch fewer features with Filters, such as one kind or zone type.'];
	if (count <= most) return;
	throw new InvalidInputError(
		`Plan ${planCode} has ${count} features to watch, and at most ${most} can be${how}`,
		advice,
	);
}

/** What all plans of a node together take of what n8n stores for it, during one poll. */
export class MemoryBound {
	private readonly taken: Map<string, number>;

	constructor(plans: readonly PlanMemory[]) {
		this.taken = new Map(plans.map((plan) => [plan.planCode, sizeOf(plan)]));
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

	take(memory: PlanMemory): void {
		const size = sizeOf(memory);
		this.assertFits(memory.planCode, size);
		this.taken.set(memory.planCode, size);
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

/** In characters. */
function sizeOf(memory: PlanMemory): number {
	return Object.values(memory).reduce<number>(
		(sum, value: unknown) => sum + (typeof value === 'string' ? value.length : 0),
		0,
	);
}
