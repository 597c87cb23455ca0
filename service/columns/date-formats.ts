import { DateTime } from 'luxon';
import { memo } from '../text';

/** Before this year workbooks have times of day alone. */
const FIRST_YEAR = 1901;

/** Of buildings; what is earlier lacks a digit of its year. */
const FIRST_DATE = 1800;
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

/** Also an invalid one. */
export function isMoment(value: unknown): boolean {
	return value instanceof Date || DateTime.isDateTime(value);
}

/** Of a Date, or a DateTime of Luxon; undefined for anything else. @param timezone of the workflow */
export function momentOf(value: unknown, timezone: string): Moment | undefined {
	// n8n's Luxon is another copy than ours.
	if (DateTime.isDateTime(value)) return momentAt(value, timezone);
	if (!(value instanceof Date)) return undefined;
	// n8n's reader of workbooks loses a millisecond of some times.
	const lostMs = value.getMilliseconds() === 999 ? 1 : 0;
	return momentAt(DateTime.fromMillis(+value + lostMs, { zone: 'utc' }), timezone, true);
}

const AS_TYPED = { suppressSeconds: true, suppressMilliseconds: true, includeOffset: false };

/** @param isInstant a driver of a database gives days as midnight by the clock of the process */
function momentAt(
	date: DateTime,
	timezone: string,
	isInstant = false,
	isTimeOfDay = isInstant && date.year < FIRST_YEAR,
): Moment | undefined {
	if (!date.isValid) return undefined;
	const clocks = isInstant ? ['utc', 'system', timezone].map((zone) => date.setZone(zone)) : [date];
	const day = clocks.find((one) => one.isValid && +one === +one.startOf('day'));
	const at = isTimeOfDay && isInstant ? timeOfDay(date.toJSDate()) : isInstant ? date.setZone(timezone) : date;
	const text = isTimeOfDay ? at.toISOTime(AS_TYPED) : (day?.toISODate() ?? date.toISO());
	return { at, day, isTimeOfDay, text: String(text) };
}

/** Workbooks of OpenDocument have a time of day in 1899, by the clock of the process. */
const timeOfDay = (date: Date) => DateTime.utc(FIRST_YEAR, 1, 1, date.getHours(), date.getMinutes(), date.getSeconds());

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
	const ofZone =
		zone === undefined ? '' : zone === 'Z' ? "'Z'" : zone.includes(':') ? 'ZZ' : zone.length > 3 ? 'ZZZ' : 'Z';
	const start = between === 'T' ? "'T'" : between;
	const formatOf = (one: DateFormat, { format }: DateFormat) => `${one.format}${start}${format}${ofZone}`;
	return days.flatMap((one) => times.map((ofDay) => ({ ...one, format: formatOf(one, ofDay) })));
}

/** Whether a text is a date, a time of day, or both, in any form that is known. */
export function isDate(text: string): boolean {
	return formatsOf(text).length > 0;
}

function isWritten(text: string, one: DateFormat): boolean {
	return parse(text, one)?.toFormat(one.format, one) === text;
}

/** `9.9.9` of a date such as 31.12.2026, and `9 a 9` of one with the name of its month. */
export function skeletonOf(value: string): string {
	return value.replace(/\d+/g, '9').replace(/\p{L}+/gu, 'a');
}

/** The formats that a field's values have in common. */
function formatsOfField(values: readonly string[]): DateFormat[] {
	const all = formatsOf(values[0] ?? '');
	const exact = all.filter((one) => values.every((value) => isWritten(value, one)));
	// Some have a zero before the day or month, and some have not. Room numbers such as 1.02.15 are written in no way.
	if (exact.length > 0 || !values.every(isPossible)) return exact;
	return all.filter((one) => values.every((value) => parse(value, one) !== undefined));
}

function isPossible(value: string): boolean {
	return formatsOf(value).some((one) => isWritten(value, one));
}

const LONG_YEAR = /(?:^|\D)\d{4}(?:\D|$)/;
/** A year, or a time of day: numbers of rooms have neither. */
const IS_DATED = new RegExp(String.raw`${LONG_YEAR.source}|^\d?\d:\d\d`);

/** Without what is like the others, and no calendar or clock has it, such as 00.00.0000 and 24:00. */
function withoutImpossible(values: readonly string[]): readonly string[] {
	const possible = values.filter(isPossible);
	const skeletons = new Set(possible.map(skeletonOf));
	const isAlike = values.every((value) => skeletons.has(skeletonOf(value)));
	return isAlike && possible.every((value) => IS_DATED.test(value)) ? possible : values;
}

/**
 * Dates, times and both; undefined where values are written in several ways.
 * @returns `isCertain`: they can't be codes of rooms as well
 */
