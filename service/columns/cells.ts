import { isDataEntry, isEmptyValue } from '../plan';
import { parseJson } from '../text';
import type { JsonObject } from '../text';
import type { DataEntry, Feature, FeatureProblem } from '../plan';
import { plain } from './forms';
import type { FieldForms } from './forms';
import type { Cell } from './date-form';

export type MemberType = 'string' | 'number' | 'boolean' | 'object';

/** What the values of a member are on a plan. */
export interface Member {
	types: ReadonlySet<MemberType>;
	/** A text in every feature, so that an empty cell is an empty text and no missing member. */
	isAlwaysText: boolean;
}

/** Section 2.3. A plan may have no feature with them yet. */
const SPECIFIED: ReadonlyArray<[string, MemberType[]]> = [
	['type', ['string']],
	['zoneType', ['string']],
	['position', ['object']],
	['geometry', ['object']],
	['icons', ['object']],
	['data', ['object']],
	['photos', ['object']],
];

export const SPECIFIED_MEMBERS: ReadonlySet<string> = new Set(SPECIFIED.map(([name]) => name));

/** The members that the specification names, and those that features of a plan have. */
export function membersOf(plan: readonly Feature[]): Map<string, Member> {
	const types = new Map(SPECIFIED.map(([name, specified]) => [name, new Set(specified)]));
	const texts = new Map<string, number>();
	for (const feature of plan) {
		for (const name of Object.keys(feature)) {
			const known = types.get(name) ?? new Set<MemberType>();
			types.set(name, known);
			const type = typeOf(feature[name]);
			if (type !== undefined) known.add(type);
			if (type === 'string') texts.set(name, (texts.get(name) ?? 0) + 1);
		}
	}
	return new Map(
		[...types].map(([name, known]) => [name, { types: known, isAlwaysText: texts.get(name) === plan.length }]),
	);
}

function typeOf(value: unknown): MemberType | undefined {
	if (value === null || value === undefined) return undefined;
	const type = typeof value;
	return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

const TRUTH = /^(?:true|false)$/i;

/**
 * The member of a feature that a cell of a table stands for. A spreadsheet gives text for most things, and numbers for
 * texts, so a cell becomes what the member is on the plan: an object or list from JSON text, a number, a truth value, a
 * text.
 * @param types that the member has on the plan
 */
export function memberFromCell(cell: unknown, types: ReadonlySet<MemberType>): unknown {
	if (typeof cell === 'number' || typeof cell === 'boolean')
		return types.has('string') && !types.has(typeof cell as MemberType) ? String(cell) : cell;
	if (typeof cell !== 'string' || (types.size === 1 && types.has('string'))) return cell;
	// Spreadsheets write TRUE.
	const json = parseJson(TRUTH.test(cell) ? cell.toLowerCase() : cell);
	const isTyped = json === null || types.has(typeof json as MemberType);
	return isTyped ? json : cell;
}

/** Text files of n8n show no more of a number: 12.3456789012 becomes 12.3456789. */
const LONGEST_NUMBER = 10;

const NONE: ReadonlySet<MemberType> = new Set();

/**
 * A member as one cell. Lists and objects become JSON text, which Push reads again where the member is no text on the
 * plan. A text that Push would read as something else becomes JSON text, too, such as "12" where other features have a
 * number.
 */
export function cellFromMember(value: unknown, types: ReadonlySet<MemberType> = NONE): unknown {
	switch (typeof value) {
		case 'object':
			return value === null ? null : cellJson(value);
		case 'number':
			return String(value).length > LONGEST_NUMBER ? String(value) : value;
		case 'string':
			return memberFromCell(value, types) === value ? value : cellJson(value);
		default:
			return value;
	}
}

/** What n8n's reader of XLSX files takes for an escape, and characters that it cannot hold. */
const MISREAD = /&(?=#?\w+;)|_(?=x[\da-fA-F]{4}_)|[\ufffe\uffff]/g;

function cellJson(value: unknown): string {
	return JSON.stringify(value).replace(
		MISREAD,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}

/** The text of a cell in the form of its field: sheets give numbers, truth values and dates. Null stays null. */
export function textFromCell(
	value: unknown,
	{ key, name }: { key: string; name: string },
	path: string,
	forms: FieldForms | undefined,
	problems: FeatureProblem[],
): unknown {
	if (value === null) return value;
	const cell = asCell(value);
	if (cell === undefined) {
		problems.push({ path, rule: 'text' });
		return value;
	}
	const text = forms === undefined ? plain(cell) : forms.write(key, cell);
	if (text === undefined) problems.push({ path, rule: 'form', given: { name, example: forms?.exampleOf(key) ?? '' } });
	return text ?? '';
}

/** A cell that a data field can hold as text (section 2.4): dates of n8n and of Luxon are dates. */
function asCell(value: unknown): Cell | undefined {
	if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
	const date: unknown = isLuxon(value) ? value.toJSDate() : value;
	return date instanceof Date && !Number.isNaN(date.getTime()) ? date : undefined;
}

function isLuxon(value: unknown): value is { toJSDate: () => unknown } {
	return typeof value === 'object' && value !== null && 'toJSDate' in value && typeof value.toJSDate === 'function';
}

const OWN = { configurable: true, enumerable: true, writable: true };

/** One by one, which takes a third of the time of a spread: bench row *skip*. */
export function copyInto(copy: JsonObject, members: JsonObject, but: ReadonlySet<string>): void {
	for (const name in members) {
		if (but.has(name)) continue;
		// JSON may hold a member of this name, which an assignment would take for the prototype.
		if (name === '__proto__') Object.defineProperty(copy, name, { ...OWN, value: members[name] });
		else copy[name] = members[name];
	}
}

const FLATTENED = /^(geometry|position|icons|data|dataFields|photos)\./;

/**
 * The problem of columns such as `geometry.type`: n8n takes objects apart like this for spreadsheets, and nothing puts
 * them together again.
 */
export function flattenedProblems(row: Feature): FeatureProblem[] {
	const flat: string[] = [];
	for (const column in row)
		if (column.includes('.') && FLATTENED.test(column) && !isEmptyValue(row[column])) flat.push(column);
	return flat.length === 0 ? [] : [{ path: flat[0], rule: 'wholeValue', given: flat.length - 1 }];
}

const MARK = '\ufeff';

/**
 * Takes the byte order mark off a column's name. n8n and Excel begin CSV files with it, and n8n reads it as a part of
 * the first name.
 */
export function withoutByteOrderMark(row: JsonObject): JsonObject {
	for (const column in row) {
		if (column.startsWith(MARK))
			return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name.replace(MARK, ''), cell]));
	}
	return row;
}

export function isDataEntries(data: unknown): data is DataEntry[] {
	return Array.isArray(data) && data.every(isDataEntry);
}
