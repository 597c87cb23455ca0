import type { IDataObject } from 'n8n-workflow';
import { packMarks, unpackMarks } from '../../service/plan';
import { isJsonObject } from '../../service/text';
import type { FeatureMark } from '../../service/plan';

/** What is remembered of a plan between polls. */
export interface PlanMemory {
	/** What it was made of and how: with another one it cannot be compared. */
	fingerprint: string;
	/** Digest of the last answer, to see at a glance that nothing changed. Empty where the answer is to be read again. */
	answer: string;
	marks: FeatureMark[];
	/** With "Include Before" only: JSON of the features, in the order of `marks`. */
	features?: string;
	/** With "Watched Fields" and no "Include Before": JSON of their values for each feature. */
	values?: string;
	/** The last answer was empty, which `marks` does not show yet. */
	isEmptied?: boolean;
}

/**
 * What n8n keeps for the node. It stores it with the activation and with each start of the workflow, and
 * at no other time.
 */
export class TriggerMemory {
	constructor(private readonly staticData: IDataObject) {}

	of(planCode: string): PlanMemory | undefined {
		const { fingerprint, answer, marks, features, values, isEmptied } = this.find(planCode) ?? {};
		if (typeof fingerprint !== 'string' || typeof answer !== 'string' || typeof marks !== 'string') return undefined;
		return {
			fingerprint,
			answer,
			marks: unpackMarks(marks),
			...(typeof features === 'string' ? { features } : {}),
			...(typeof values === 'string' ? { values } : {}),
			...(isEmptied === true ? { isEmptied } : {}),
		};
	}

	/** Whether the last answer was this one, remembered in the same way. */
	isUnchanged(planCode: string, fingerprint: string, answer: string, withFeatures: boolean): boolean {
		const stored = this.find(planCode);
		return (
			stored?.fingerprint === fingerprint &&
			stored.answer === answer &&
			(typeof stored.features === 'string') === withFeatures
		);
	}

	/** Grows with each update, so that a state from before one is told. */
	get age(): number {
		const { age } = this.staticData;
		return typeof age === 'number' ? age : 0;
	}

	/** How much room a plan takes in what n8n stores, in characters. */
	sizeOf(planCode: string): number {
		return sizeOfStored(this.find(planCode));
	}

	/** Replaces what is known of some plans in one step, and forgets plans that are no longer watched. */
	update(watched: readonly string[], changed: ReadonlyMap<string, PlanMemory>): void {
		const kept = this.plans().filter(({ planCode }) => watched.some((code) => code === planCode && !changed.has(code)));
		if (changed.size === 0 && kept.length === this.plans().length) return;
		const added = [...changed].map(([planCode, memory]): IDataObject => toStore(planCode, memory));
		this.staticData.plans = [...kept, ...added];
		this.staticData.age = this.age + 1;
	}

	private find(planCode: string): IDataObject | undefined {
		return this.plans().find((plan) => plan.planCode === planCode);
	}

	/** A list, because a plan code that is the name of an object's own member would get lost in an object. */
	private plans(): IDataObject[] {
		const { plans } = this.staticData;
		return Array.isArray(plans) ? (plans as unknown[]).filter((plan): plan is IDataObject => isJsonObject(plan)) : [];
	}
}

/** How much room it will take, in characters. */
export function sizeOf(planCode: string, memory: PlanMemory): number {
	return sizeOfStored(toStore(planCode, memory));
}

function toStore(planCode: string, memory: PlanMemory): IDataObject {
	return { planCode, ...memory, marks: packMarks(memory.marks) };
}

function sizeOfStored(stored: IDataObject = {}): number {
	return Object.values(stored).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}
