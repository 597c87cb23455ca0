import type { IDataObject } from 'n8n-workflow';
import { InvalidInputError, isJsonObject, packMarks, unpackMarks } from '../../service';
import type { Feature, FeatureMark } from '../../service';

/** A plan with more features is refused, so that what n8n stores stays small: 32 characters a feature. */
export const MOST_FEATURES = 50_000;
/** With "Include Before" the features themselves are stored. */
export const MOST_FEATURES_WITH_BEFORE = 2_000;

/** What is remembered of a plan between polls. */
export interface PlanMemory {
	/** The settings it was made with: other settings need a new baseline. */
	fingerprint: string;
	/** Digest of the last answer, to see at a glance that nothing changed. */
	answer: string;
	marks: FeatureMark[];
	/** With "Include Before" only, in the order of `marks`. */
	features?: Feature[];
}

/** n8n keeps this object for the node, and stores it when a workflow was started. */
export class TriggerMemory {
	constructor(private readonly staticData: IDataObject) {}

	of(planCode: string): PlanMemory | undefined {
		const stored = this.plans()[planCode];
		if (!isJsonObject(stored)) return undefined;
		const { fingerprint, answer, marks, features } = stored;
		if (typeof fingerprint !== 'string' || typeof answer !== 'string' || typeof marks !== 'string') return undefined;
		return {
			fingerprint,
			answer,
			marks: unpackMarks(marks),
			...(typeof features === 'string' ? { features: JSON.parse(features) as Feature[] } : {}),
		};
	}

	/** Whether the last answer was this one, under these settings. */
	isUnchanged(planCode: string, fingerprint: string, answer: string): boolean {
		const stored = this.plans()[planCode];
		return isJsonObject(stored) && stored.fingerprint === fingerprint && stored.answer === answer;
	}

	/** Replaces what is known of some plans in one step, and forgets plans that are no longer watched. */
	update(watched: readonly string[], changed: ReadonlyMap<string, PlanMemory>): void {
		const plans: IDataObject = {};
		for (const planCode of watched) {
			const memory = changed.get(planCode);
			const stored = memory === undefined ? this.plans()[planCode] : pack(memory);
			if (stored !== undefined) plans[planCode] = stored;
		}
		this.staticData.plans = plans;
	}

	private plans(): IDataObject {
		return isJsonObject(this.staticData.plans) ? (this.staticData.plans as IDataObject) : {};
	}
}

function pack({ fingerprint, answer, marks, features }: PlanMemory): IDataObject {
	return {
		fingerprint,
		answer,
		marks: packMarks(marks),
		...(features === undefined ? {} : { features: JSON.stringify(features) }),
	};
}

/** @throws InvalidInputError when the plan is larger than what may be stored of it */
export function assertFits(planCode: string, count: number, includeBefore: boolean): void {
	const most = includeBefore ? MOST_FEATURES_WITH_BEFORE : MOST_FEATURES;
	if (count <= most) return;
	throw new InvalidInputError(
		`Plan ${planCode} has ${count} features to watch, and at most ${most} can be${includeBefore ? ' with Include Before' : ''}`,
		includeBefore
			? 'Switch off Include Before, or watch fewer features with Filters.'
			: 'Watch fewer features with Filters, such as one kind or zone type.',
	);
}