export function dateFormat(
	input: readonly string[],
	timezone: string,
): { write: Format; isCertain: boolean } | undefined {
	const values = formatsOfField(input).length > 0 ? input : withoutImpossible(input);
	const read = formatsOfField(values);
	// Where one year has four digits, all that is written has.
	const hasLong = values.some((value) => LONG_YEAR.test(value));
	const found = hasLong ? read.map((one) => ({ ...one, format: one.format.replace(/\byy\b/, 'yyyy') })) : read;
	const own = found.at(0);
	if (own === undefined) return undefined;
	// Such as 05.01.01, which have no day that is no month.
	const mayBeCodes = hasShortYear(own) && !own.format.includes('LLL') && !own.format.includes(':');
	const isCertain = !mayBeCodes || values.some((value) => (parse(value, read[0])?.day ?? 0) > 12);
	if (!isCertain || found.some((one) => one.order !== own.order)) {
		// A day that could be a month as well stays as somebody typed it.
		const isOwn = (cell: Cell) => typeof cell === 'string' && found.some((one) => isWritten(cell, one));
		return { write: (cell) => (isOwn(cell) ? String(cell) : undefined), isCertain };
	}
	// English is first; of others "dic" may be Spanish or Italian, which have jun and giu.
	const variants = own.locale === 'en' ? [own] : found.filter((one) => one.format === own.format);
	const write = dateWriter(own, variants, timezone);
	if (!own.format.includes('LLL')) return { write, isCertain };
	const skeletons = new Set(values.map(skeletonOf));
	/** Of a language that the months of the plan don't show. */
	const isForeign = (text: string) => {
		const locales = skeletons.has(skeletonOf(text)) ? formatsOf(text).map(({ locale }) => locale) : [];
		return locales.length > 0 && !variants.some(({ locale }) => locales.includes(locale));
	};
	return { write: (cell) => (typeof cell === 'string' && isForeign(cell) ? cell : write(cell)), isCertain };
}

function hasShortYear({ order, format }: DateFormat): boolean {
	return order !== undefined && !format.includes('yyyy');
}

/** @param variants the format in the languages that the field may have, which have to agree */
function dateWriter(own: DateFormat, variants: readonly DateFormat[], timezone: string): Format {
	const { format } = own;
	return (cell) => {
		const moment = typeof cell === 'boolean' ? undefined : readCell(cell, own, timezone);
		// A day is its first minute, whatever the clock of the workflow.
		const date = format.includes(':') ? (moment?.day ?? moment?.at) : moment?.day;
		if (date === undefined || moment?.isTimeOfDay !== (own.order === undefined) || !mayHold(own, date))
			return undefined;
		const shown = format.endsWith("'Z'") ? date.toUTC() : date;
		const texts = new Set(variants.map((one) => shown.toFormat(format, one)));
		return texts.size === 1 ? [...texts][0] : typeof cell === 'string' && texts.has(cell) ? cell : undefined;
	};
}

/** Whether a date is one that a field may have, and written in its format loses nothing. */
function mayHold(own: DateFormat, date: DateTime): boolean {
	const { format, order } = own;
	// Seconds would be lost.
	if (order === undefined) return date.second + date.millisecond === 0 || format.includes('ss');
	if (date.year < FIRST_DATE || date.toISODate() === NO_DATE) return false;
	// Two digits of 9999 are read as 1999.
	return !hasShortYear(own) || parse(date.toFormat(format, own), own)?.year === date.year;
}

function readCell(cell: Exclude<Cell, boolean>, own: DateFormat, timezone: string): Moment | undefined {
	if (typeof cell === 'object') return cell;
	if (typeof cell === 'number' || /^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(cell)) return fromSerial(Number(cell), timezone);
	// Luxon reads the end of a day as the beginning of the next.
	if (/(?:^|[^:\d])24:/.test(cell)) return undefined;
	// One without an offset is read as other dates are, whatever the clock of the process.
	const read = { setZone: true, zone: 'utc' };
	if (/^\d{4}-\d{2}-\d{2}(?:[T ]|$)/.test(cell))
		return momentAt(DateTime.fromISO(cell.replace(' ', 'T'), read), timezone, cell.endsWith('Z'));
	const signOf = ({ format }: DateFormat) => /[./-]/.exec(format)?.[0];
	const all = formatsOf(cell);
	const alike = all.filter((one) => one.order === own.order && signOf(one) === signOf(own));
	// A list with 31/12/2026 has 05/06/2026 in that order, too.
	const isTurned = all.some((one) => one.order !== own.order && one.order !== 'ymd' && signOf(one) === signOf(own));
	if (alike.length === 0 && isTurned && own.order !== 'ymd') return undefined;
	const [date, ...others] = (alike.length > 0 ? alike : all).flatMap((one) => parse(cell, one) ?? []);
	if (date === undefined || others.some((other) => +other !== +date)) return undefined;
	// Luxon takes today for the day of a time.
	return momentAt(date, timezone, cell.endsWith('Z'), all[0].order === undefined);
}

/** Days as workbooks count them: from here, because they have a 29 February 1900. Smaller numbers may be years. */
const FIRST_SERIAL = 10_000;
/** The last day of 2199. Six digits are a date such as 260301. */
const LAST_SERIAL = 109_574;
const DAY_MS = 86_400_000;
const SERIAL_ZERO = Date.UTC(1899, 11, 30);

/** @param serial less than 1 for a time of day */
function fromSerial(serial: number, timezone: string): Moment | undefined {
	if (serial < 0 || (serial >= 1 && serial < FIRST_SERIAL) || serial > LAST_SERIAL) return undefined;
	// Workbooks count in days, so that a second is a share that no number holds.
	const ms = SERIAL_ZERO + Math.round((serial * DAY_MS) / 1000) * 1000;
	return momentAt(DateTime.fromMillis(ms, { zone: 'utc' }), timezone, false, serial < 1);
}
