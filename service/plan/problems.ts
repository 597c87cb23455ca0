/** A name that is not known, and the names that are. */
export interface UnknownName {
	name: string;
	known: Iterable<string>;
}

/** The rules that tell more than what is broken where, and what they tell. */
export interface RuleGiven {
	/** The place of the first entry of the key. */
	keyOnce: number;
	jsonNumber: number;
	/** The most levels. */
	depth: number;
	/** How many more columns are parts of values. */
	wholeValue: number;
	listedColumn: UnknownName;
	planColumn: UnknownName;
	itemColumn: UnknownName;
	/** The data field that is called like a member, and its column. */
	oneMeaning: { name: string; column: string };
	/** The name of the data field. */
	secondColumn: string;
	/** The first column of the data field. */
	secondRow: string;
	/** The data field whose values have a form that the cell does not fit, and one of them. */
	form: { name: string; example: string };
	/** Why the feature cannot be matched, in words. */
	match: string;
}

/** The rules of which place and name tell all. */
export type PlainRule =
	| 'entries'
	| 'entry'
	| 'filledText'
	| 'geometry'
	| 'key'
	| 'kind'
	| 'listOfEntries'
	| 'noBigInt'
	| 'noCircle'
	| 'noPhotos'
	| 'object'
	| 'objects'
	| 'text'
	| 'zoneType';

/**
 * One rule that a feature breaks, as data: words are made of those that are told. `path` is empty for the feature
 * itself, or such as `data[0].key`.
 */
export type FeatureProblem =
	| { path: string; rule: PlainRule; given?: undefined }
	| { [R in keyof RuleGiven]: { path: string; rule: R; given: RuleGiven[R] } }[keyof RuleGiven];

/** Such as `data[0].key`. */
export function pathText(path: ReadonlyArray<string | number>): string {
	return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}
