import { isPlaceholder } from '../plan';
import { groupBy, memo } from '../text';
import { areExactPair, booleanFormat, isBooleanWord, isTick } from './boolean-formats';
import { cleanText, inexactNumber, jsonOfCell, textProblem } from './cells';
import type { CellProblem } from './cells';
import { dateFormat, isDate, isMoment, isSerial, momentOf, skeletonOf } from './date-formats';
import type { Cell, Format } from './date-formats';
import { CERTAIN_DIGITS, isAmount, numberFormat } from './number-formats';

const MONTHS = 'jan|feb|fév|mar|mär|mrz|apr|avr|mai|may|jun|jui|jul|aug|aoû|sep|oct|okt|nov|dec|dez|déc';
/** Also as June, sept. and avril; Deck 12 and Markt 10 are none. */
const MONTH = String.raw`(?:${MONTHS})(?:[einlrstvyz]|il)?\.?`;
/** What Excel makes of 3-01 and 3.10 where it writes no year, or no day. */
const PART_OF_DATE = new RegExp(String.raw`^(?:\d\d?[-. ]+${MONTH}|${MONTH}[- ]\d\d)$`, 'iu');

/** A number as text that may stand among whole ones: none that may be a thousand, or filled up by a program. */
const AS_TYPED = /^(?!.*[.,]\d{5})-?(?:[\d.]+|\d+,(?!\d{3}$)(?!0*$)\d+)$/;

/** Numbers of rooms that were joined or divided: 3.10/11, 0104-0105 and 3.10.1. */
const JOINED = /^\d[\d.]*(?: ?[-–/+&] ?\d[\d.]*)+$|^\d+(?:\.\d+){2,}$/;

/** Such as 3.10 and 4-6, which workbooks take for days, and names; nothing as long as the number of a day. */
const SHORT = /^(?:\d{1,3}(?:[-./]\d{1,3})*|\D+)$/;

const YEAR = /(?:^|\D)(?:19|20)\d\d(?:\D|$)/;

/** So many different values show the format of a field. */
const MAX_VALUES = 1000;

/** Luxon takes longer than a pattern. */
const MAX_DATES = 200;

/** What Airtable and Notion have for a linked record, in place of its name. */
const isRecordId = (text: string) =>
	/^(?:rec[A-Za-z\d]{14}|[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12})$/.test(text);

/** A longer text is no number and no date. */
const MAX_LENGTH = 64;

const CHECKBOX = /^(?:true|false)$/i;

type Kind = 'boolean' | 'number' | 'date' | 'text';

const MAY_BE_DATE = /\d[./-] ?\d+[./-] ?\d|\d:\d|\d[-. ]+\p{L}{3}|\p{L}{3}\.? \d/u;

function kindOf(value: string): Kind {
	if (value.length > MAX_LENGTH) return 'text';
	if (isBooleanWord(value)) return 'boolean';
	if (isAmount(value)) return 'number';
	return MAY_BE_DATE.test(value) ? 'date' : 'text';
}

/** The values that a data field has on a plan, and their format (section 2.4: a value should match it). */
export class FieldFormat {
	private readonly writer = memo(() => writerOf(this.values, this.name, this.timezone));
	private readonly writePlain = memo((cell: string | number) => this.writer()(cell));
	private readonly example = memo(() => [...this.values].find((value) => !isPlaceholder(value)) ?? '');

	/**
	 * @param values none where any cell is a value
	 * @param timezone of the workflow
	 */
	constructor(
		private readonly name = '',
		private readonly values: ReadonlySet<string> = new Set(),
		private readonly timezone = 'utc',
	) {}

	has(text: string): boolean {
		return this.values.has(text);
	}

