import { withoutTrailing } from '../text';
import type { Format } from './date-formats';

const CURRENCY = String.raw`\p{Sc}|EUR|USD|GBP|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|JPY|INR|Fr\.?|kr\.?|zł|Kč`;
/** A number and what stands around it: a currency, or the sign of percents. */
const AMOUNT = new RegExp(
	String.raw`^(-?)((?:${CURRENCY})?\s?)(-?)(\d(?:[\d.,'’\s]*\d)?)(\s?(?:${CURRENCY}|%)?)$`,
	'u',
);

interface Amount {
	isNegative: boolean;
	before: string;
	digits: string;
	after: string;
}

function amountOf(text: string): Amount | undefined {
	const [, minus, before, inner, digits, after] = AMOUNT.exec(text) ?? [];
	return digits === undefined ? undefined : { isNegative: minus + inner !== '', before, digits, after };
}

/** Digits before and behind the point. */
interface Decimal {
	whole: string;
	decimals: string;
}

/** How digits are divided: by a sign between thousands, and one before the decimals. */
interface Style {
	group: string;
	point: string;
}

const STYLES: ReadonlyArray<Style & { pattern: RegExp }> = ['', ',', '.', "'", '’', ' ', '\u00a0', '\u202f'].flatMap(
	(group) =>
		['.', ',']
			.filter((point) => point !== group)
			.map((point) => {
				const whole = group === '' ? String.raw`\d+` : String.raw`\d{1,3}(?:[${group}]\d{3})*`;
				return { group, point, pattern: new RegExp(String.raw`^${whole}(?:[${point}]\d+)?$`) };
			}),
);

/** Whether a text is a number with nothing but a currency or the sign of percents around it. */
export function isAmount(text: string): boolean {
	const digits = amountOf(text)?.digits;
	return digits !== undefined && STYLES.some(({ pattern }) => pattern.test(digits));
}

function readDigits(digits: string, { group, point }: Style): Decimal {
	const [whole, decimals = ''] = (group === '' ? digits : digits.replaceAll(group, '')).split(point);
	return { whole, decimals };
}

/**
 * The styles that all of these have, without what none of them shows. Two for `3.101` and its like, which may be a
 * thousand or have decimals, with the decimals first.
 */
function stylesOf(all: readonly string[], hasCurrency: boolean): Style[] {
	const styles = new Map<string, Style>();
	for (const { group, point, pattern } of STYLES) {
		if (!all.every((digits) => pattern.test(digits))) continue;
		const isGrouped = group !== '' && all.some((digits) => digits.includes(group));
		const isDecimal = all.some((digits) => digits.includes(point));
		const style = { group: isGrouped ? group : '', point: isDecimal || isGrouped ? point : '.' };
		const shown = `${style.group} ${isDecimal ? point : ''}`;
		if (!styles.has(shown)) styles.set(shown, style);
	}
	const found = [...styles.values()];
	const grouped = found.filter(({ group }) => group !== '');
	const isOften = hasCurrency || all.some((digits) => /^\d+$/.test(digits));
	return found.length > 1 && grouped.length > 0 && isOften ? grouped : found;
}

/** The one number that digits of a text cell can mean, in the style of the field first. */
function readText(digits: string, style: Style): Decimal | undefined {
	const own = STYLES.filter(({ point, group }) => point === style.point && (group === style.group || group === ''));
	if (own.some(({ pattern }) => pattern.test(digits))) {
		return readDigits(digits, own.find(({ pattern }) => pattern.test(digits)) ?? style);
	}
	const readings = new Map(
		STYLES.filter(({ pattern }) => pattern.test(digits)).map((one) => {
			const read = readDigits(digits, one);
			return [`${read.whole}.${read.decimals}`, read];
		}),
	);
	return readings.size === 1 ? [...readings.values()][0] : undefined;
}

/** Sums of a sheet end in digits that nobody wrote: 1000.3000000000001. */
const CERTAIN_DIGITS = 15;

function readNumber(number: number): Decimal {
	const [whole, decimals = ''] = String(Math.abs(Number(number.toPrecision(CERTAIN_DIGITS)))).split('.');
	return { whole, decimals };
}

