import { ZONE_TYPES } from '../../service/plan';
import type { UnknownName } from '../../service/plan';
import {
	cut,
	groupBy,
	inertText,
	joinFirst,
	memo,
	nearestName,
	suggestName,
	withoutTrailing,
} from '../../service/text';
import { ItemFailure, withContext } from '../shared/item-failure';
import type { ListedProblem } from '../shared/item-failure';
import { featureLabels } from './feature-label';
import { isRow, isValid, joinPath, notGiven } from './input-features';
import type { InputFeature, PreparedItem } from './input-features';
import type { InputProblem, InputRules } from './input-rules';
import type { PlanPush } from './prepared-items';

/** Features, problems and plans that a message lists at most. */
export const MAX_IN_MESSAGE = 20;
const MAX_LISTED = 100;
const MAX_ITEMS = 10;
const MAX_LABELS = 3;
/** A column may be a whole line of a file. */
const MAX_PATH = 200;
/** Of the lines below a title. */
const MAX_LENGTH = 3000;

interface ProblemGroup {
	cause: InputProblem;
	features: InputFeature[];
}

/** The problems of a run by column and rule: a wrong heading is one problem, however many rows there are. */
export function groupProblems(inputs: readonly InputFeature[]): ProblemGroup[] {
	const all = inputs.flatMap((feature) => feature.problems.map((cause) => ({ cause, feature })));
	return [...groupBy(all, ({ cause }) => idOf(cause)).values()].map((group) => ({
		cause: group[0].cause,
		features: [...new Set(group.map(({ feature }) => feature))],
	}));
}

/** Problems of one column or place by one rule are one; each kind that nobody knows may be another mistake. */
function idOf({ path, rule, details }: InputProblem): string {
	const group = rule === 'match' ? details.group : rule === 'knownKind' || rule === 'zoneType' ? details.name : '';
	const reason = rule === 'notGiven' ? `${details.message} ${details.advice}` : group;
	return `${rule} ${path.replace(/\[\d+\]/g, '[]')} ${reason}`;
}

/** For machines: each problem once, with its first items. */
export function listProblems(groups: readonly ProblemGroup[], writer: ProblemWriter): ListedProblem[] {
	return groups.slice(0, MAX_LISTED).map(({ cause, features }) => {
		const [{ itemIndex, position, path }] = features;
		return {
			itemIndex,
			...(position === undefined ? {} : { position }),
			path: joinPath(path, cause.path).slice(0, MAX_PATH),
			message: writer.message(cause),
			count: features.length,
			itemIndexes: [...new Set(features.map((one) => one.itemIndex))].slice(0, MAX_ITEMS),
		};
	});
}

export function invalidItemFailure(
	{ planCode, matchColumns }: PlanPush,
	items: readonly PreparedItem[],
	writer: ProblemWriter,
): ItemFailure {
	const inputs = items.flatMap((item) => item.inputs);
	const advice = 'Correct the item and run it again. Nothing of it was sent.';
	const failure = failureOf(inputs, matchColumns, writer, 'Not pushed', advice);
	return withContext(failure, { details: { planCode } });
}

/** Of items whose input is wrong. The others name a plan that could not be read. */
const OF_INPUT: readonly string[] = ['invalidInput', 'n8nError'];

/** Why a run ends with On Error: Stop, and the item at which n8n shows it. */
export interface RunFailure {
	failure: ItemFailure;
	itemIndex: number;
}

/** Why nothing is sent with On Error: Stop, at the first item that is wrong; undefined where all are right. */
export function invalidInputFailure(
	plans: readonly PlanPush[],
	failures: ReadonlyMap<number, ItemFailure>,
): RunFailure | undefined {
	for (const [itemIndex, failure] of failures) {
		if (OF_INPUT.includes(failure.details.code)) continue;
		const message = `Nothing was sent, because a plan could not be read. ${failure.message}`;
		return { failure: withContext(failure, { message }), itemIndex };
	}
	const items = plans.flatMap((plan) => plan.items);
	const inputs = [...failures]
		.map(([itemIndex, failure]) => notGiven(itemIndex, failure))
		.concat(items.flatMap((item) => item.inputs))
		.sort((one, other) => one.itemIndex - other.itemIndex);
	const first = inputs.find(({ problems }) => problems.length > 0);
	if (first === undefined) return undefined;
	// With none that is valid there is nothing to go on with.
	const advice = items.some(isValid)
		? 'Correct these items, or set On Error to continue so that the valid ones go on.'
		: 'Correct these items.';
	const failure = failureOf(inputs, plans[0]?.matchColumns ?? [], new ProblemWriter(), 'Nothing was sent', advice);
	return { failure, itemIndex: first.itemIndex };
}

