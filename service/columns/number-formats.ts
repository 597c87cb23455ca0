import type { Cell } from './date-formats';

const CURRENCY = String.raw`\p{Sc}|EUR|USD|GBP|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|JPY|INR|Fr\.?|kr\.?|zł|Kč`;
const HAS_CURRENCY = new RegExp(CURRENCY, 'iu');
/** Longer than one letter, which stands behind numbers of rooms. */
const UNIT = String.raw`(?:m|ft)\^?[²2]|qm|sf|sq\.?\s?(?:m|ft)\.?|m[³3]|°[CF]|kg|[cm]m|kWh?`;
/** A number and what stands around it: a currency, a unit, or the sign of percents. */
const AMOUNT = new RegExp(
	String.raw`^(-?)((?:${CURRENCY})?\s?)(-?)(\d(?:[\d.,'’\s]*\d)?)(\s?(?:${CURRENCY}|%|${UNIT})?)$`,
	'iu',
);

type Amount = NonNullable<ReturnType<typeof amountOf>>;

function amountOf(text: string) {
	const [, minus, before, inner, digits, after] = AMOUNT.exec(text) ?? [];
	return digits === undefined ? undefined : { isNegative: minus + inner !== '', before, digits, after };
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

/** The one number that digits of a text cell can mean, in the style of the field first. */
function readText(digits: string, style: Style): string | undefined {
	const fitting = stylesOf([digits]);
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

/**
 * How the numbers of a field are written. @param known all values of the field
 * @returns undefined where they are in several ways
 */
export function numberFormat(values: readonly string[], known: ReadonlySet<string>) {
	const amounts = values.map(amountOf);
	const [first] = amounts;
	if (first === undefined) return undefined;
	const { before, after } = first;
	if (!amounts.every((one): one is Amount => one?.before === before && one.after === after)) return undefined;
	const all = amounts.map(({ digits }) => digits);
	const isPercent = after.endsWith('%');
	const hasCurrency = HAS_CURRENCY.test(before + after);
	const isGrouped = ({ group }: Style) => group !== '' && all.some((digits) => digits.includes(group));
	const fitting = stylesOf(all);
	const grouped = hasCurrency || all.some((digits) => /^\d+$/.test(digits)) ? fitting.filter(isGrouped) : [];
	const styles = grouped.length > 0 ? grouped : fitting;
	if (styles.length === 0) return undefined;
	const style = isGrouped(styles[0]) ? styles[0] : { ...styles[0], group: '' };
	// Such as `3.101`, which may be a thousand or have decimals.
	const isUnclear = styles.some((one) => all.some((digits) => plainOf(digits, one) !== plainOf(digits, styles[0])));
	const length = style.group === '' ? paddedLength(all.map((digits) => digits.split(style.point)[0])) : 0;
	const behinds = all.map((digits) => digits.split(style.point)[1] ?? '');
	const places = new Set(behinds.map(({ length: count }) => count));
	const minPlaces = Math.min(...places);
	const isOnePercent = isPercent && values.length === 1;
	const isFixed = places.size === 1 && minPlaces <= MAX_FIXED && !isOnePercent;
	// A zero at the end shows that so many are written at least, also where others have more.
	const isPadded = behinds.some((behind) => behind.length === minPlaces && behind.endsWith('0'));
	const decimals = isFixed || (isPadded && !isOnePercent) ? minPlaces : 0;
	const isPlain = before + after === '' && style.group === '';
	const isWhole = isPlain && isFixed && decimals === 0 && length === 0;
	const isExact = hasCurrency || style.group !== '';
	const isMeasure = !isPlain && !isExact && !isPercent;
	// Programs write whole numbers as 101.0 or 101.00, but to no field that has such values. 1.000 may be a thousand.
	const hasWhole = isPlain && minPlaces === 0 && !behinds.some((behind) => behind.endsWith('0'));
	// Databases fill decimals up. Of rooms with one decimal, 3.10 is another one than 3.1.
	const filledUp =
		isPercent || minPlaces > 1 ? new RegExp(String.raw`(\.\d{${isPercent ? 0 : minPlaces}}\d*?)0+$`) : /$^/;
	const affixesOf = (amount: Amount) => `${amount.before.trim()} ${amount.after.trim()}`;

	const maxPlaces = Math.max(...places);
	const put = (plain: string, isNegative: boolean): string | undefined => {
		const [whole, behind = ''] = plain.split('.');
		const isLonger = isFixed && behind.length > decimals && !isPercent;
		// What begins with more zeros than others is another number, and where some do, none is negative.
		const padded = length ?? 0;
		const isMispadded = (padded > 0 && isNegative) || (whole.length > Math.max(padded, 1) && whole.startsWith('0'));
		// What may be thousands has three digits before and behind the sign. 3.11 is room 3.110, and 9.5 is no 9,500.
		const isShort = style.point === ',' ? behind.length < 3 : behind === '';
		const isUnlike = isUnclear && (isShort || whole.length > 3);
		if ((isLonger && (isExact || decimals === 0)) || isUnlike || isMispadded) return undefined;
		const filled = behind.padEnd(decimals, '0');
		const digits = whole.padStart(padded, '0');
		const start = digits.length % 3 || 3;
		const grouped = [digits.slice(0, start), ...(digits.slice(start).match(/\d{3}/g) ?? [])].join(style.group);
		return `${isNegative ? '-' : ''}${before}${grouped}${filled === '' ? '' : style.point}${filled}${after}`;
	};

	// Of a calculation the sheet shows no more than the field has, or as an earlier push has rounded it.
	const putRounded = (read: string, isNegative: boolean): string | undefined => {
		if ((read.split('.')[1] ?? '').length <= MAX_FIXED) return put(read, isNegative);
		// A share has whole percents; a whole number may be none only in this cell.
		const start = isPercent ? 0 : 1;
		const texts = Array.from({ length: Math.min(maxPlaces, MAX_FIXED) + 1 - start }, (_, at) =>
			put(String(Number(Number(read).toFixed(start + at))), isNegative),
		);
		const pushed = texts.findLast((text) => text !== undefined && known.has(text));
		return pushed ?? (texts.length > 0 && maxPlaces <= MAX_FIXED ? texts.at(-1) : put(read, isNegative));
	};

	return {
		/** They have more in common than being whole numbers. */
		isFormat: !isWhole,
		/** Nothing stands around them or between their thousands, as in numbers of rooms. */
		isPlain,
		write: (cell: Cell): string | undefined => {
			if (typeof cell === 'number') {
				if (length === undefined) return undefined;
				const read = isPercent ? asPercents(cell) : readNumber(cell);
				return read && putRounded(read, cell < 0);
			}
			if (typeof cell !== 'string') return undefined;
			const [, digits = ''] = /^(-?\d+)\.(?!000$)0+$/.exec(cell) ?? [];
			const whole = digits !== '' && (hasWhole || known.has(digits)) ? digits : undefined;
			if (isWhole) {
				// As text it is what it is: it may be a name. Some programs fill numbers up with zeros.
				const unfilled = cell.replace(/^0+(?=[1-9]\d*$)/, '');
				return known.has(unfilled) ? unfilled : whole;
			}
			const amount = amountOf(whole ?? cell);
			// Nothing stands around the number, or the same as around those of the field.
			if (amount === undefined || ![' ', affixesOf(first)].includes(affixesOf(amount))) return undefined;
			const read = readText(amount.digits, style);
			const isShare = isPercent && amount.after.trim() === '';
			const number = read && isShare ? asPercents(Number(read)) : read?.replace(filledUp, '$1');
			if (number === undefined) return undefined;
			// What sign stands before decimals, whole measures don't show.
			const asGiven = isMeasure && affixesOf(amount) !== ' ' ? cell : undefined;
			return put(number, amount.isNegative) ?? asGiven;
		},
	};
}

/** Such as 2 for 01.05, and 3 for 007 and 1234; 0 where none begins with a zero. Undefined where that is unclear. */
function paddedLength(all: readonly string[]): number | undefined {
	const [first = 0, ...others] = all.filter((digits) => /^0\d/.test(digits)).map(({ length }) => length);
	const isEach = others.every((length) => length === first) && all.every(({ length }) => length >= first);
	return isEach ? first : undefined;
}
