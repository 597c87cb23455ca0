import { ZONE_TYPES } from '../../service/plan';
import type { FeatureProblem, PlainRule, RuleDetails, UnknownName } from '../../service/plan';
import { inertText, joinFirst, nearestName, suggestName } from '../../service/text';

/** @param nth of the problems of its rule, from 0 */
type RuleMessage = string | ((details: never, nth: number) => string);

/** Of the message of one problem, and of the path before it. */
const MAX_MESSAGE = 400;
const MAX_PATH = 60;
const MAX_KINDS = 5;
/** Problems whose nearest names are searched for, which takes a millisecond each where a plan has hundreds. */
const MAX_ADVISED = 5;
/** Problems of one feature that its reason names. */
const MAX_REASONS = 3;

/** What to write instead. The first problem of a rule says what is known. */
function suggest({ name, known }: UnknownName, nth: number): string {
	if (nth === 0) return suggestName(name, [...known]);
	const nearest = nth < MAX_ADVISED ? nearestName(name, known) : undefined;
	return nearest === undefined ? '' : `: did you mean ${nearest}?`;
}

const COLUMN_ADVICE =
	'. Choose Map Each Column Manually, or set Extra Columns to leave it out or to send it as a property';

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
	knownKind: (unknown, nth) => {
		const zoneType = nth < MAX_ADVISED ? nearestName(unknown.name, ZONE_TYPES) : undefined;
		const meant =
			zoneType === undefined ? suggest(unknown, nth) : `: did you mean zone, with ${zoneType} for zoneType?`;
		const name = cut(inertText(unknown.name), MAX_PATH);
		return `is "${name}", a kind that neither the specification nor the plan knows${meant}`;
	},
	zoneType: (unknown, nth) => `must be one of ${[...unknown.known].join(', ')}${suggest(unknown, nth + 1)}`,
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
	listedColumn: (unknown, nth) => `is in no entry of dataFields, so its data field is unknown${suggest(unknown, nth)}`,
	planColumn: (unknown, nth) =>
		`is neither a data field of the plan nor a property of its features${suggest(unknown, nth)}` +
		(nth === 0 ? COLUMN_ADVICE : ''),
	mappedColumn: (unknown, nth) => `is mapped in Columns, but the plan has no such field${suggest(unknown, nth)}`,
	oneMeaning: ({ name, column }) =>
		`is a property of features and the name of a data field of this plan; call the column "${name} (property)" or ` +
		`"${column}"`,
	alikeFields: ({ columns }) =>
		`is the name of several data fields; call the column ${joinFirst(3, columns, (one) => `"${one}"`, ' or ')}`,
	secondColumn: (field) => `is the second column for the data field ${field}; keep one of the two`,
	format: ({ name, example, cell }) =>
		`is "${cut(inertText(cell), MAX_PATH)}", but values of ${inertText(name)} look like ` +
		`"${cut(inertText(example), MAX_PATH)}"; write it like these`,
	exactNumber: (number) => `is the number ${number}, which has lost digits on its way; give it as text`,
	errorCell: (text) => `is ${text}, an error in the sheet; correct the formula`,
	encoding: (text) =>
		`has characters that were read wrongly ("${inertText(text).slice(0, 60)}"); set Encoding in the node that reads ` +
		'the file',
	noHeading:
		'has cells and no heading; check the first row of the file, and Range, Header Row and Delimiter of the node that ' +
		'reads it',
	separatorLine:
		'is a line that Excel writes above the headings; set Starting Line to 2 in the node that reads the file',
	delimiter: 'holds several columns; set Delimiter in the node that reads the file',
	longCell:
		'has more than 1,000,000 characters; leave the column out, or give the features as JSON with a list of data',
	match: ({ message }) => message,
} satisfies Record<PlainRule, string> & {
	[R in keyof RuleDetails]: (details: RuleDetails[R], nth: number) => string;
};

/** Writes the messages of a run's problems. */
export class ProblemWriter {
	/** Rows share the problems of their columns. */
	private readonly known = new Map<FeatureProblem, string>();

	/** How many problems of a rule have their messages. */
	private readonly counts = new Map<string, number>();

	/** What stands behind the path. To find the name that was probably meant takes long, so few have it. */
	message(problem: FeatureProblem): string {
		const known = this.known.get(problem);
		if (known !== undefined) return known;
		const nth = this.counts.get(problem.rule) ?? 0;
		this.counts.set(problem.rule, nth + 1);
		const { rule, details } = problem;
		const message: RuleMessage = MESSAGES[rule];
		// The type of a problem holds its rule and what is given together.
		const text = cut(typeof message === 'string' ? message : message(details as never, nth), MAX_MESSAGE);
		this.known.set(problem, text);
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

function cut(text: string, max: number): string {
	return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}
