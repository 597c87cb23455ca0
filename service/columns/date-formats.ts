import { DateTime } from 'luxon';
import { groupBy, memo } from '../text';

/** Before this year workbooks have times of day alone. */
const FIRST_YEAR = 1901;

/** Of buildings; what is earlier lacks a digit of its year. */
const FIRST_DATE = 1800;
/** Dates of a field that are all later, or all earlier than the first, have the years of another calendar. */
const LAST_DATE = 2300;
/** What Excel and Access have where there is none. */
const NO_DATE = '1899-12-30';

/** A date, a time of day, or both. */
export interface Moment {
	/** By the clock that it came with; that of the workflow for a Date, and for a text that ends with Z. */
	at: DateTime;
	/** Where it has no time of day. */
	day: DateTime | undefined;
	/** Its day means nothing. */
	isTimeOfDay: boolean;
	/** Where no field says how to write it: a day, a time of day, or both. */
	text: string;
}

/** A cell that a data field can hold as text. */
export type Cell = string | number | boolean | Moment;

/** How the values of a field are written. @returns undefined for a cell that doesn't fit, or could mean two values */
export type Format = (cell: Cell) => string | undefined;

/** How values of one kind are written. */
export interface KindFormat {
	write: Format;
	/** What is of this kind has this format; else it may be something else as well. */
	isCertain: boolean;
}

/** Also an invalid one. */
export function isMoment(value: unknown): boolean {
	return value instanceof Date || DateTime.isDateTime(value);
}

/** Of a Date, or a DateTime of Luxon; undefined for anything else. @param timezone of the workflow */
export function momentOf(value: unknown, timezone: string): Moment | undefined {
	// n8n's Luxon is another copy than ours.
	if (DateTime.isDateTime(value)) return momentAt(value);
	if (!(value instanceof Date)) return undefined;
	// n8n's reader of workbooks loses a millisecond of some times.
	const lostMs = value.getMilliseconds() === 999 ? 1 : 0;
	return momentOfInstant(DateTime.fromMillis(+value + lostMs, { zone: 'utc' }), timezone);
}

/** @param date in UTC */
function momentOfInstant(date: DateTime, timezone: string): Moment | undefined {
	if (date.year < FIRST_YEAR) {
		// Workbooks of OpenDocument have a time of day in 1899, by the clock of the process.
		const own = date.toJSDate();
		return momentAt(DateTime.utc(FIRST_YEAR, 1, 1, own.getHours(), own.getMinutes(), own.getSeconds()), true);
	}
	// A driver of a database gives days as midnight by that clock.
	return momentAt(date, false, [date, date.setZone('system'), date.setZone(timezone)]);
}

const AS_TYPED = { suppressSeconds: true, suppressMilliseconds: true, includeOffset: false };

/** @param clocks that may show its day, the one that it is written by last */
function momentAt(date: DateTime, isTimeOfDay = false, clocks: readonly DateTime[] = [date]): Moment | undefined {
	if (!date.isValid) return undefined;
	const day = clocks.find((one) => +one === +one.startOf('day'));
	const text = isTimeOfDay ? date.toISOTime(AS_TYPED) : (day?.toISODate() ?? date.toISO());
	return { at: clocks.at(-1) ?? date, day, isTimeOfDay, text: String(text) };
}

/** A way to write dates, in Luxon's tokens. Without an order of day and month for times of day. */
interface DateFormat {
	order?: 'dmy' | 'mdy' | 'ymd';
	format: string;
	locale: string;
}

const SHORT = { dmy: 'd M yy', mdy: 'M d yy', ymd: 'yyyy M d' } as const;

/** With two digits for days and months first, because such values read as the shorter form, too. */
const NUMERIC: readonly DateFormat[] = (['dmy', 'mdy', 'ymd'] as const).flatMap((order) => {
	const long = SHORT[order].replace(/\byy\b/, 'yyyy');
	const parts = [long, SHORT[order]].flatMap((one) => [one.replace(/[dM]/g, '$&$&'), one]);
	const signs = { dmy: ['.', '/', '-', '. '], mdy: ['/', '-'], ymd: ['.', '/', '-'] }[order];
	return signs.flatMap((sign) => parts.map((one) => ({ order, format: one.replaceAll(' ', sign), locale: 'en' })));
});

/** Languages that write 5. April, and those that write 5 April alone. */
const ORDINAL_LOCALES = ['de', 'da', 'nb'];
const PLAIN_LOCALES = ['en', 'fr', 'es', 'it', 'nl', 'pt', 'sv'];

const NAMED: readonly DateFormat[] = [...PLAIN_LOCALES, ...ORDINAL_LOCALES].flatMap((locale) =>
	[
		...['dd LLL yyyy', 'd LLL yyyy', 'dd LLLL yyyy', 'd LLLL yyyy'],
		...(ORDINAL_LOCALES.includes(locale) ? ['d. LLL yyyy', 'd. LLLL yyyy'] : []),
		...['dd-LLL-yyyy', 'd-LLL-yyyy', 'dd-LLL-yy', 'd-LLL-yy'],
		...['LLL dd, yyyy', 'LLL d, yyyy', 'LLLL d, yyyy', 'LLL d yyyy', 'LLLL d yyyy'],
	].map((format): DateFormat => ({ order: format.startsWith('L') ? 'mdy' : 'dmy', format, locale })),
);

