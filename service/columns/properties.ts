import { KIND, OBJECTS, isEmptyValue } from '../plan';
import type { Feature } from '../plan';
import { foldText, memo, unicodeEscape } from '../text';
import { cleanText, inexactNumber, jsonOfCell, textProblem } from './cells';
import type { CellProblem } from './cells';
import { momentOf } from './date-formats';
import { FieldFormat } from './value-formats';

export type PropertyType = 'string' | 'number' | 'boolean' | 'object';

/** A plan may have no feature with them yet. */
export const SPECIFIED_PROPERTIES: ReadonlyMap<string, PropertyType> = new Map([
	...KIND.map((name) => [name, 'string'] as const),
	...OBJECTS.map((name) => [name, 'object'] as const),
]);

/** As names are compared. */
export const SPECIFIED_BY_FOLD = new Map([...SPECIFIED_PROPERTIES.keys()].map((name) => [foldText(name), name]));

/** Beside the properties that the specification names, rows have what Get Plan Features adds. */
export const ADDED_TO_ROWS: readonly string[] = ['planCode', 'dataFields', 'photosSkipped'];

/** What is an object or a list. */
export const OF_JSON = [...OBJECTS, 'dataFields'];

/** The properties that section 2.3 names, and those that features of a plan have, with the types of their values. */
export function propertiesOf(plan: readonly Feature[]): Map<string, ReadonlySet<PropertyType>> {
	const all = new Map([...SPECIFIED_PROPERTIES].map(([name, type]) => [name, new Set([type])]));
	for (const feature of plan) {
		for (const name in feature) {
			const value = feature[name];
			let types = all.get(name);
			if (types === undefined) all.set(name, (types = new Set()));
			// JSON has no other types.
			if (value !== null && value !== undefined) types.add(typeof value as PropertyType);
		}
	}
	return all;
}

/** A property of features beside their data, as one plan has it. */
export class Property {
	private readonly values: ReadonlySet<unknown>;
	private readonly filled = memo(() => [...this.values].filter((value) => !isEmptyValue(value)).map(String));
	private readonly texts = memo(() => new Set(this.filled().map(foldText)));
	private readonly format = memo(() => new FieldFormat(this.name, new Set(this.filled()), this.timezone));

	/**
	 * @param types of its values; undefined where no feature has it
	 * @param hasFormat not what the service itself distinguishes features by
	 * @param timezone of the workflow
	 */
	constructor(
		private readonly name: string,
		plan: readonly Feature[],
		private readonly types: ReadonlySet<PropertyType> | undefined,
		private readonly hasFormat: boolean,
		private readonly timezone: string,
	) {
		this.values = new Set(plan.map((feature) => feature[name]));
	}

	hasText(text: unknown): boolean {
		return this.texts().has(foldText(String(text)));
	}

	/** What a cell says of it, without a value where it says nothing. */
	valueOf(input: unknown): { value?: unknown; problem?: CellProblem | undefined } {
		const { values, types = new Set() } = this;
		const cell = this.cleaned(input);
		if (isEmptyValue(cell) && this.isSilent(input)) return {};
		const value = this.types === undefined ? cell : propertyFromCell(cell, types);
		const isScalar = this.types === undefined || (types.size > 0 && !types.has('object'));
		const isObject = typeof value === 'object' && value !== null && momentOf(value, this.timezone) === undefined;
		if (isScalar && isObject) return { value, problem: { rule: 'oneText' } };
		if (values.has(input)) return { value };
		const isNew = !isEmptyValue(cell) && !values.has(value);
		if (isScalar && isNew && this.hasFormat) return this.formatted(cell, types);
		if (typeof cell === 'string') return { value, problem: value === cell ? textProblem(cell) : undefined };
		// Positions and outlines have numbers of their own.
		const isInexact = typeof cell === 'number' && this.name !== 'position' && this.name !== 'geometry';
		return { value, problem: isInexact ? inexactNumber(cell) : undefined };
	}

	private cleaned(input: unknown): unknown {
		if (typeof input !== 'string' || this.values.has(input)) return input;
		// JSON in a cell was written by a program, and says what it means.
		return this.types?.has('object') === true ? input.trim() : cleanText(input);
	}

	/** Whether an empty cell says nothing. */
	private isSilent(input: unknown): boolean {
		// No feature is without a kind or an id.
		if (this.name === 'id' || KIND.includes(this.name)) return true;
		// Where it is a text in every feature, an empty cell is an empty text and no missing property.
		const isAlwaysText = isText(this.types) && !this.values.has(null) && !this.values.has(undefined);
		return typeof input === 'string' && !isAlwaysText;
	}

	private formatted(cell: unknown, types: ReadonlySet<PropertyType>) {
		const text = this.format().textOf(cell);
		if (typeof text !== 'string') return { value: cell, problem: text };
		const value = typeof cell === 'number' && types.has('number') ? cell : propertyFromCell(text, types);
		if (isEmptyValue(value) || types.has(typeof value as PropertyType)) return { value };
		const [example] = this.filled();
		return { value: cell, problem: { rule: 'format', details: { name: this.name, example, cell: text } } as const };
	}
}

const BOOLEAN = /^(?:true|false)$/i;

function isText(types: ReadonlySet<PropertyType> | undefined): boolean {
	return types?.size === 1 && types.has('string');
}

/** A spreadsheet gives text for most things, and numbers for texts: a cell becomes what the property is on the plan. */
function propertyFromCell(cell: unknown, types: ReadonlySet<PropertyType>): unknown {
	// n8n reads booleans of OpenDocument as numbers.
	if ((cell === 0 || cell === 1) && types.has('boolean') && !types.has('number')) return cell === 1;
	if (typeof cell === 'number' || typeof cell === 'boolean')
		return types.has('string') && !types.has(typeof cell as PropertyType) ? String(cell) : cell;
	if (typeof cell !== 'string' || isText(types)) return cell;
	// Spreadsheets write TRUE.
	const json = jsonOfCell(BOOLEAN.test(cell) ? cell.toLowerCase() : cell);
	const isTyped = json === null || types.has(typeof json as PropertyType);
	return isTyped ? json : cell;
}

/** Text files of n8n show no more of a number: 12.3456789012 becomes 12.3456789. */
const MAX_NUMBER_LENGTH = 10;

/** Lists, objects, and texts that Push would read as something else become JSON text, such as "12" among numbers. */
export function cellFromProperty(value: unknown, types: ReadonlySet<PropertyType> = new Set()): unknown {
	if (typeof value === 'object') return value === null ? null : cellJson(value);
	if (typeof value === 'number') return String(value).length > MAX_NUMBER_LENGTH ? String(value) : value;
	if (typeof value === 'boolean') return types.has('number') ? String(value) : value;
	return typeof value !== 'string' || propertyFromCell(value, types) === value ? value : cellJson(value);
}

/** What n8n's reader of XLSX files takes for an escape, and characters that it can't hold. */
const MISREAD = /&(?=#?\w+;)|_(?=x[\da-fA-F]{4}_)|[\ufffe\uffff]/g;

function cellJson(value: unknown): string {
	return JSON.stringify(value).replace(MISREAD, unicodeEscape);
}
