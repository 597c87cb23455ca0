import type { PlaceColumns, RowRules } from '../../service/columns';
import type { PlanLocation } from '../../service/plan';
import type { Problem } from '../../service/text';

/** What may be wrong with an input, with what a problem says beside its place. */
export interface InputRules extends RowRules, Record<'headingRow' | 'noPhotos' | 'point', undefined> {
	/** The kinds of the plan with their counts, and whether columns are mapped by hand. */
	noKind: { kinds: ReadonlyArray<[kind: string, count: number]>; isMapped: boolean };
	/** The columns that hold the position of an icon: one, or those of its axes. */
	coordinates: PlaceColumns;
	/** Where the plan lies, or the rest of the input where that doesn't show. */
	location: PlanLocation & { of: 'plan' | 'input' };
	/** Why an item gives no feature, and what to do. */
	notGiven: { message: string; advice: string };
	/** Why the feature can't be matched, as text, and what such problems of several features have in common. */
	match: { message: string; group: string };
}

export type InputProblem = Problem<InputRules>;
