import { DateTime } from 'luxon';

/** A date of a cell, by the clock that it came with. */
export interface Moment {
	at: DateTime;
	/** The clock says nothing: a Date, and a text that ends with Z, are midnight in some zone. */
	isInstant: boolean;
	/** Where no field says how to write it: a day, or a day with its time. */
	text: string;
}

/** A cell that a data field can hold as text. */
export type Cell = string | number | boolean | Moment;

/**
 * How the values of one field are written.
 * @returns undefined for a cell that doesn't fit, or that could mean two values
 */
export type Format = (cell: Cell) => string | undefined;

/** A moment of a Date, of Luxon's DateTime or of an ISO text; undefined where it is none. */
export function momentOf(value: unknown, timezone: string): Moment | undefined {
	const at = value instanceof Date ? DateTime.fromJSDate(value, { zone: 'utc' }) : value;
	const isText = typeof at === 'string';
	const date = isText ? DateTime.fromISO(at, { setZone: true }) : at;
	if (!isDateTime(date) || !date.isValid) return undefined;
	const isInstant = isText ? at.endsWith('Z') : value instanceof Date;
	const moment = { at: date, isInstant, text: '' };
	return { ...moment, text: dayOf(moment, timezone)?.toISODate() ?? isoText(date) };
}

/** n8n's Luxon is another copy than ours. */
function isDateTime(value: unknown): value is DateTime<true> {
	return DateTime.isDateTime(value);
}

function isoText(date: DateTime): string {
	return date.toISO() ?? '';
}

/** The day, where a moment has no time of day. A driver of a database gives midnight by the clock of the process. */
function dayOf({ at, isInstant }: Moment, timezone: string): DateTime | undefined {
	const zones = isInstant ? ['utc', 'system', timezone] : [undefined];
	for (const zone of zones) {
		const date = zone === undefined ? at : at.setZone(zone);
		if (date.isValid && date.toMillis() === date.startOf('day').toMillis()) return date;
	}
	return undefined;
}

type Order = 'dmy' | 'mdy' | 'ymd';

interface DayFormat {
	order: Order;
	format: string;
	locale: string;
}

/** With two digits for days and months first, because such values read as the shorter form, too. */
const NUMERIC: readonly DayFormat[] = ['.', '/', '-'].flatMap((sign) =>
	(['dmy', 'mdy', 'ymd'] as const)
		.filter((order) => order !== 'mdy' || sign !== '.')
		.flatMap((order) =>
			['dd MM yyyy', 'd M yyyy', 'dd MM yy', 'd M yy'].flatMap((parts) => {
				const [d, m, y] = parts.split(' ');
				if (order === 'ymd' && y === 'yy') return [];
				const format = { dmy: [d, m, y], mdy: [m, d, y], ymd: [y, m, d] }[order].join(sign);
				return [{ order, format, locale: 'en' }];
			}),
		),
);

const NAMED: readonly DayFormat[] = ['en', 'de', 'fr', 'es', 'it', 'nl'].flatMap((locale) =>
	[
		...['dd LLL yyyy', 'd LLL yyyy', 'dd LLLL yyyy', 'd LLLL yyyy', 'd. LLL yyyy', 'd. LLLL yyyy', 'dd-LLL-yyyy'],
		...['d-LLL-yyyy', 'd-LLL-yy', 'LLL dd, yyyy', 'LLL d, yyyy', 'LLLL d, yyyy', 'LLL d yyyy', 'LLLL d yyyy'],
	].map((format): DayFormat => ({ order: format.startsWith('L') ? 'mdy' : 'dmy', format, locale })),
);

const TIMES = ['HH:mm', 'H:mm', 'HH:mm:ss', 'H:mm:ss', 'HH:mm:ss.SSS', 'hh:mm a', 'h:mm a', 'h:mm:ss a', 'h:mma'];

const parsers = new Map<string, ReturnType<typeof DateTime.buildFormatParser>>();