function failureOf(
	inputs: readonly InputFeature[],
	matchColumns: PlanPush['matchColumns'],
	writer: ProblemWriter,
	outcome: string,
	advice: string,
): ItemFailure {
	const groups = groupProblems(inputs);
	const labelOf = featureLabels(inputs, matchColumns);
	const alike = groupBy(groups, (one) => (one.cause.rule === 'planColumn' ? 'planColumn' : one));
	const [title, ...others] = [...alike.values()].slice(0, MAX_IN_MESSAGE).flatMap(([one, ...columns]) => {
		const { cause, features } = one;
		const advised = features.every(isRow) && OF_PROPERTIES.has(cause.rule) ? `${OTHER_NAME}. ` : '';
		const text = `${asSentence(writer.describe(cause, features[0].path))} ${advised}${placesOf(one, labelOf)}`;
		return [{ text, count: 1 }, ...(columns.length > 0 ? [sameOf(columns)] : [])];
	});
	let length = 0;
	const kept = others.filter(({ text }) => (length += text.length) <= MAX_LENGTH);
	const lines = kept.map(({ text }) => text);
	const further = groups.length - 1;
	const count = further === 0 ? '' : ` ${further} more problem${further === 1 ? '' : 's'}.`;
	const left = kept.reduce((sum, one) => sum - one.count, further);
	if (left > 0) lines.push(`… and ${left} more problems.`);
	return new ItemFailure({
		code: 'invalidFeatures',
		message: `${title.text}${count} ${outcome}`,
		advice: [...lines, advice].join('\n'),
		details: { problems: listProblems(groups, writer) },
	});
}

/** Sheets have dozens of columns that a plan does not have: one line names them. */
function sameOf(columns: readonly ProblemGroup[]): { text: string; count: number } {
	const { length: count } = columns;
	let at = 0;
	const nameOf = ({ cause: { path, details } }: ProblemGroup): string => {
		const nearest = at++ < MAX_ADVISED ? nearestName(path, (details as UnknownName).known) : undefined;
		return nearest === undefined ? shown(path) : `${shown(path)} (${nearest}?)`;
	};
	const what = count === 1 ? 'another column' : `${count} more columns`;
	return { text: `The same goes for ${what}: ${joinFirst(MAX_IN_MESSAGE, columns, nameOf)}.`, count };
}

const OTHER_NAME = 'A column that means something else needs another name';
/** Of properties that columns of sheets are called like, too. */
const OF_PROPERTIES: ReadonlySet<InputProblem['rule']> = new Set(['entries', 'geometry', 'objects', 'position']);

/** n8n joins lines. */
function asSentence(message: string): string {
	return `${withoutTrailing(message, '.')}${message.endsWith('?') ? '' : '.'}`;
}

/** Such as `40 features: room 102 (item 0), room 103 (item 1), room 104 (item 2) and 37 more.` */
function placesOf({ cause, features }: ProblemGroup, labelOf: (one: InputFeature) => string): string {
	const { length } = features;
	const what = cause.rule === 'notGiven' ? 'items' : features.every(isRow) ? 'rows' : 'features';
	return `Found in ${length === 1 ? '' : `${length} ${what}: `}${joinFirst(MAX_LABELS, features, labelOf)}.`;
}

/** @param nth of the problems of its rule, from 0 */
type RuleMessage = string | ((details: never, nth: number) => string);

/** Of the message of one problem, and of the path before it. */
const MAX_MESSAGE = 400;
const MAX_SHOWN = 60;
const MAX_KINDS = 5;
/** Problems whose nearest names are searched for, which takes a millisecond each where a plan has hundreds. */
const MAX_ADVISED = 5;
/** Problems of one feature that its reason names. */
const MAX_REASONS = 3;

/** Tags, of which inert text keeps nothing. */
function inBrackets(text: string): string {
	return text.replaceAll('<', '‹').replaceAll('>', '›');
}

function shown(text: string): string {
	return inertText(text, MAX_SHOWN);
}

/** What to write instead. The first problem of a rule says what is known. */
function suggest({ name, known }: UnknownName, nth: number): string {
	if (nth === 0) return suggestName(name, [...known]);
	const nearest = nth < MAX_ADVISED ? nearestName(name, known) : undefined;
	return nearest === undefined ? '' : `: did you mean ${nearest}?`;
}

