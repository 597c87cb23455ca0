import type { Cell } from './date-formats';
import { foldText, groupBy, memo } from '../text';

const CURRENCY =
	String.raw`\p{Lu}{0,2}\p{Sc}|EUR|USD|GBP|CHF|CAD|AUD|NZD|` +
	String.raw`SEK|NOK|DKK|PLN|CZK|HUF|JPY|INR|Fr\.?|kr\.?|zł|Kč|руб\.?|грн\.?|円|元|원`;
const HAS_CURRENCY = new RegExp(CURRENCY, 'iu');
/** Longer than one letter, which stands behind numbers of rooms. */
const UNIT = String.raw`(?:[mм]|ft)\^?[²2]|㎡|кв\.?\s?м\.?|坪|qm|sf|sq\.?\s?(?:m|ft)\.?|m[³3]|°[CF]|kg|[cm]m|kWh?`;
/** A number and what stands around it: a currency, a unit, or the sign of percents. */
const AMOUNT = new RegExp(
	String.raw`^(-?)((?:${CURRENCY})?\s?)(-?)(\d(?:[\d.,'’\s]*\d)?)(\s?(?:${CURRENCY}|%|${UNIT})?)$`,
	'iu',
);

/** Such as `m²` of a field called Area (m²), whose values have none. */
const OF_NAME = new RegExp(String.raw`[\s([](${CURRENCY}|${UNIT})[)\]]?\s*$`, 'iu');

function amountOf(text: string) {
	const [, minus, before, inner, digits, after] = AMOUNT.exec(text) ?? [];
	return digits === undefined ? undefined : { minus: minus || inner, before, digits, after };
}

type Amount = NonNullable<ReturnType<typeof amountOf>>;

/** What stands around a number, without spaces, as texts are compared: m2 is m². */
function affixesOf({ before, after }: Pick<Amount, 'before' | 'after'>): string {
	return `${foldText(before)} ${foldText(after)}`;
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
			// No number begins with 0 before a sign between thousands.
			const whole = group === '' ? String.raw`\d+` : String.raw`(?:0|[1-9]\d{0,2}(?:[${group}]\d{3})*)`;
			return { group, point, pattern: new RegExp(String.raw`^${whole}(?:[${point}]\d+)?$`) };
		}),
);

/** Whether a text is a number with nothing but a currency, a unit or the sign of percents around it. */
export function isAmount(text: string): boolean {
	const digits = amountOf(text)?.digits;
	return digits !== undefined && stylesOf([digits]).length > 0;
}

/** The styles in which all digits are numbers. */
function stylesOf(all: readonly string[]): Style[] {
	return STYLES.filter(({ pattern }) => all.every((digits) => pattern.test(digits)));
}

/** Digits in a style as JavaScript writes numbers, with the zeros that they have. */
function plainOf({ minus, digits }: Amount, { group, point }: Style): string {
	return minus + digits.replaceAll(group, '').replace(point, '.');
}

function fractionOf(plain: string): string {
	return plain.split('.')[1] ?? '';
}

/** Sums of a sheet end in digits that nobody wrote: 1000.3000000000001. */
export const CERTAIN_DIGITS = 15;

/** @returns undefined where it would have an exponent */
function plainNumber(number: number, digits = CERTAIN_DIGITS): string | undefined {
	const plain = String(Number(number.toPrecision(digits)));
	return plain.includes('e') ? undefined : plain;
}

function asPercents(share: number): string | undefined {
	return Math.abs(share) <= 1 ? plainNumber(share * 100, CERTAIN_DIGITS - 3) : undefined;
}

/** Programs write whole numbers as 101.0 or 101.00. 1.000 may be a thousand. */
function withoutZeroFraction(plain: string): string {
	return plain.replace(/\.(?!000$)0+$/, '');
}

/** Numbers with more decimals come from a calculation. */
const MAX_FIXED = 4;

type Pattern = NonNullable<ReturnType<typeof patternOf>>;

