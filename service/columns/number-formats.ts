import type { Cell } from './date-formats';
import { groupBy } from '../text';

const CURRENCY = String.raw`\p{Sc}|EUR|USD|GBP|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|JPY|INR|Fr\.?|kr\.?|zł|Kč`;
const HAS_CURRENCY = new RegExp(CURRENCY, 'iu');
/** Longer than one letter, which stands behind numbers of rooms. */
const UNIT = String.raw`(?:m|ft)\^?[²2]|qm|sf|sq\.?\s?(?:m|ft)\.?|m[³3]|°[CF]|kg|[cm]m|kWh?`;
/** A number and what stands around it: a currency, a unit, or the sign of percents. */
const AMOUNT = new RegExp(
	String.raw`^(-?)((?:${CURRENCY})?\s?)(-?)(\d(?:[\d.,'’\s]*\d)?)(\s?(?:${CURRENCY}|%|${UNIT})?)$`,
	'iu',
);

function amountOf(text: string) {
	const [, minus, before, inner, digits, after] = AMOUNT.exec(text) ?? [];
	return digits === undefined ? undefined : { isNegative: minus + inner !== '', before, digits, after };
}

type Amount = NonNullable<ReturnType<typeof amountOf>>;

/** What stands around a number, without spaces. */
function affixesOf({ before, after }: Pick<Amount, 'before' | 'after'>): string {
	return `${before.trim()} ${after.trim()}`;
}

/** How digits are divided: by a sign between thousands, and one before the decimals. */
interface Style {
	group: string;
	point: string;
	pattern: RegExp;
}

const STYLES: readonly Style[] = ['', ',', '.', "'", '’', ' ', '\u00a0', '\u202f'].flatMap((group) =>
	['.', ',']
		.filter((point) => point !== group)
		.map((point) => {
			const whole = group === '' ? String.raw`\d+` : String.raw`\d{1,3}(?:[${group}]\d{3})*`;
			return { group, point, pattern: new RegExp(String.raw`^${whole}(?:[${point}]\d+)?$`) };
		}),
);

/** Whether a text is a number with decimals, and can't be a thousand or a whole number that a program has filled up. */
export function isDecimal(text: string): boolean {
	return /^\d+[.,](?!\d{3}$)(?!0*$)\d+$/.test(text);
}

/** Whether a text is a number with nothing but a currency, a unit or the sign of percents around it. */
export function isAmount(text: string): boolean {
	const digits = amountOf(text)?.digits;
	return digits !== undefined && STYLES.some(({ pattern }) => pattern.test(digits));
}

function plainOf(digits: string, { group, point }: Style): string {
	return digits.replaceAll(group, '').replace(point, '.');
}

/** The styles in which all digits are numbers. */
function stylesOf(all: readonly string[]): Style[] {
	return STYLES.filter(({ pattern }) => all.every((digits) => pattern.test(digits)));
}

/**
 * The one number that digits of a text cell can mean, in the style of the field first.
 * @param hasPoint whether the sign before decimals is certain
 */
function readText(digits: string, style: Style, hasPoint: boolean): string | undefined {
	const all = stylesOf([digits]);
	const samePoint = hasPoint ? all.filter(({ point }) => point === style.point) : [];
	const fitting = samePoint.length > 0 ? samePoint : all;
	const own = fitting.find(({ group, point }) => point === style.point && group === style.group);
	const numbers = new Set((own === undefined ? fitting : [own]).map((one) => plainOf(digits, one)));
	return numbers.size === 1 ? [...numbers][0] : undefined;
}

/** Sums of a sheet end in digits that nobody wrote: 1000.3000000000001. */
export const CERTAIN_DIGITS = 15;

/** @returns undefined where it would have an exponent */
function readNumber(number: number, digits = CERTAIN_DIGITS): string | undefined {
	const read = String(Math.abs(Number(number.toPrecision(digits))));
	return read.includes('e') ? undefined : read;
}

function asPercents(share: number): string | undefined {
	return Math.abs(share) <= 1 ? readNumber(share * 100, CERTAIN_DIGITS - 3) : undefined;
}

