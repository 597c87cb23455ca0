import { dateFormat } from './date-formats';
import type { Cell, Format } from './date-formats';
import { isAmount, numberFormat } from './number-formats';

/** Pairs of words for yes and no. Single letters and dashes are no such words: they are names and gaps as well. */
const TRUTHS = [
	'true false',
	'yes no',
	'ja nein',
	'wahr falsch',
	'oui non',
	'vrai faux',
	'si no',
	'sí no',
	'ja nee',
].map((pair) => pair.split(' '));

const TRUTH_WORDS = new Set(TRUTHS.flat());

function truthFormat(values: readonly string[]): Format {
	const pair = TRUTHS.find((message) => values.every((value) => message.includes(value.toLowerCase()))) ?? TRUTHS[0];
	const [first] = values;
	const styled = (word: string) => {
		if (first === first.toLowerCase()) return word;
		return first === first.toUpperCase() ? word.toUpperCase() : `${word[0].toUpperCase()}${word.slice(1)}`;
	};
	return (cell) => {
		if (typeof cell === 'boolean') return styled(pair[cell ? 0 : 1]);
		const text = String(cell).toLowerCase();
		if (text === '1' || text === '0') return styled(pair[1 - Number(text)]);
		const index = TRUTHS.map((words) => words.indexOf(text)).find((place) => place >= 0);
		return index === undefined ? undefined : styled(pair[index]);
	};
}

/** What people write where there is no value. It tells nothing about the format of a field. */
const PLACEHOLDER = /^(?:[-–—?.]+|n\/?a|tbd|tbc)$/i;

/** So many different values show the format of a field. */
const MAX_VALUES = 1000;

/** Luxon takes longer than a pattern. */
const MAX_DATES = 200;

/** A longer text is no number and no date. */
const MAX_LENGTH = 64;

type Kind = 'truth' | 'number' | 'date' | 'text';

const MAY_BE_DATE = /\d[./-]\d+[./-]\d|\d:\d|\d[-. ]+\p{L}{3}|\p{L}{3}\.? \d/u;

function kindOf(value: string): Kind {
	if (value.length > MAX_LENGTH) return 'text';
	if (TRUTH_WORDS.has(value.toLowerCase())) return 'truth';
	if (isAmount(value)) return 'number';
	return MAY_BE_DATE.test(value) ? 'date' : 'text';
}

/** A field of a plan and the format that its values have there (section 2.4: a value should match it). */
export class FieldFormat {
	private formats: Format[] | undefined;
	/** All values have one format, so what doesn't fit it is a problem. */
	private isStrict = false;
	/** Names may be added to numbers such as 3.10 or 0412: a new room can be called WC. */
	private admitsNames = false;
	/** Kinds of cells that need no format, because the plan has such values. */
	private plain = { number: true, boolean: true, date: true };
	private readonly written = new Map<string | number, string | undefined>();

	/**
	 * @param values all of them
	 * @param timezone of the workflow
	 */
	constructor(
		private readonly values: ReadonlySet<string>,
		private readonly timezone: string,
	) {}

	get example(): string {
		return this.values.values().next().value ?? '';
	}

	has(text: string): boolean {
		return this.values.has(text);
	}

	/** The cell as the field has it; undefined for one that doesn't fit. */
	write(cell: Cell): string | undefined {
		if (typeof cell !== 'string' && typeof cell !== 'number') return this.writeNew(cell);
		if (!this.written.has(cell)) this.written.set(cell, this.writeNew(cell));
		return this.written.get(cell);
	}

	private writeNew(cell: Cell): string | undefined {
		const formats = (this.formats ??= this.findFormats());
		for (const format of typeof cell === 'string' && cell.length > MAX_LENGTH ? [] : formats) {
			const text = format(cell);
			if (text !== undefined) return text;
		}
		if (typeof cell === 'string') {
			const isName = this.admitsNames && /\p{L}/u.test(cell) && !PLACEHOLDER.test(cell);
			return this.isStrict && !isName ? undefined : cell;
		}
		if (this.isStrict) return undefined;
		if (typeof cell === 'number') return this.plain.number ? String(cell) : undefined;
		if (typeof cell === 'boolean') return this.plain.boolean ? String(cell) : undefined;
		return this.plain.date ? cell.text : undefined;
	}

	private findFormats(): Format[] {
		const kinds = new Map<Kind, string[]>();
		let count = 0;
		for (const text of this.values) {
			const value = text.trim();
			if (value === '' || PLACEHOLDER.test(value)) continue;
			if (++count > MAX_VALUES) break;
			const kind = kindOf(value);
			const others = kinds.get(kind);
			if (others === undefined) kinds.set(kind, [value]);
			else others.push(value);
		}
		const [truths, numbers, dates] = [kinds.get('truth'), kinds.get('number'), kinds.get('date')];
		const truth = truths && truthFormat(truths);
		const number = numbers && numberFormat(numbers);
		const date = dates && dateFormat(dates.slice(0, MAX_DATES), this.timezone);
		this.isStrict = kinds.size === 1 && (truth ?? date ?? number?.isFormat ?? false) !== false;
		this.admitsNames = number?.isPlain === true;
		// Where all are names, any cell is one.
		if (![...this.values].some((value) => /\d/.test(value)) && truth === undefined) return [];
		this.plain = {
			number: numbers?.some((value) => /^-?\d+(?:\.\d+)?$/.test(value)) ?? false,
			boolean: truths?.some((value) => /^(?:true|false)$/.test(value)) ?? false,
			date: dates?.some((value) => /^\d{4}-\d{2}-\d{2}/.test(value)) ?? false,
		};
		return [truth, number?.write, date].filter((format) => format !== undefined);
	}
}