/** A share such as 0.125 as percents. */
function asPercents({ whole, decimals }: Decimal): Decimal | undefined {
	const share = Number(`${whole}.${decimals}`);
	return share <= 1 ? readNumber(Number((share * 100).toPrecision(CERTAIN_DIGITS - 3))) : undefined;
}

/** Numbers with more decimals come from a calculation. */
const MAX_FIXED = 4;

/** How the numbers of a field are written. */
interface NumberFormat {
	write: Format;
	/** They have more in common than being whole numbers. */
	isFormat: boolean;
	/** Nothing stands around them or between their thousands, as in numbers of rooms. */
	isPlain: boolean;
}

/** @returns undefined where numbers are written in several ways */
export function numberFormat(values: readonly string[]): NumberFormat | undefined {
	const amounts = values.map(amountOf);
	const [first] = amounts;
	if (first === undefined) return undefined;
	const { before, after } = first;
	if (!amounts.every((one): one is Amount => one?.before === before && one.after === after)) return undefined;
	const all = amounts.map(({ digits }) => digits);
	const isPercent = after.endsWith('%');
	const hasCurrency = before + after !== '' && !isPercent;
	const length = paddedLength(all);
	const styles = length > 0 ? [{ group: '', point: '.' }] : stylesOf(all, hasCurrency);
	if (styles.length === 0) return undefined;
	const [style] = styles;
	const isUnsure = styles.length > 1;
	const places = new Set(all.map((digits) => readDigits(digits, style).decimals.length));
	const [decimals] = places;
	const isFixed = places.size === 1 && decimals <= MAX_FIXED && !(isPercent && values.length === 1);
	const fixed = isFixed ? decimals : undefined;
	const isPlain = before + after === '' && style.group === '';
	const isWhole = isPlain && fixed === 0 && length === 0;

	const put = ({ whole, decimals }: Decimal, isNegative: boolean): string | undefined => {
		const told = isPercent ? withoutTrailing(decimals, '0') : decimals;
		const filled = fixed === undefined ? told : told.padEnd(fixed, '0');
		const isLonger = fixed !== undefined && filled.length > fixed;
		if (isLonger && !isPercent && (!isPlain || fixed === 0)) return undefined;
		if (isUnsure && told === '') return undefined;
		const grouped = style.group === '' ? whole : inThousands(whole, style.group);
		const text = `${grouped.padStart(length, '0')}${filled === '' ? '' : `${style.point}${filled}`}`;
		return `${isNegative ? '-' : ''}${before}${text}${after}`;
	};

	return {
		isFormat: !isWhole,
		isPlain,
		write: (cell) => {
			if (typeof cell === 'number') {
				const read = isPercent ? asPercents(readNumber(cell)) : readNumber(cell);
				return read && put(read, cell < 0);
			}
			// A whole number as text is what it is: it may be a name.
			if (typeof cell !== 'string' || isWhole) return undefined;
			const amount = amountOf(cell);
			if (amount === undefined || !isAffixed(amount, first)) return undefined;
			const read = readText(amount.digits, style);
			const isShare = isPercent && amount.after.trim() === '';
			const number = read && isShare ? asPercents(read) : read;
			return number && put(number, amount.isNegative);
		},
	};
}

function inThousands(whole: string, group: string): string {
	const parts: string[] = [];
	for (let end = whole.length; end > 0; end -= 3) parts.unshift(whole.slice(Math.max(0, end - 3), end));
	return parts.join(group);
}

/** Where all are of one length and some begin with a zero: that length. */
function paddedLength(all: readonly string[]): number {
	const { length } = all[0];
	const isEach = length > 1 && all.every((digits) => digits.length === length && /^\d+$/.test(digits));
	return isEach && all.some((digits) => digits.startsWith('0')) ? length : 0;
}

/** Nothing stands around the number, or the same as around those of the field. */
function isAffixed(cell: Amount, field: Amount): boolean {
	const [before, after] = [cell.before.trim(), cell.after.trim()];
	return before + after === '' || (before === field.before.trim() && after === field.after.trim());
}