/** Numbers with more decimals come from a calculation. */
const MAX_FIXED = 4;

type Pattern = NonNullable<ReturnType<typeof patternOf>>;

/** What the numbers of a field have in common; undefined where they are in several ways. */
function patternOf(values: readonly string[]) {
	const amounts = values.map(amountOf).filter((amount) => amount !== undefined);
	// Of one unit with a space before it and without one, the more frequent form.
	const [alike = []] = [...groupBy(amounts, ({ before, after }) => `${before}|${after}`).values()].sort(
		(one, other) => other.length - one.length,
	);
	const first = alike.at(0);
	if (first === undefined || !amounts.every((one) => affixesOf(one) === affixesOf(first))) return undefined;
	const { before, after } = first;
	const all = amounts.map(({ digits }) => digits);
	const isPercent = after.endsWith('%');
	const hasCurrency = HAS_CURRENCY.test(before + after);
	const [style, ...others] = stylesOfField(all, hasCurrency);
	if (style === undefined) return undefined;
	const parts = all.map((digits) => digits.split(style.point));
	const fractions = parts.map(([, fraction = '']) => fraction);
	const places = fractions.map(({ length }) => length);
	const [minPlaces, maxPlaces] = [Math.min(...places), Math.max(...places)];
	// One share does not show how precise others are.
	const showsPlaces = !isPercent || values.length > 1;
	const isFixed = minPlaces === maxPlaces && minPlaces <= MAX_FIXED && showsPlaces;
	// A zero at the end shows that so many are written at least, where there are any and also where others have more.
	const minWritten = Math.min(...places.filter((length) => length > 0));
	const isFilled = fractions.some((fraction) => fraction.length === minWritten && fraction.endsWith('0'));
	return {
		...{ before, after, style, isPercent, minPlaces, maxPlaces, isFixed },
		/** So many decimals are written at least, where there are any or no number is whole. */
		decimals: isFixed ? minPlaces : isFilled && showsPlaces ? minWritten : 0,
		hasTrailingZeros: fractions.some((fraction) => fraction.endsWith('0')),
		/** Some may be a thousand, or have decimals: `3.101`. */
		isUnclear: others.some((one) => all.some((digits) => plainOf(digits, one) !== plainOf(digits, style))),
		/** None is so large that it could have a sign between thousands, and none has decimals. */
		isBelowThousand: maxPlaces === 0 && parts.every(([whole]) => whole.length <= 3),
		wholeLength: style.group === '' ? paddedLength(parts.map(([whole]) => whole)) : 0,
		/** Nothing stands around them or between their thousands, as in numbers of rooms. */
		isPlain: before + after === '' && style.group === '',
		/** More decimals than theirs are no matter of precision. */
		isExact: hasCurrency || style.group !== '',
		hasCurrency,
	};
}

/** The styles that fit all numbers of a field, the one to write in first. */
function stylesOfField(all: readonly string[], hasCurrency: boolean): Style[] {
	const isGrouped = ({ group }: Style) => group !== '' && all.some((digits) => digits.includes(group));
	// No number begins with 0 before a sign between thousands.
	const hasZero = ({ group }: Style) => all.some((digits) => /^0\D?\d/.test(digits) && digits.includes(group));
	const fitting = stylesOf(all).filter((style) => !isGrouped(style) || !hasZero(style));
	// Of 800 and 1.200 the point divides thousands.
	const grouped = hasCurrency || all.some((digits) => /^\d+$/.test(digits)) ? fitting.filter(isGrouped) : [];
	const styles = grouped.length > 0 ? grouped : fitting;
	return styles.map((style) => (isGrouped(style) ? style : { ...style, group: '' }));
}