	/** The value that a cell gives the field, whichever way it comes, written as on the plan; empty for an empty cell. */
	textOf(cell: unknown): string | CellProblem {
		if (cell === null || cell === undefined) return '';
		if (typeof cell === 'string') {
			if (this.has(cell)) return cell;
			const text = cleanText(cell);
			if (text === '' || this.has(text)) return text;
			const problem = textProblem(text);
			if (problem !== undefined) return problem;
			const json = /^[[{]/.test(text) ? jsonOfCell(text) : undefined;
			if (typeof json === 'object') return this.textOf(json);
			return this.write(text, text);
		}
		if (typeof cell === 'number') {
			if (!Number.isFinite(cell)) return { rule: 'text' };
			// Sums of a sheet end in digits that nobody wrote.
			const number = Number.isInteger(cell) ? cell : Number(cell.toPrecision(CERTAIN_DIGITS));
			const text = String(number);
			const written = this.has(text) ? text : (inexactNumber(number) ?? this.write(number, text));
			// A workbook has one number for 3.1 and 3.10.
			const isOneOfTwo = written === text && text.includes('.') && this.has(`${text}0`);
			return isOneOfTwo ? { rule: 'exactNumber', details: text } : written;
		}
		if (typeof cell === 'boolean') return this.write(cell, String(cell));
		if (Array.isArray(cell)) {
			const id = cell.find((entry) => typeof entry === 'string' && isRecordId(entry)) as string | undefined;
			const isLinked = id !== undefined && ![...this.values].some(isRecordId);
			if (isLinked) return { rule: 'linkedRecord', details: id };
			// A linked record by its name, and checkboxes of forms.
			if (cell.length < 2 && !Array.isArray(cell[0])) return this.textOf(cell[0]);
		}
		const moment = momentOf(cell, this.timezone);
		if (moment !== undefined) return this.write(moment, moment.text);
		return isMoment(cell) ? { rule: 'errorCell', details: 'Invalid Date' } : { rule: 'oneText' };
	}

	/** @param plain the cell as a problem shows it */
	private write(cell: Cell, plain: string): string | CellProblem {
		const text = typeof cell === 'string' || typeof cell === 'number' ? this.writePlain(cell) : this.writer()(cell);
		return text ?? { rule: 'format', details: { name: this.name, example: this.example(), cell: plain } };
	}
}

/**
 * How cells become values of a field. Its values are of kinds, each with the format that they have in common: a cell is
 * the value of the plan that it can mean, or else the one text that it has in these formats. A text of no format stands
 * as it is where it is of no kind that has one, and some values have none.
 */
function writerOf(all: ReadonlySet<string>, name: string, timezone: string): Format {
	const values = [...all].map((value) => value.trim()).filter((value) => value !== '' && !isPlaceholder(value));
	const examples = values.slice(0, MAX_VALUES);
	const arePair = areExactPair(examples);
	const kinds = groupBy(examples, (value) => (arePair ? 'boolean' : kindOf(value)));
	const ofKind = (kind: Kind) => kinds.get(kind) ?? [];
	const [only] = kinds.size === 1 ? kinds.keys() : [];
	const ticks = values.every(isTick) ? values : [];
	const boolean = booleanFormat(ticks.length > 0 ? ticks : ofKind('boolean'), only !== undefined);
	const number = numberFormat(ofKind('number'), all, name);
	const date = dateFormat(ofKind('date').slice(0, MAX_DATES), timezone);
	/** What is of such a kind and doesn't fit its format is a problem: it would change how the next one is read. */
	const hasFormat: Record<Kind, boolean> = {
		boolean: boolean?.isCertain === true || only === 'number',
		// Beside codes such as 05.01.01, which may be dates, numbers may be days.
		number: number?.isCertain === true || date?.isCertain === false,
		date: date?.isCertain === true,
		text: false,
	};
	const isStrict = only !== undefined && hasFormat[only];
	const isPlainType = plainTypesOf(all, ofKind);
	const mayBeDays = values.some((value) => /\d\D\d/.test(value)) && values.every((value) => SHORT.test(value));
	const hasCheckbox = values.length === 0 || values.some((value) => CHECKBOX.test(value));
	const isMangledDate = mangledDates(values, date?.isCertain === false);

	/** Whether a text without a format may stand beside the values. */
	const isNew = (text: string): boolean => {
		// Beside the ticks of a field another one may be a cross: nobody knows.
		if (ticks.length > 0 && isTick(text)) return false;
		// As a workbook and a text file write a checkbox, it is no name either.
		if (CHECKBOX.test(text) && !hasCheckbox) return false;
		// A placeholder is one of the texts that have no format.
		if (isPlaceholder(text)) return values.length === 0 || kinds.has('text');
		const kind = kindOf(text);
		const isOtherNumber = kind === 'number' && number?.isCertain === false && !AS_TYPED.test(text);
		if (isMangledDate(text) || (only === 'number' && isOtherNumber)) return false;
		// Among texts, what begins with a zero is as long as it is; a number may have lost some.
		if (kinds.has('text') && number?.areDigits === true && /^0\d+$/.test(text)) return true;
		// Names may be added to numbers such as 3.10 or 0412: a new room can be called WC, or 3.10/11 where it was two.
		const isJoined = JOINED.test(text) && !YEAR.test(text) && !isDate(text);
		const isName = number?.isPlain === true && ((/\p{L}/u.test(text) && kind === 'text') || isJoined);
		return (!isStrict || isName) && !hasFormat[kind];
	};
	return (cell) => {
		// Programs fill numbers up with zeros.
		const unfilled = typeof cell === 'string' ? cell.replace(/^0+(?=[1-9]\d*$)/, '') : undefined;
		if (unfilled !== undefined && all.has(unfilled)) return unfilled;
		const isDay = mayBeDays && Number.isInteger(cell) && isSerial(Number(cell));
		const likely = isDay ? [date] : [boolean, number, date];
		const formats = typeof cell === 'string' && cell.length > MAX_LENGTH ? [] : likely;
		const texts = formats.flatMap((format) => format?.write(cell) ?? []);
		// Among dates and numbers it may be either.
		if (typeof cell === 'number' && texts.length > 1) return texts.find((text) => all.has(text));
		if (texts.length > 0) return texts[0];
		if (isDay || !isPlainType[typeof cell]) return undefined;
		const text = typeof cell === 'object' ? cell.text : String(cell);
		// A formula gives it for an empty cell that it refers to.
		const isOfNothing = text === '0' && only === 'text';
		return isNew(text) && !isOfNothing ? text : undefined;
	};
}

/** Types of cells that need no format, because the plan has such values. */
function plainTypesOf(all: ReadonlySet<string>, ofKind: (kind: Kind) => readonly string[]): Record<string, boolean> {
	const has = (kind: Kind, pattern: RegExp) => ofKind(kind).some((value) => pattern.test(value));
	// Where all are names, a number or a date is one, too.
	const isOfNames = ofKind('boolean').length === 0 && ![...all].some((value) => /\p{Nd}/u.test(value));
	return {
		string: true,
		number: isOfNames || has('number', /^-?\d+(?:\.\d+)?$/),
		// Among names it may be a yes in a language that is not known, or the nothing of a database.
		boolean: all.size === 0 || has('boolean', /^(?:true|false)$/),
		object: isOfNames || has('date', /^\d{4}-\d{2}-\d{2}/),
	};
}

/**
 * What programs for tables make of 8-10 and 3.01: where all values have digits, a date is none unless some look so.
 * @param areCodes some values may be dates as well
 */
function mangledDates(values: readonly string[], areCodes: boolean): (text: string) => boolean {
	const haveDigits = values.length > 0 && values.every((value) => /\d/.test(value));
	const haveLetters = values.some((value) => /\p{L}/u.test(value));
	const formOf = (text: string) => skeletonOf(text.replace(/(?<!\d)(?:19|20)\d\d(?!\d)/g, 'year'));
	const forms = memo(() => new Set(values.map((value) => formOf(cleanText(value)))));
	return (text) => {
		if (text.length > MAX_LENGTH || (!haveDigits && !areCodes)) return false;
		if (!haveLetters && PART_OF_DATE.test(text)) return true;
		return YEAR.test(text) && !forms().has(formOf(text)) && isDate(text);
	};
}