/** What the numbers of a field have in common; undefined where they are in several ways. */
function patternOf(values: readonly string[], name: string) {
	const amounts = values.map(amountOf).filter((amount) => amount !== undefined);
	// Of one unit with a space before it and without one, the more frequent form.
	const [alike = []] = [...groupBy(amounts, ({ before, after }) => `${before}|${after}`).values()].sort(
		(one, other) => other.length - one.length,
	);
	const first = alike.at(0);
	if (first === undefined) return undefined;
	const { before, after } = first;
	const affixes = affixesOf(first);
	if (!amounts.every((one) => affixesOf(one) === affixes)) return undefined;
	const all = amounts.map(({ digits }) => digits);
	const isPercent = after.endsWith('%');
	const hasCurrency = HAS_CURRENCY.test(before + after);
	const styles = stylesOfField(all, hasCurrency);
	const style = styles.at(0);
	if (style === undefined) return undefined;
	const parts = all.map((digits) => digits.split(style.point));
	const fractions = parts.map(([, fraction = '']) => fraction);
	const places = fractions.map(({ length }) => length);
	const [minPlaces, maxPlaces] = [Math.min(...places), Math.max(...places)];
	// One share does not show how precise others are.
	const isFixed = minPlaces === maxPlaces && minPlaces <= MAX_FIXED && (!isPercent || values.length > 1);
	// A zero at the end shows that so many are written at least, where there are any and also where others have more.
	const minWritten = Math.min(...places.filter((length) => length > 0));
	const isFilled = fractions.some((fraction) => fraction.length === minWritten && fraction.endsWith('0'));
	/** So many decimals are written at least, where there are any or no number is whole. */
	const decimals = isFixed ? minPlaces : isFilled ? minWritten : 0;
	const wholeLength = paddedLength(parts.map(([whole]) => whole));
	/** Nothing stands around them or between their thousands, as in numbers of rooms. */
	const isPlain = before + after === '' && style.group === '';
	return {
		...{ before, after, affixes, styles, style, isPercent, minPlaces, maxPlaces, isFixed, decimals, wholeLength },
		...{ isPlain, hasCurrency, isWhole: isPlain && isFixed && decimals === 0 && wholeLength === 0 },
		hasTrailingZeros: fractions.some((fraction) => fraction.endsWith('0')),
		/** Such as those of rooms below the ground. */
		haveNegatives: amounts.some(({ minus }) => minus !== ''),
		/** Some may be a thousand, or have decimals: `3.101`. */
		isUnclear: amounts.some((one) => styles.some((other) => plainOf(one, other) !== plainOf(one, style))),
		/** They have signs before decimals or between thousands. */
		hasSigns: maxPlaces > 0 || style.group !== '',
		/** What may stand around a bare number: where values have nothing, what the name of the field says. */
		ofName: affixesOf({ before: '', after: (before + after === '' && OF_NAME.exec(name)?.[1]) || '' }),
		/** More decimals than theirs are no matter of precision. */
		isExact: hasCurrency || style.group !== '',
	};
}

/** The styles that fit all numbers of a field, the one to write in first. */
function stylesOfField(all: readonly string[], hasCurrency: boolean): Style[] {
	const isGrouped = ({ group }: Style) => group !== '' && all.some((digits) => digits.includes(group));
	const fitting = stylesOf(all);
	// Of 800 and 1.200 the point divides thousands.
	const grouped = hasCurrency || all.some((digits) => /^\d+$/.test(digits)) ? fitting.filter(isGrouped) : [];
	return grouped.length > 0 ? grouped : fitting;
}

/** Such as 2 for 01.05, and 3 for 007 and 1234; 0 where none begins with a zero. Undefined where that is unclear. */
function paddedLength(all: readonly string[]): number | undefined {
	const length = Math.max(0, ...all.filter((digits) => /^0\d/.test(digits)).map((digits) => digits.length));
	return all.every((digits) => digits.length >= length) ? length : undefined;
}

/**
 * How the numbers of a field are written: one that the plan has as it stands there, any other one as all are.
 * @param known all values of the field
 */