/** How the numbers of a field are written. @param known all values of the field */
export function numberFormat(values: readonly string[], known: ReadonlySet<string>) {
	const pattern = patternOf(values);
	if (pattern === undefined) return undefined;
	const { isPlain, isFixed, decimals, wholeLength } = pattern;
	const isWhole = isPlain && isFixed && decimals === 0 && wholeLength === 0;
	return {
		/** They have more in common than being whole numbers. */
		isFormat: !isWhole,
		isPlain,
		/** Some begin with zeros, and show no length that all have. */
		isPaddingUnclear: wholeLength === undefined,
		/** They have nothing but digits. */
		areDigits: isPlain && pattern.maxPlaces === 0,
		write: (cell: Cell): string | undefined => {
			if (typeof cell === 'number') return writeNumber(cell, pattern, known);
			if (typeof cell !== 'string') return undefined;
			const padded = wholeLength === undefined && /^[1-9]\d*$/.test(cell) ? paddedForm(cell, known) : undefined;
			if (padded !== undefined) return padded;
			const whole = wholeOf(cell, pattern, known);
			if (!isWhole) {
				const asIs = writeText(cell, pattern);
				if (asIs !== undefined && known.has(asIs)) return asIs;
				return writeText(whole ?? cell, pattern, withoutFilledZeros);
			}
			// As text it is what it is: it may be a name. Some programs fill numbers up with zeros.
			const unfilled = cell.replace(/^0+(?=[1-9]\d*$)/, '');
			return known.has(unfilled) ? unfilled : whole;
		},
	};
}

function writeNumber(cell: number, pattern: Pattern, known: ReadonlySet<string>): string | undefined {
	const { isPercent, maxPlaces, wholeLength } = pattern;
	const plain = isPercent ? asPercents(cell) : readNumber(cell);
	if (plain === undefined) return undefined;
	const isNegative = cell < 0;
	if (wholeLength === undefined) return isNegative ? undefined : paddedForm(plain, known);
	const others = Number.isInteger(cell) && !isNegative ? otherForms(plain, pattern) : [];
	const existing = [write(plain, isNegative, pattern), ...others].find((text) => text !== undefined && known.has(text));
	if (existing !== undefined) return existing;
	if (fractionOf(plain).length <= MAX_FIXED) return write(plain, isNegative, pattern);
	// Of a calculation the sheet shows no more than the field has, or as an earlier push has rounded it. A share has
	// whole percents; a whole number may be none only in this cell.
	const rounded: Array<string | undefined> = [];
	for (let places = isPercent ? 0 : 1; places <= Math.min(maxPlaces, MAX_FIXED); places++)
		rounded.push(write(String(Number(Number(plain).toFixed(places))), isNegative, pattern));
	const pushed = rounded.findLast((text) => text !== undefined && known.has(text));
	const isCut = rounded.length > 0 && maxPlaces <= MAX_FIXED;
	return pushed ?? (isCut ? rounded.at(-1) : write(plain, isNegative, pattern));
}

const MAX_PADDED = 20;

/** The value of the field that is a number with zeros before it, where others have other lengths. */
function paddedForm(plain: string, known: ReadonlySet<string>): string | undefined {
	for (let length = plain.length; length <= MAX_PADDED; length++) {
		const text = plain.padStart(length, '0');
		if (known.has(text)) return text;
	}
	return undefined;
}

/** A whole number in other forms that values of the field may have: with decimals, or a sign between thousands. */
function otherForms(plain: string, { before, after, style, decimals, isUnclear }: Pattern): string[] {
	const groups = isUnclear ? [',', '.'] : [style.group];
	const filled = decimals === 0 || isUnclear ? '' : style.point + '0'.repeat(decimals);
	return groups.map((group) => `${before}${divided(plain, group)}${filled}${after}`);
}

/** Programs write whole numbers as 101.0 or 101.00, but to no field that has such values. 1.000 may be a thousand. */
function wholeOf(text: string, pattern: Pattern, known: ReadonlySet<string>): string | undefined {
	const [, digits] = /^(-?\d+)\.(?!000$)0+$/.exec(text) ?? [];
	const hasWhole = pattern.isPlain && pattern.minPlaces === 0 && !pattern.hasTrailingZeros;
	return digits !== undefined && (hasWhole || known.has(digits)) ? digits : undefined;
}

/** The sign may stand before decimals as well. */
const THOUSANDS = /^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/;