/** How an expression reads a column. */
function readOf(column: string): string {
	const name = inertText(column);
	return /^[a-z_$][\w$]*$/i.test(name) ? `$json.${name}` : `$json[${JSON.stringify(name)}]`;
}

const COLUMN_ADVICE =
	'. Choose Map Each Column Manually, or set Extra Columns to leave it out or to send it as a property';

const NO_FIELDS_ADVICE =
	'. The plan has no data field yet: set Data Fields From in the options to a plan that has them';

/** The message of each rule, behind the path where it is broken. Advice takes longer: it finds the nearest name. */
const MESSAGES = {
	object: 'must be an object',
	geometry: 'must be a polygon: an object, a list of points, or text such as POLYGON ((…))',
	kind: 'must be the kind of the feature, such as zone',
	noKind: ({ kinds, isMapped }) => {
		const ofPlan = joinFirst(MAX_KINDS, kinds, ([kind, count]) => `${shown(kind)} (${count})`);
		const plan = ofPlan === '' ? 'is missing' : `is missing; the plan has ${ofPlan}`;
		return `${plan}: ${isMapped ? 'map type under Columns' : 'set Feature Type'}`;
	},
	knownKind: (unknown, nth) => {
		const zoneType = nth < MAX_ADVISED ? nearestName(unknown.name, ZONE_TYPES) : undefined;
		const meant =
			zoneType === undefined ? suggest(unknown, nth) : `: did you mean zone, with ${zoneType} for zoneType?`;
		const renamed = nth === 0 && !meant.endsWith('?') ? `. ${OTHER_NAME}` : '';
		return `is "${shown(unknown.name)}", a kind that neither the specification nor the plan knows${meant}${renamed}`;
	},
	zoneType: (unknown, nth) => `must be one of ${[...unknown.known].join(', ')}${suggest(unknown, nth + 1)}`,
	outline: ({ form, forms }) =>
		`is ${shown(form)}, but outlines there are ${joinFirst(3, forms, inertText, ' or ')}; write it like these`,
	location: ({ extent, isInDegrees, of }) => {
		const what = of === 'plan' ? 'the plan' : 'the rest of the input';
		if (isInDegrees)
			return `is not where ${what} is; give longitude and latitude in degrees, in this order, as it has them`;
		const [from, to] = extent.map((position) => position.map(Math.round).join(', '));
		return `is far from ${what}, or in another unit: that lies between (${from}) and (${to})`;
	},
	coordinates: (columns) => {
		const names = Object.values(columns).map(shown);
		const [whole, other] = names;
		if (other === undefined)
			return (
				`is empty, but the row has a point in ${whole}; make the column position of it, such as ` +
				'{ "x": 1, "y": 2 }, or leave it out before this node'
			);
		const axes = Object.entries(columns).map(([axis, column]) => `${axis}: ${readOf(column)}`);
		return (
			`is empty, but the row has ${names.join(' and ')}; make the column position of them by Edit Fields, such as ` +
			`{{ { ${axes.join(', ')} } }}, or leave both out before this node`
		);
	},
	asPosition: 'is a point; give it as position',
	point: 'must be a point: features of this kind have a position, and no outline',
	position: 'must be an object with the two numbers of a point, such as { "x": 1, "y": 2 }',
	objects: 'must be an array of objects',
	entries: 'must be an array of data entries',
	entry: 'must be an object with key, name and value',
	key: 'must match dfld_ followed by 25 of a-z, 0-9',
	keyOnce: (first) => `repeats the key of data[${first}]; keep one of the two`,
	filledText: 'must be text that is not empty',
	text: 'must be text',
	oneText: 'must be text; make one of a list or an object before this node, such as by join',
	noPhotos: "can't be pushed; set the option Photos to Remove to push the rest",
	jsonNumber: (value) => `is ${value}, which JSON can't hold`,
	noBigInt: "is a BigInt, which JSON can't hold; make it a text or a number",
	noCircle: "holds itself, which JSON can't write",
	depth: (max) =>
		`nests too deep: the plan's response could have more than ${max} levels, and could not be read any more`,
	wholeValue:
		'comes from a nested value that was flattened into columns. Get the features with Data Format set to Table, ' +
		'which keeps such values whole',
	listedColumn: (unknown, nth) => `is in no entry of dataFields, so its data field is unknown${suggest(unknown, nth)}`,
	planColumn: (unknown, nth) => {
		const advice = nth > 0 ? '' : unknown.hasFields ? COLUMN_ADVICE : NO_FIELDS_ADVICE;
		return `is neither a data field of the plan nor a property of its features${suggest(unknown, nth)}${advice}`;
	},
	mappedColumn: (unknown, nth) =>
		`is mapped in Columns, but the plan has no such field${suggest(unknown, nth)}` +
		(nth === 0 && !unknown.hasFields ? NO_FIELDS_ADVICE : ''),
	oneMeaning: ({ name, column }) =>
		`is a property of features and the name of a data field of this plan; call the column "${name} (property)" or ` +
		`"${column}"`,
	alikeFields: ({ columns }) =>
		`is the name of several data fields; call the column ${joinFirst(3, columns, (one) => `"${one}"`, ' or ')}`,
	secondColumn: (name) => `is the second column for ${inertText(name)}; keep one of the two`,
	format: ({ name, example, cell }) => {
		const values = `values of ${inertText(name)} look like "${shown(example)}"`;
		return `is "${shown(inBrackets(cell))}", but ${values}; write it like these`;
	},
	exactNumber: (number) => `is the number ${number}, which has lost digits on its way; give it as text`,
	errorCell: (text) =>
		`is ${shown(inBrackets(text))}, a formula, an error or no value; correct the formula or expression, widen the ` +
		'column, or empty the cell',
	linkedRecord: (id) => `is ${shown(id)}, the id of another record; give its name, such as by a lookup field`,
	expression: 'is an expression that n8n took for a text; make its field an expression',
	encoding: (text) =>
		`has characters that were read wrongly ("${shown(text)}"); set Encoding in the node that reads the file`,
	html: (text) =>
		`holds HTML ("${shown(inBrackets(text))}"); make plain text of it before this node, such as by the node HTML`,
	headingRow: 'looks like a heading within the list, and no feature; leave the row out, or fill another of its cells',
	totals: 'holds totals or the foot of a page, and no feature; leave it out',
	holdsFeatures: 'holds features; set Source to JSON, and Feature JSON to an expression that gives them as a list',
	holdsRow: (column) =>
		'holds the columns of the row; make them the item before this node, such as by Edit Fields with the JSON ' +
		`{{ ${readOf(column)} }}`,
	attributes:
		'holds columns of its own; set Source to JSON, and Feature JSON to an expression that gives these (of ArcGIS, ' +
		'request GeoJSON by f=geojson)',
	noCell: 'has no cell in a column that the plan has; correct the headings, or leave the row out',
	noHeading:
		'has cells and no heading; check the first row of the file, and Range or Starting Line, Header Row and Delimiter ' +
		'of the node that reads it',
	separatorLine:
		'is a line that Excel writes above the headings; set Starting Line to 2 in the node that reads the file',
	delimiter: 'holds several columns; set Delimiter in the node that reads the file',
	longCell:
		'has more than 1,000,000 characters; leave the column out, or give the features as JSON with a list of data',
	match: ({ message }) => message,
	notGiven: ({ message, advice }) => `${message}. ${withoutTrailing(advice, '.')}`,
} satisfies {
	[R in keyof InputRules]: InputRules[R] extends undefined ? string : (details: InputRules[R], nth: number) => string;
};

/** Writes the messages of problems. Only those that are reported get one. */
export class ProblemWriter {
	/** How many problems of a rule have their messages. */
	private readonly counts = new Map<string, number>();

	/** What stands behind the path. Rows share the problems of their columns. */
	readonly message = memo(({ rule, details }: InputProblem): string => {
		const nth = this.counts.get(rule) ?? 0;
		this.counts.set(rule, nth + 1);
		const message: RuleMessage = MESSAGES[rule];
		// The type of a problem holds its rule and what is given together.
		return cut(typeof message === 'string' ? message : message(details as never, nth), MAX_MESSAGE);
	});

	/** With its path in the item, which may hold the name of a column, and with it what the service or a sheet gave. */
	describe(problem: InputProblem, path: string): string {
		if (problem.rule === 'notGiven') return this.message(problem);
		const shownPath = shown(joinPath(path, problem.path));
		return `${shownPath === '' ? 'the feature' : shownPath} ${this.message(problem)}`;
	}

	reason(problems: readonly InputProblem[], path: string): string {
		return joinFirst(MAX_REASONS, problems, (problem) => this.describe(problem, path), '; ');
	}
}