export function numberFormat(values: readonly string[], known: ReadonlySet<string>, name: string) {
	const pattern = patternOf(values, name);
	if (pattern === undefined) return undefined;
	const { isPlain, isWhole, maxPlaces } = pattern;
	const valuesByNumber = memo(() => indexOf(known, pattern));
	const existing = (plain: string): string | undefined => {
		const text = write(plain, pattern);
		return text !== undefined && known.has(text) ? text : valuesByNumber().get(withoutZeroFraction(plain));
	};
	return {
		/** They have more in common than being whole numbers. */
		isCertain: !isWhole,
		isPlain,
		/** They have nothing but digits. */
		areDigits: isPlain && maxPlaces === 0,
		write: (cell: Cell): string | undefined => {
			if (typeof cell === 'boolean' || typeof cell === 'object') return undefined;
			const { numbers, text } = typeof cell === 'number' ? readNumber(cell, pattern) : readText(cell, pattern);
			return numbers.map(existing).find((one) => one !== undefined) ?? text;
		},
	};
}

/** Values by the numbers that they can mean, whatever zeros and signs they are written with. */
function indexOf(known: ReadonlySet<string>, pattern: Pattern): ReadonlyMap<string, string> {
	const index = new Map<string, string>();
	// These have one form.
	if (pattern.isWhole) return index;
	for (const text of known) {
		const amount = amountOf(text.trim());
		if (amount === undefined || affixesOf(amount) !== pattern.affixes) continue;
		for (const style of pattern.styles) {
			const key = withoutZeroFraction(plainOf(amount, style)).replace(/^(-?)0+(?=\d)/, '$1');
			if (!index.has(key)) index.set(key, text);
		}
	}
	return index;
}

/** What a cell means. */
interface Meaning {
	/** The likeliest first: the first one that the plan has is meant. */
	numbers: readonly string[];
	/** Where it has none. */
	text?: string | undefined;
}

function readNumber(cell: number, pattern: Pattern): Meaning {
	const plain = pattern.isPercent ? asPercents(cell) : plainNumber(cell);
	if (plain === undefined) return { numbers: [] };
	const { rounded, shown } = roundedLike(plain, pattern);
	const text = pattern.wholeLength === undefined ? undefined : write(shown, pattern);
	return { numbers: [plain, ...rounded], text };
}

/** Also of a text, because text files hold the numbers of calculations, too. */
function roundedLike(plain: string, { isPercent, maxPlaces }: Pattern) {
	// Of a calculation the sheet shows no more than the field has, or as an earlier push has rounded it. A share has
	// whole percents; a whole number may be none only in this cell.
	const places = [4, 3, 2, 1, 0].filter((count) => count <= maxPlaces && (count > 0 || isPercent));
	const isCalculated = fractionOf(plain).length > MAX_FIXED;
	const rounded = isCalculated ? places.map((count) => String(Number(Number(plain).toFixed(count)))) : [];
	return { rounded, shown: maxPlaces <= MAX_FIXED ? (rounded.at(0) ?? plain) : plain };
}

function readText(text: string, pattern: Pattern): Meaning {
	const { isPercent, isUnclear, isWhole, hasSigns, styles, ofName } = pattern;
	// As text a whole number is what it is: it may be a name, or a day.
	const amount = isWhole && /^\d+$/.test(text) ? undefined : amountOf(text);
	const affixes = amount === undefined ? undefined : affixesOf(amount);
	const isBare = affixes === ' ' || affixes === ofName;
	if (amount === undefined || (!isBare && affixes !== pattern.affixes)) return { numbers: [] };
	const [read, ...others] = readDigits(amount, pattern, isBare);
	const plain = isPercent && isBare ? asPercents(Number(read)) : read;
	const unfilled = plain === undefined ? undefined : withoutFilledZeros(plain, pattern);
	if (plain === undefined || unfilled === undefined) return { numbers: [] };
	const { rounded, shown } = roundedLike(unfilled, pattern);
	// An amount stays as somebody typed it where others don't show its signs, and rule out nothing that it may mean.
	const isAlike = meaningsOf(amount, styles).length === meaningsOf(amount, STYLES).length;
	const asTyped = !isBare && isAlike ? text : undefined;
	const needsSign = others.length > 0 || (!isBare && fractionOf(unfilled) !== '');
	if (needsSign && !hasSigns) return { numbers: [], text: asTyped };
	if (others.length > 0) return { numbers: [] };
	return {
		numbers: isUnclear ? [] : [plain, ...rounded],
		text: write(shown, pattern) ?? (isUnclear && !isPercent ? asTyped : undefined),
	};
}

