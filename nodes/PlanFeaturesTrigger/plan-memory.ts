import type { IDataObject } from 'n8n-workflow';
import { InvalidInputError, isJsonObject, packMarks, unpackMarks, withoutSignatures } from '../../service';
import type { Feature, FeatureMark } from '../../service';

/** A plan with more features is refused, so that what n8n stores stays small: 32 characters a feature. */
export const MOST_FEATURES = 50_000;
/** With "Include Before" the features themselves are stored. */
export const MOST_FEATURES_WITH_BEFORE = 2_000;
/** Their JSON, in characters. */
const MOST_TEXT_WITH_BEFORE = 4_000_000;

/** What is remembered of a plan between polls. */
export interface PlanMemory {
	/** What it was made of and how: with another one it cannot be compared. */
	fingerprint: string;
	/** Digest of the last answer, to see at a glance that nothing changed. */
	answer: string;
	marks: FeatureMark[];
	/** With "Include Before" only: JSON of the features, in the order of `marks`. */
	features?: string;
}

/**
 * What n8n keeps for the node. It stores it with the activation and with each start of the workflow, and
 * at no other time.
 */
export class TriggerMemory {
	constructor(private readonly staticData: IDataObject) {}

	of(planCode: string): PlanMemory | undefined {
		const { fingerprint, answer, marks, features } = this.stored(planCode) ?? {};
		if (typeof fingerprint !== 'string' || typeof answer !== 'string' || typeof marks !== 'string') return undefined;
		return { fingerprint, answer, marks: unpackMarks(marks), ...(typeof features === 'string' ? { features } : {}) };
	}

	/** Whether the last answer was this one, remembered in the same way. */
	isUnchanged(planCode: string, fingerprint: string, answer: string, withFeatures: boolean): boolean {
		const stored = this.stored(planCode);
		return (
			stored?.fingerprint === fingerprint &&
			stored.answer === answer &&
			(typeof stored.features === 'string') === withFeatures
		);
	}

	/** Replaces what is known of some plans in one step, and forgets plans that are no longer watched. */
	update(watched: readonly string[], changed: ReadonlyMap<string, PlanMemory>): void {
		const kept = this.plans().filter(({ planCode }) => watched.some((code) => code === planCode && !changed.has(code)));
		if (changed.size === 0 && kept.length === this.plans().length) return;
		const added = [...changed].map(([planCode, memory]): IDataObject => {
			return { planCode, ...memory, marks: packMarks(memory.marks) };
		});
		this.staticData.plans = [...kept, ...added];
	}

	private stored(planCode: string): IDataObject | undefined {
		return this.plans().find((plan) => plan.planCode === planCode);
	}

	/** A list, as a plan code that is the name of an object's own member would get lost in an object. */
	private plans(): IDataObject[] {
		const { plans } = this.staticData;
		return Array.isArray(plans) ? (plans as unknown[]).filter((plan): plan is IDataObject => isJsonObject(plan)) : [];
	}
}

/** @throws InvalidInputError when the plan is larger than what may be stored of it */
export function assertFits(planCode: string, count: number, withFeatures: boolean): void {
	const most = withFeatures ? MOST_FEATURES_WITH_BEFORE : MOST_FEATURES;
	if (count > most) throw tooLarge(planCode, `${count} features to watch`, `${most}`, withFeatures);
}

/**
 * What "Include Before" stores. Authentication parameters of photos are left out, because they let anyone see the photo.
 * @throws InvalidInputError when it is too much
 */
export function storedFeatures(planCode: string, features: Feature[]): string {
	const text = withoutSignatures(JSON.stringify(features));
	if (text.length <= MOST_TEXT_WITH_BEFORE) return text;
	throw tooLarge(planCode, `${text.length} characters of features to watch`, `${MOST_TEXT_WITH_BEFORE}`, true);
}

function tooLarge(planCode: string, has: string, most: string, withFeatures: boolean): InvalidInputError {
	return new InvalidInputError(
		`Plan ${planCode} has ${has}, and at most ${most} can be${withFeatures ? ' with Include Before' : ''}`,
		withFeatures
			? 'Switch off Include Before, or watch fewer features with Filters.'
			: 'Watch fewer features with Filters, such as one kind or zone type.',
	);
}