/** By Luxon's words for formats; undefined where the calendar or the clock has it not. */
function parse(text: string, format: string, locale = 'en'): DateTime | undefined {
	const id = `${locale} ${format}`;
	let parser = parsers.get(id);
	if (parser === undefined) parsers.set(id, (parser = DateTime.buildFormatParser(format, { locale })));
	const date = DateTime.fromFormatParser(text, parser, { locale, setZone: true });
	return date.isValid ? date : undefined;
}

function isWritten(text: string, format: string, locale = 'en'): boolean {
	return parse(text, format, locale)?.toFormat(format, { locale }) === text;
}

const DATE_AND_TIME = /^(.*\d)(T|,? )(\d{1,2}:\d{2}.*)$/;
const ZONE = /(Z|[+-]\d{2}:\d{2}|[+-]\d{4})$/;

/** How the dates of a field are written. */
interface TemporalFormat {
	/** None for times of day. */
	days: DayFormat[];
	/** Between day and time. */
	between: string;
	/** None for days. */
	time: string | undefined;
	zone: '' | "'Z'" | 'ZZ' | 'ZZZ';
}

/** Dates, times and both; undefined where values are written in several ways. */
export function dateFormat(values: readonly string[], timezone: string): Format | undefined {
	const found = findFormat(values);
	if (found === undefined) return undefined;
	const { days, between, time, zone } = found;
	const [day] = days as Array<DayFormat | undefined>;
	const isUnsure = new Set(days.map(({ order }) => order)).size > 1;
	const write = (date: DateTime) => {
		const parts = [
			day === undefined ? '' : date.toFormat(day.format, { locale: day.locale }),
			time === undefined ? '' : between + date.toFormat(time, { locale: 'en' }) + (zone && date.toFormat(zone)),
		];
		return parts.join('');
	};
	return (cell) => {
		if (typeof cell === 'boolean') return undefined;
		// A day that could be a month as well stays as somebody typed it.
		if (isUnsure) return typeof cell === 'string' && isWritten(cell, day?.format ?? '') ? cell : undefined;
		if (day === undefined) return time === undefined ? undefined : writeTime(cell, time);
		if (time === undefined) {
			const date = asMoment(cell, timezone, day);
			return date && mapDefined(dayOf(date, timezone), write);
		}
		const moment = asMoment(cell, timezone, day);
		if (moment === undefined) return undefined;
		if (zone === "'Z'") return write(moment.at.toUTC());
		return write(moment.isInstant ? moment.at.setZone(timezone) : moment.at);
	};
}

function mapDefined<T, R>(value: T | undefined, map: (value: T) => R): R | undefined {
	return value === undefined ? undefined : map(value);
}

function findFormat(values: readonly string[]): TemporalFormat | undefined {
	const [first] = values;
	const time = TIMES.find((format) => values.every((value) => isWritten(value, format)));
	if (time !== undefined) return { days: [], between: '', time, zone: '' };
	const split = DATE_AND_TIME.exec(first);
	if (split === null) {
		const days = daysOf(values);
		return days.length === 0 ? undefined : { days, between: '', time: undefined, zone: '' };
	}
	const [, , between] = split;
	const parts = values.map((value) => DATE_AND_TIME.exec(value));
	if (!parts.every((part): part is RegExpExecArray => part?.[2] === between)) return undefined;
	const zones = new Set(parts.map(([, , , text]) => zoneOf(text)));
	const times = parts.map(([, , , text]) => text.replace(ZONE, ''));
	const ofDay = TIMES.find((format) => times.every((text) => isWritten(text, format)));
	const days = daysOf(parts.map(([, day]) => day));
	const [zone] = zones;
	return ofDay === undefined || days.length === 0 || zones.size > 1 ? undefined : { days, between, time: ofDay, zone };
}

function zoneOf(time: string): TemporalFormat['zone'] {
	const [, zone] = ZONE.exec(time) ?? [];
	if (zone === undefined) return '';
	return zone === 'Z' ? "'Z'" : zone.includes(':') ? 'ZZ' : 'ZZZ';
}

