export type Cell = string | number | boolean | Date;

/**
 * How a cell is written in a field whose values have one form; a text that is of another kind stays as it is.
 * @returns undefined where it does not fit, or could mean two things
 */
export type Form = (cell: Cell) => string | undefined;

/** How dates of a field are written. `order` is unknown where no date tells day and month apart. */
interface DateForm {
	order: 'ymd' | 'dmy' | 'mdy' | undefined;
	separator: string;
	isPadded: boolean;
	hasShortYears: boolean;
	/** ISO 8601 with a time of day. */
	hasTime: boolean;
}

const DATE = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})$/;
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** The last day of the year 9999, as workbooks count days. */
const LAST_SERIAL = 2_958_465;
const DAY_MS = 86_400_000;
/** Workbooks count days from here, because they have a 29 February 1900. */
const FIRST_DAY = Date.UTC(1899, 11, 30);

/** Dates of one form: cells that are dates, serial numbers of workbooks, and dates in other forms are written so. */
export function dateForm(values: readonly string[]): Form | undefined {
	const form = formOf(values);
	if (form === undefined) return undefined;
	return (cell) => {
		if (typeof cell === 'boolean') return undefined;
		if (typeof cell === 'string') {
			const date = readDate(cell.trim(), form);
			return date instanceof Date ? writeDate(date, form) : date;
		}
		if (typeof cell !== 'number') return writeDate(cell, form);
		if (cell < 1 || cell > LAST_SERIAL || (!form.hasTime && !Number.isInteger(cell))) return undefined;
		return writeDate(new Date(Math.round(FIRST_DAY + cell * DAY_MS)), form);
	};
}

function formOf(values: readonly string[]): DateForm | undefined {
	if (values.every((value) => ISO.test(value))) {
		const hasTime = values.every((value) => value.length > 10);
		return { order: 'ymd', separator: '-', isPadded: true, hasShortYears: false, hasTime };
	}
	const parts = values.map((value) => DATE.exec(value) ?? []);
	const [, , separator] = parts[0];
	if (separator === undefined || !parts.every((part) => part[2] === separator)) return undefined;
	const some = (place: number, isSo: (text: string) => boolean) => parts.some((part) => isSo(part[place]));
	const isYear = (text: string) => text.length > 2;
	const isDay = (text: string) => Number(text) > 12;
	const order = some(1, isYear)
		? 'ymd'
		: separator === '.' || some(1, isDay)
			? 'dmy'
			: some(3, isDay)
				? 'mdy'
				: undefined;
	const isPadded = parts.every((part) => part[1].length > 1 && part[3].length > 1);
	return { order, separator, isPadded, hasShortYears: !some(order === 'ymd' ? 1 : 4, isYear), hasTime: false };
}

/** @returns the text itself where it is no date, and undefined where nobody knows which date it is */
function readDate(text: string, { order, separator }: DateForm): Date | string | undefined {
	if (ISO.test(text)) return isoDate(text) ?? text;
	const [, first, own, second, third] = DATE.exec(text) ?? [];
	if (own === undefined) return text;
	const isSameShape = own === separator && first.length > 2 === (order === 'ymd');
	const said = isSameShape ? order : orderOf(first, own, second);
	if (said === undefined) return undefined;
	const [year, month, day] =
		said === 'ymd' ? [first, second, third] : said === 'dmy' ? [third, second, first] : [third, first, second];
	const date = new Date(Date.UTC(Number(year) + (year.length < 3 ? 2000 : 0), Number(month) - 1, Number(day)));
	return date.getUTCMonth() === Number(month) - 1 ? date : text;
}

/** Undefined where the calendar or the clock has it not: JavaScript takes 30 February for 1 March. */
function isoDate(text: string): Date | undefined {
	const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
	const date = text.length > 10 ? new Date(text) : day;
	if (Number.isNaN(day.getTime()) || Number.isNaN(date.getTime())) return undefined;
	return day.toISOString().startsWith(text.slice(0, 10)) ? date : undefined;
}

function orderOf(first: string, separator: string, second: string): DateForm['order'] {
	if (first.length > 2) return 'ymd';
	if (separator === '.' || Number(first) > 12 || first === second) return 'dmy';
	return Number(second) > 12 ? 'mdy' : undefined;
}

function writeDate(date: Date, form: DateForm): string | undefined {
	if (form.hasTime) return date.toISOString();
	const day = dayOf(date);
	if (day === undefined || form.order === undefined) return undefined;
	const [year, month, dayOfMonth] = day.split('-').map((part, index) => {
		if (index === 0) return form.hasShortYears ? part.slice(-2) : part;
		return form.isPadded ? part : String(Number(part));
	});
	const parts = { ymd: [year, month, dayOfMonth], dmy: [dayOfMonth, month, year], mdy: [month, dayOfMonth, year] };
	return parts[form.order].join(form.separator);
}

/** The day, where a date has no time of day: midnight here, as readers of workbooks give it, or in UTC. */
export function dayOf(date: Date): string | undefined {
	if (date.getTime() % DAY_MS === 0) return date.toISOString().slice(0, 10);
	const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
	return local.getTime() % DAY_MS === 0 ? local.toISOString().slice(0, 10) : undefined;
}