const TIMES = [
	...['HH:mm', 'H:mm', 'HH:mm:ss', 'H:mm:ss', 'HH:mm:ss.SSS'],
	...['hh:mm a', 'h:mm a', 'hh:mm:ss a', 'h:mm:ss a', 'h:mma'],
].map((format): DateFormat => ({ format, locale: 'en' }));

/** Day, what stands between, time, zone. */
const PARTS = /^(?:(.*?\d)(T|,? |$))??(?:(\d{1,2}:\d{2}.*?)(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Luxon's tokens for Z, +02, +0200 and +02:00, by their lengths. */
const ZONES: Record<number, string> = { 0: '', 1: "'Z'", 3: 'Z', 5: 'ZZZ', 6: 'ZZ' };

const parserOf = memo((locale: string) => memo((format: string) => DateTime.buildFormatParser(format, { locale })));

/** @returns undefined where the calendar or the clock has it not */
function parse(text: string, { format, locale }: DateFormat): DateTime | undefined {
	const date = DateTime.fromFormatParser(text, parserOf(locale)(format), { locale, setZone: true, zone: 'utc' });
	return date.isValid ? date : undefined;
}

function formatsOf(text: string): DateFormat[] {
	const [, day, between = '', time, zone] = PARTS.exec(text) ?? [];
	const isRead = (part: string) => (one: DateFormat) => parse(part, one) !== undefined;
	const days = day === undefined ? [] : (/\p{L}/u.test(day) ? NAMED : NUMERIC).filter(isRead(day));
	if (time === undefined) return days;
	const times = TIMES.filter(isRead(time));
	// Opening hours are no time with a zone: 9:00-17:00.
	if (day === undefined) return zone === undefined ? times : [];
	const start = between === 'T' ? "'T'" : between;
	const formatOf = (one: DateFormat, { format }: DateFormat) => one.format + start + format + ZONES[zone?.length ?? 0];
	return days.flatMap((one) => times.map((ofDay) => ({ ...one, format: formatOf(one, ofDay) })));
}

/** Whether a text is a date, a time of day, or both, in any form that is known. */
export function isDate(text: string): boolean {
	return formatsOf(text).length > 0;
}

function isWritten(text: string, one: DateFormat): boolean {
	return parse(text, one)?.toFormat(one.format, one) === text;
}

/**
 * `9.9.9` of a date such as 31.12.2026, and `9 a 9` of one with the name of its month. Minutes have two digits: a scale
 * such as 1:100 is no time.
 */
export function skeletonOf(value: string): string {
	return value
		.replace(/:\d+/g, ({ length }) => ':'.repeat(length))
		.replace(/\d+/g, '9')
		.replace(/\p{L}+/gu, 'a');
}

const LONG_YEAR = /(?:^|\D)\d{4}(?:\D|$)/;
/** A year, or a time of day: numbers of rooms have neither. */
const IS_DATED = new RegExp(String.raw`${LONG_YEAR.source}|^\d?\d:\d\d`);

/** The formats that a field's values have in common. */
function formatsOfField(values: readonly string[]): DateFormat[] {
	const all = formatsOf(values[0] ?? '');
	const exact = all.filter((one) => values.every((value) => isWritten(value, one)));
	if (exact.length > 0) return exact;
	const possible = values.filter((value) => formatsOf(value).some((one) => isWritten(value, one)));
	if (possible.length < values.length) {
		// No calendar or clock has 00.00.0000 and 24:00. Room numbers such as 1.02.15 are written in no way.
		const skeletons = new Set(possible.filter((value) => IS_DATED.test(value)).map(skeletonOf));
		return values.every((value) => skeletons.has(skeletonOf(value))) ? formatsOfField(possible) : [];
	}
	// Some have a zero before the day or month, and some have not.
	const read = all.filter((one) => values.every((value) => parse(value, one) !== undefined));
	// Where one year has four digits, all that is written has.
	const hasLong = values.some((value) => LONG_YEAR.test(value));
	return hasLong ? read.map((one) => ({ ...one, format: one.format.replace(/\byy\b/, 'yyyy') })) : read;
}

/**
 * Dates, times and both; undefined where values are written in several ways. A cell has the one text that all formats
 * of the field give it.
 */
export function dateFormat(values: readonly string[], timezone: string): KindFormat | undefined {
	const found = formatsOfField(values);
	const own = found.at(0);
	if (own === undefined || values.every((value) => isOfOtherCalendar(value, own))) return undefined;
	const isNamed = own.format.includes('LLL');
	// Such as 05.01.01, which have no day that is no month.
	const mayBeCodes = !isNamed && !/yyyy|:/.test(own.format);
	const isCertain = !mayBeCodes || values.some((value) => (parse(value, own)?.day ?? 0) > 12);
	// A day may be a month as well. English is first; of others "dic" may be Spanish or Italian, which have jun and giu.
	const orders = [...groupBy(found, ({ order }) => order).values()].map(([first]) => first);
	const formats = own.locale === 'en' ? orders : found.filter(({ format }) => format === own.format);
	const skeletons = new Set(isNamed ? values.map(skeletonOf) : []);
	/** Of a language that the months of the plan don't show. */
	const isForeign = (cell: string, all: readonly DateFormat[]) =>
		skeletons.has(skeletonOf(cell)) && !all.some(({ locale }) => formats.some((one) => one.locale === locale));
	const write = (cell: Cell): string | undefined => {
		const all = typeof cell === 'string' && !ISO_DATE.test(cell) ? formatsOf(cell) : [];
		const texts = new Set(formats.flatMap((one) => textOf(readCell(cell, all, one, timezone), one) ?? []));
		if (typeof cell === 'string' && (texts.has(cell) || (all.length > 0 && isForeign(cell, all)))) return cell;
		return isCertain && texts.size === 1 ? [...texts][0] : undefined;
	};
	return { write, isCertain };
}

/** Such as 2569 of Thailand, and 1404 of Iran. */
function isOfOtherCalendar(value: string, own: DateFormat): boolean {
	const year = own.order === undefined ? undefined : parse(value, own)?.year;
	return year !== undefined && (year < FIRST_DATE || year > LAST_DATE);
}

/** @returns undefined for a date that the field can't have, or that would lose something */
function textOf(moment: Moment | undefined, own: DateFormat): string | undefined {
	const { format, order } = own;
	// A day is its first minute, whatever the clock of the workflow.
	const date = format.includes(':') ? (moment?.day ?? moment?.at) : moment?.day;
	if (date === undefined || moment?.isTimeOfDay !== (order === undefined)) return undefined;
	const shown = format.endsWith("'Z'") ? date.toUTC() : date;
	const text = shown.toFormat(format, own);
	const read = parse(text, own);
	if (order === undefined) return read?.second === shown.second ? text : undefined;
	// Two digits of 9999 are read as 1999.
	const isKept = read?.year === shown.year && date.year >= FIRST_DATE && date.toISODate() !== NO_DATE;
	return isKept ? text : undefined;
}

const signOf = (format: string): string | undefined => /[./-]/.exec(format)?.[0];

/** Read by formats as well, but faster so. Programs for tables write 2024-03-01 8:05 and 2024-03-01 08:05 PM, too. */
const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\S*)?$/;

/** @param all formats of a text */
function readCell(cell: Cell, all: readonly DateFormat[], own: DateFormat, timezone: string): Moment | undefined {
	if (typeof cell === 'object') return cell;
	if (typeof cell === 'boolean') return undefined;
	if (typeof cell === 'number' || /^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(cell)) return fromSerial(Number(cell));
	// Luxon reads the end of a day as the beginning of the next.
	if (/(?:^|[^:\d])24:/.test(cell)) return undefined;
	// One without an offset is read as other dates are, whatever the clock of the process.
	if (ISO_DATE.test(cell)) {
		const date = DateTime.fromISO(cell.replace(' ', 'T'), { setZone: true, zone: 'utc' });
		return cell.endsWith('Z') ? momentOfInstant(date, timezone) : momentAt(date);
	}
	// A list with 31/12/2026 has 05/06/2026 in that order, too.
	const isLike = ({ order, format }: DateFormat) =>
		order !== 'ymd' && own.order !== 'ymd' && !format.includes('LLL') && signOf(format) === signOf(own.format);
	const fitting = all.some(isLike) ? all.filter((one) => isLike(one) && one.order === own.order) : all;
	const [date, ...others] = fitting.flatMap((one) => parse(cell, one) ?? []);
	if (date === undefined || others.some((other) => +other !== +date)) return undefined;
	// Luxon takes today for the day of a time.
	return cell.endsWith('Z') ? momentOfInstant(date, timezone) : momentAt(date, all[0].order === undefined);
}

/** Days as workbooks count them: from here, because they have a 29 February 1900. Smaller numbers may be years. */
const FIRST_SERIAL = 10_000;
/** The last day of 2199. Six digits are a date such as 260301. */
const LAST_SERIAL = 109_574;
const DAY_MS = 86_400_000;
const SERIAL_ZERO = Date.UTC(1899, 11, 30);

export function isSerial(number: number): boolean {
	return number >= FIRST_SERIAL && number <= LAST_SERIAL;
}

/** @param serial less than 1 for a time of day */
function fromSerial(serial: number): Moment | undefined {
	const isTimeOfDay = serial >= 0 && serial < 1;
	if (!isTimeOfDay && !isSerial(serial)) return undefined;
	// Workbooks count in days, so that a second is a share that no number holds.
	const ms = SERIAL_ZERO + Math.round((serial * DAY_MS) / 1000) * 1000;
	return momentAt(DateTime.fromMillis(ms, { zone: 'utc' }), isTimeOfDay);
}