function daysOf(texts: readonly string[]): DayFormat[] {
	const formats = /\p{L}/u.test(texts[0]) ? NAMED : NUMERIC;
	let left = formats.filter(({ format, locale }) => isWritten(texts[0], format, locale));
	for (const text of texts) left = left.filter(({ format, locale }) => isWritten(text, format, locale));
	if (left.length > 0) return left;
	// Some with a zero before the day or month, and some without.
	left = formats.filter(({ format, locale }) => !format.includes('dd') && parse(texts[0], format, locale));
	for (const text of texts) left = left.filter(({ format, locale }) => parse(text, format, locale));
	return left;
}

/** Days as workbooks count them: from here, because they have a 29 February 1900. Smaller numbers may be years. */
const FIRST_SERIAL = 10_000;
/** The last day of the year 9999. */
const LAST_SERIAL = 2_958_465;
const DAY_MS = 86_400_000;
const SERIAL_ZERO = Date.UTC(1899, 11, 30);

function asMoment(cell: Exclude<Cell, boolean>, timezone: string, day: DayFormat): Moment | undefined {
	if (typeof cell === 'number') return fromSerial(cell);
	if (typeof cell !== 'string') return cell;
	if (/^\d{5}(?:\.\d+)?$/.test(cell)) return fromSerial(Number(cell));
	return readMoment(cell, timezone, day);
}

function fromSerial(serial: number): Moment | undefined {
	if (serial < FIRST_SERIAL || serial > LAST_SERIAL) return undefined;
	// Workbooks count in days, so that a second is a share that no number holds.
	const ms = SERIAL_ZERO + Math.round((serial * DAY_MS) / 1000) * 1000;
	return { at: DateTime.fromMillis(ms, { zone: 'utc' }), isInstant: false, text: '' };
}

/** A text of any format; undefined where it is no date, or could be two. */
function readMoment(text: string, timezone: string, own: DayFormat): Moment | undefined {
	if (/^\d{4}-\d{2}-\d{2}(?:[T ]|$)/.test(text)) return momentOf(text.replace(' ', 'T'), timezone);
	const [, date = text, , time] = DATE_AND_TIME.exec(text) ?? [];
	const day = readDay(date, own);
	if (day === undefined || time === undefined) return day && { at: day, isInstant: false, text };
	const clock = readTime(time);
	return clock && { at: day.plus(clock.diff(clock.startOf('day'))), isInstant: false, text };
}

function readDay(text: string, own: DayFormat): DateTime | undefined {
	const formats = /\p{L}/u.test(text) ? NAMED : NUMERIC;
	const sign = /[./-]/.exec(own.format)?.[0] ?? ' ';
	const days = new Map<string, DateTime>();
	const ofOwn = formats.filter(({ order, format }) => order === own.order && format.includes(sign));
	for (const group of [ofOwn, formats]) {
		for (const { format, locale } of group) {
			if (format.includes('dd')) continue;
			const date = parse(text, format, locale)?.setZone('utc', { keepLocalTime: true });
			if (date !== undefined) days.set(date.toISODate() ?? '', date);
		}
		if (days.size > 0) break;
	}
	return days.size === 1 ? [...days.values()][0] : undefined;
}

function readTime(text: string): DateTime | undefined {
	const upper = text.toUpperCase();
	for (const format of TIMES) {
		const time = parse(upper, format);
		if (time !== undefined) return time;
	}
	return undefined;
}

/** Before this year workbooks have times of day alone. */
const FIRST_YEAR = 1901;

function writeTime(cell: Exclude<Cell, boolean>, format: string): string | undefined {
	const time = timeOf(cell);
	// Seconds that the field does not show would be lost.
	const isLost = time !== undefined && time.second + time.millisecond > 0 && !format.includes('ss');
	return isLost ? undefined : time?.toFormat(format, { locale: 'en' });
}

function timeOf(cell: Exclude<Cell, boolean>): DateTime | undefined {
	const isShare = typeof cell === 'string' && /^0(?:\.\d+)?$/.test(cell);
	if (typeof cell === 'string' && !isShare) return readTime(cell);
	if (typeof cell === 'object') return cell.at.year < FIRST_YEAR ? cell.at : undefined;
	const share = Number(cell);
	if (share < 0 || share >= 1) return undefined;
	return DateTime.fromMillis(Math.round((share * DAY_MS) / 1000) * 1000, { zone: 'utc' });
}