function meaningsOf(amount: Amount, styles: readonly Style[]): string[] {
	const fitting = styles.filter(({ pattern }) => pattern.test(amount.digits));
	return [...new Set(fitting.map((one) => plainOf(amount, one)))];
}

/** The numbers that digits of a text can mean; the one in the style of the field, if it is one. */
function readDigits(amount: Amount, pattern: Pattern, isBare: boolean): readonly string[] {
	const { style, isWhole, hasCurrency, hasSigns, maxPlaces } = pattern;
	const all = stylesOf([amount.digits]);
	// The sign before decimals is certain.
	const samePoint = hasCurrency && !isBare && maxPlaces > 0 ? all.filter(({ point }) => point === style.point) : [];
	const fitting = samePoint.length > 0 ? samePoint : all;
	const own = fitting.find(({ group, point }) => point === style.point && group === style.group);
	if (own !== undefined && (isBare || hasSigns)) return [plainOf(amount, own)];
	// Two numbers of rooms may stand in one cell: 101 102.
	return isWhole ? [] : meaningsOf(amount, fitting);
}

/**
 * Databases fill decimals up. Of rooms with one decimal, 3.10 is another one than 3.1.
 * @returns undefined for what may be filled up as well as another one, such as 1.100 beside 1.99
 */
function withoutFilledZeros(plain: string, pattern: Pattern): string | undefined {
	const { isPercent, isPlain, minPlaces, hasTrailingZeros, isExact } = pattern;
	const mayBeWhole = minPlaces === 0 && (!hasTrailingZeros || isExact);
	if (!isPercent && minPlaces < 2) return mayBeWhole ? withoutZeroFraction(plain) : plain;
	const unfilled = plain.replace(new RegExp(String.raw`(\.\d{${isPercent ? 0 : minPlaces}}\d*?)0+$`), '$1');
	const isUnclear = isPlain && fractionOf(unfilled).length === minPlaces && plain.length === unfilled.length + 1;
	return isUnclear ? undefined : unfilled;
}

/** @param plain digits, with a point before decimals @returns undefined for a number that the field can't have */
function write(plain: string, pattern: Pattern): string | undefined {
	const { before, after, style, decimals, minPlaces, isFixed, isPercent, isExact, isUnclear, haveNegatives } = pattern;
	const minus = plain.startsWith('-') ? '-' : '';
	const [whole, fraction = ''] = plain.slice(minus.length).split('.');
	const isLonger = isFixed && fraction.length > decimals && !isPercent;
	if (isLonger && (isExact || decimals === 0)) return undefined;
	// What may be thousands has three digits before and behind the sign. 3.11 is room 3.110, and 9.5 is no 9,500.
	const isShort = style.point === ',' ? fraction.length < 3 : fraction === '';
	if (isUnclear && (isShort || whole.length > 3)) return undefined;
	// What begins with zeros and is not as long as others is another number, and where some do, none is negative unless
	// others are.
	const length = pattern.wholeLength ?? 0;
	if ((length > 0 && minus !== '' && !haveNegatives) || (whole.length !== length && /^0\d/.test(whole)))
		return undefined;
	const digits = divided(whole.padStart(length, '0'), style.group);
	const filled = fraction === '' && minPlaces === 0 ? '' : fraction.padEnd(decimals, '0');
	return `${minus}${before}${digits}${filled === '' ? '' : style.point}${filled}${after}`;
}

/** @param group stands between thousands */
function divided(digits: string, group: string): string {
	const start = digits.length % 3 || 3;
	return [digits.slice(0, start), ...(digits.slice(start).match(/\d{3}/g) ?? [])].join(group);
}