function writeText(
	text: string,
	pattern: Pattern,
	toPlain: (read: string, pattern: Pattern) => string | undefined = (read) => read,
): string | undefined {
	const { style, isPercent, isExact, isBelowThousand } = pattern;
	const amount = amountOf(text);
	if (amount === undefined) return undefined;
	const isBare = affixesOf(amount) === ' ';
	if (!isBare && affixesOf(amount) !== affixesOf(pattern)) return undefined;
	// Short numbers don't show which sign they would have between thousands.
	if (isBelowThousand && !isBare && THOUSANDS.test(amount.digits)) return text;
	const read = readText(amount.digits, style, pattern.hasCurrency && !isBare && pattern.maxPlaces > 0);
	const plain = read && (isPercent && isBare ? asPercents(Number(read)) : toPlain(read, pattern));
	if (plain === undefined) return undefined;
	// What sign stands before decimals, whole measures and shares don't show.
	if (isPercent && !isBare && pattern.maxPlaces === 0 && fractionOf(plain) !== '') return text;
	const asGiven = isBare || isExact || isPercent ? undefined : text;
	return write(plain, amount.isNegative, pattern) ?? asGiven;
}

/**
 * Databases fill decimals up. Of rooms with one decimal, 3.10 is another one than 3.1.
 * @returns undefined for what may be filled up as well as another one, such as 1.100 beside 1.99
 */
function withoutFilledZeros(plain: string, { isPercent, isPlain, minPlaces, isExact }: Pattern): string | undefined {
	if (isExact && minPlaces === 0) return plain.replace(/\.(?!000$)0+$/, '');
	if (!isPercent && minPlaces < 2) return plain;
	const unfilled = plain.replace(new RegExp(String.raw`(\.\d{${isPercent ? 0 : minPlaces}}\d*?)0+$`), '$1');
	const isUnclear = isPlain && fractionOf(unfilled).length === minPlaces && plain.length === unfilled.length + 1;
	return isUnclear ? undefined : unfilled;
}

/** @param plain digits, with a point before decimals @returns undefined for a number that the field can't have */
function write(plain: string, isNegative: boolean, pattern: Pattern): string | undefined {
	const { before, after, style, decimals, minPlaces, isFixed, isPercent, isExact, isUnclear } = pattern;
	const [whole] = plain.split('.');
	const fraction = fractionOf(plain);
	const isLonger = isFixed && fraction.length > decimals && !isPercent;
	if (isLonger && (isExact || decimals === 0)) return undefined;
	// What may be thousands has three digits before and behind the sign. 3.11 is room 3.110, and 9.5 is no 9,500.
	const isShort = style.point === ',' ? fraction.length < 3 : fraction === '';
	if (isUnclear && (isShort || whole.length > 3)) return undefined;
	// What begins with zeros and is not as long as others is another number, and where some do, none is negative.
	const length = pattern.wholeLength ?? 0;
	if ((length > 0 && isNegative) || (whole.length !== length && /^0\d/.test(whole))) return undefined;
	const digits = divided(whole.padStart(length, '0'), style.group);
	const filled = fraction === '' && minPlaces === 0 ? '' : fraction.padEnd(decimals, '0');
	return `${isNegative ? '-' : ''}${before}${digits}${filled === '' ? '' : style.point}${filled}${after}`;
}

/** @param group stands between thousands */
function divided(digits: string, group: string): string {
	const start = digits.length % 3 || 3;
	return [digits.slice(0, start), ...(digits.slice(start).match(/\d{3}/g) ?? [])].join(group);
}

function fractionOf(plain: string): string {
	return plain.split('.')[1] ?? '';
}

/** Such as 2 for 01.05, and 3 for 007 and 1234; 0 where none begins with a zero. Undefined where that is unclear. */
function paddedLength(all: readonly string[]): number | undefined {
	const [first = 0, ...others] = all.filter((digits) => /^0\d/.test(digits)).map(({ length }) => length);
	const isEach = others.every((length) => length === first) && all.every(({ length }) => length >= first);
	return isEach ? first : undefined;
}
