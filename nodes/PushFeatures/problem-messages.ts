import { ZONE_TYPES } from '../../service/plan';
import type { FeatureProblem, PlainRule, RuleDetails } from '../../service/plan';
import { inertText, joinFirst, nearestName, suggestName } from '../../service/text';

type RuleMessage = string | ((details: never, isAdvised: boolean) => string);

/** Of the message of one problem, and of the path before it. */
const MAX_MESSAGE = 400;
const MAX_PATH = 60;
const MAX_KINDS = 5;
/** Problems whose nearest names are searched for, which takes a millisecond each where a plan has hundreds. */
const MAX_ADVISED = 5;
/** Problems of one feature that its reason names. */
const MAX_REASONS = 3;

/** The message of each rule, behind the path where it is broken. Advice takes longer: it finds the nearest name. */
const MESSAGES = {
	object: 'must be an object',
	geometry: 'must be a polygon: an object, a list of points, or text such as POLYGON ((…))',
	kind: 'must be the kind of the feature, such as zone',
	noKind: ({ kinds, isMapped }) => {
		const ofPlan = joinFirst(MAX_KINDS, kinds, ([kind, count]) => `${cut(inertText(kind), MAX_PATH)} (${count})`);
		const plan = ofPlan === '' ? 'is missing' : `is missing; the plan has ${ofPlan}`;
		return `${plan}: ${isMapped ? 'map type under Columns' : 'set Feature Type'}`;
	},
	knownKind: ({ name, known }, isAdvised) => {
		const zoneType = isAdvised ? nearestName(name, ZONE_TYPES) : undefined;
		const meant =
			zoneType === undefined
				? suggestName(name, [...known], isAdvised)
				: `: did you mean zone, with ${zoneType} for zoneType?`;
		return `is "${cut(inertText(name), MAX_PATH)}", a kind that neither the specification nor the plan knows${meant}`;
	},
	zoneType: ({ name, known }, isAdvised) => {
		const meant = isAdvised ? nearestName(name, known) : undefined;
		return `must be one of ${[...known].join(', ')}${meant === undefined ? '' : `: did you mean ${meant}?`}`;
	},
	outline: ({ form, forms }) =>
		`is ${cut(inertText(form), MAX_PATH)}, but outlines there are ${joinFirst(3, forms, inertText, ' or ')}; write ` +
		'it like these',
	degrees: 'is not where the plan is; give longitude and latitude, in this order and in degrees, as the plan has them',
	point: 'must be a point: features of this kind have a position, and no outline',
	position: 'must be an object with the two numbers of a point, such as { "x": 1, "y": 2 }',
	objects: 'must be an array of objects',
	entries: 'must be an array of data entries',
	entry: 'must be an object with key, name and value',
	key: 'must match dfld_ followed by 25 of a-z, 0-9',
	keyOnce: (first) => `repeats the key of data[${first}]; keep one of the two`,
	filledText: 'must be text that is not empty',
	text: 'must be text',
	noPhotos: "can't be pushed; set the option Photos to Remove to push the rest",
	jsonNumber: (value) => `is ${value}, which JSON can't hold`,
	noBigInt: "is a BigInt, which JSON can't hold; make it a text or a number",
	noCircle: "holds itself, which JSON can't write",
	depth: (max) =>
		`nests too deep: the plan's response could have more than ${max} levels, and could not be read any more`,
	wholeValue: (more) =>
		`comes from a nested value that was flattened into columns${more === 0 ? '' : ` (as do ${more} more columns)`}. ` +
		'Get the features with Data Format set to Table, which keeps such values whole',
	listedColumn: ({ name, known }, isAdvised) =>
		'is in no entry of dataFields, so its data field is unknown' + (isAdvised ? suggestName(name, [...known]) : ''),
	planColumn: ({ name, known }, isAdvised) => {
		const advice = 'Choose Map Each Column Manually, or set Extra Columns to leave it out or to send it as a property';
		const meant = isAdvised ? `${suggestName(name, [...known])}. ${advice}` : '';
		return `is neither a data field of the plan nor a property of its features${meant}`;
	},
	mappedColumn: ({ name, known }, isAdvised) =>
		'is mapped in Columns, but the plan has no such field' + (isAdvised ? suggestName(name, [...known]) : ''),
	oneMeaning: ({ name, column }) =>
		`is a property of features and the name of a data field of this plan; call the column "${name} (property)" or ` +
		`"${column}"`,
	alikeFields: ({ columns }) =>
		`is the name of several data fields; call the column ${joinFirst(3, columns, (one) => `"${one}"`, ' or ')}`,
	secondColumn: (field) => `is the second column for the data field ${field}; keep one of the two`,
	format: ({ name, example }) =>
		`does not fit ${inertText(name)}, whose values look like "${inertText(example).slice(0, 60)}"; write it like these`,
	exactNumber: (number) => `is the number ${number}, which has lost digits on its way; give it as text`,
	errorCell: (text) => `is ${text}, an error in the sheet; correct the formula`,
	encoding: (text) =>
		`has characters that were read wrongly ("${inertText(text).slice(0, 60)}"); set Encoding in the node that reads ` +
		'the file',
	noHeading:
		'has cells and no heading; check the first row of the file, and Range, Header Row and Delimiter of the node that ' +
		'reads it',
	delimiter: 'holds several columns; set Delimiter in the node that reads the file',
	longCell:
		'has more than 1,000,000 characters; leave the column out, or give the features as JSON with a list of data',
	match: ({ message }) => message,
} satisfies Record<PlainRule, string> & {
	[R in keyof RuleDetails]: (details: RuleDetails[R], isAdvised: boolean) => string;
};

/** Writes the messages of a run's problems. */
export class ProblemWriter {
	/** Rows share the problems of their columns. */
	private readonly known = new Map<FeatureProblem, string>();

	/** What stands behind the path. To find the name that was probably meant takes long, so few have it. */
	message(problem: FeatureProblem): string {
		let text = this.known.get(problem);
		if (text === undefined) this.known.set(problem, (text = messageOf(problem, this.known.size < MAX_ADVISED)));
		return text;
	}

	/** With its path in the item, which may hold the name of a column, and with it what the service or a sheet gave. */
	describe(problem: FeatureProblem, path = ''): string {
		const shownPath = cut(inertText(joinPath(path, problem.path)), MAX_PATH);
		return `${shownPath === '' ? 'the feature' : shownPath} ${this.message(problem)}`;
	}

	/** Why a feature is ambiguous. */
	reason(problems: readonly FeatureProblem[], path: string): string {
		return joinFirst(MAX_REASONS, problems, (problem) => this.describe(problem, path), '; ');
	}
}

/** A path within a feature, behind that of the feature within its item. */
export function joinPath(path: string, inner: string): string {
	return path === '' || inner === '' ? `${path}${inner}` : `${path}.${inner}`;
}

function messageOf({ rule, details }: FeatureProblem, isAdvised: boolean): string {
	const message: RuleMessage = MESSAGES[rule];
	// The type of a problem holds its rule and what is given together.
	return cut(typeof message === 'string' ? message : message(details as never, isAdvised), MAX_MESSAGE);
}

function cut(text: string, max: number): string {
	return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}
