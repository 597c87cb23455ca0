import { isEmptyValue } from '../plan';
import type { Feature } from '../plan';
import { isJsonObject } from '../text';
import { dateForm, dayOf } from './date-form';
import type { Cell, Form } from './date-form';

/** The form that all values of a data field have; values that have none in common are texts. */
const FORMS: ReadonlyArray<(values: readonly string[]) => Form | undefined> = [
	dateForm,
	percentForm,
	truthForm,
	paddedForm,
	decimalForm,
	integerForm,
];

/** The forms of the data fields of a plan (section 2.4: a value should match the format that its field expects). */
export class FieldForms {
	private values: Map<string, Set<string>> | undefined;
	private readonly forms = new Map<string, Form>();

	constructor(private readonly plan: readonly Feature[]) {}

	/** A cell as the field has it. A value that the field has already stays as it is. */
	write(key: string, cell: Cell): string | undefined {
		const values = (this.values ??= valuesOf(this.plan)).get(key);
		if (values === undefined || (typeof cell === 'string' && (cell.trim() === '' || values.has(cell))))
			return plain(cell);
		let form = this.forms.get(key);
		if (form === undefined) {
			const list = [...values].map((value) => value.trim());
			form = FORMS.map((make) => make(list)).find((made) => made !== undefined) ?? plain;
			this.forms.set(key, form);
		}
		return form(cell);
	}

	exampleOf(key: string): string {
		return this.values?.get(key)?.values().next().value ?? '';
	}
}

function valuesOf(plan: readonly Feature[]): Map<string, Set<string>> {
	const values = new Map<string, Set<string>>();
	for (const { data } of plan) {
		if (!Array.isArray(data)) continue;
		for (const entry of data) {
			if (!isJsonObject(entry) || isEmptyValue(entry.value) || typeof entry.value !== 'string') continue;
			const key = String(entry.key);
			const known = values.get(key);
			if (known === undefined) values.set(key, new Set([entry.value]));
			else known.add(entry.value);
		}
	}
	return values;
}

/** A date without a time of day is a day. */
export function plain(cell: Cell): string {
	return cell instanceof Date ? (dayOf(cell) ?? cell.toISOString()) : String(cell);
}

const PERCENT = /^(-?\d+(?:[.,]\d+)?)(\s?)%$/;
const NUMBER = /^-?\d+(?:[.,]\d+)?$/;

function percentForm(values: readonly string[]): Form | undefined {
	const parts = values.map((value) => PERCENT.exec(value));
	if (parts[0] === null || parts.includes(null)) return undefined;
	const [, , blank] = parts[0];
	const comma = values.some((value) => value.includes(',')) ? ',' : '.';
	const write = (percent: number) => `${String(Number(percent.toPrecision(12))).replace('.', comma)}${blank}%`;
	const ofShare = (share: number) => (Math.abs(share) <= 1 ? write(share * 100) : undefined);
	return (cell) => {
		if (typeof cell === 'boolean') return undefined;
		if (typeof cell === 'number') return ofShare(cell);
		if (typeof cell !== 'string') return plain(cell);
		const [, percent] = PERCENT.exec(cell.trim()) ?? [];
		if (percent !== undefined) return write(numberOf(percent));
		return NUMBER.test(cell.trim()) ? ofShare(numberOf(cell)) : cell;
	};
}

function numberOf(text: string): number {
	return Number(text.trim().replace(',', '.'));
}

/** What stands for yes and no. */
const TRUTHS = ['true false', 'yes no', 'ja nein', 'wahr falsch', 'oui non', 'vrai faux', 'si no', 'x -'].map((pair) =>
	pair.split(' '),
);

function truthForm(values: readonly string[]): Form | undefined {
	const pair = TRUTHS.find((words) => values.every((value) => words.includes(value.toLowerCase())));
	if (pair === undefined) return undefined;
	const [first] = values;
	const styled = (word: string) => {
		if (first === first.toLowerCase()) return word;
		return first === first.toUpperCase() ? word.toUpperCase() : `${word[0].toUpperCase()}${word.slice(1)}`;
	};
	return (cell) => {
		if (typeof cell === 'boolean') return styled(pair[cell ? 0 : 1]);
		if (cell === 1 || cell === 0) return styled(pair[1 - cell]);
		if (typeof cell === 'number') return undefined;
		if (typeof cell !== 'string') return plain(cell);
		const place = TRUTHS.map((words) => words.indexOf(cell.trim().toLowerCase())).find((index) => index >= 0);
		return place === undefined ? cell : styled(pair[place]);
	};
}

/** Numbers that are filled up with zeros to one length. */
function paddedForm(values: readonly string[]): Form | undefined {
	const { length } = values[0];
	if (!values.every((value) => /^\d+$/.test(value) && value.length === length)) return undefined;
	if (length < 2 || !values.some((value) => value.startsWith('0'))) return undefined;
	return (cell) => {
		if (typeof cell === 'boolean') return undefined;
		const text = plain(cell);
		if (/^\d+$/.test(text.trim())) return text.trim().padStart(length, '0');
		return typeof cell === 'number' ? undefined : text;
	};
}

/** Of three decimals, `3.101` may have lost its point on the way. */
const LIKE_THOUSANDS = 3;

function decimalForm(values: readonly string[]): Form | undefined {
	if (!values.every((value) => NUMBER.test(value))) return undefined;
	const points = new Set(values.flatMap((value) => /[.,]/.exec(value) ?? []));
	if (points.size !== 1) return undefined;
	const [point] = points;
	const parts = values.map((value) => value.replace('-', '').split(point));
	const places = new Set(parts.map(([, decimals = '']) => decimals.length));
	const fixed = places.size === 1 ? [...places][0] : undefined;
	const write = (number: string) => {
		const [whole, decimals = ''] = number.split('.');
		if (fixed === LIKE_THOUSANDS && decimals === '') return undefined;
		const filled = fixed === undefined ? decimals : decimals.padEnd(fixed, '0');
		return filled === '' ? whole : `${whole}${point}${filled}`;
	};
	return (cell) => {
		if (typeof cell === 'boolean') return undefined;
		if (typeof cell === 'number') return NUMBER.test(String(cell)) ? write(String(cell)) : undefined;
		if (typeof cell !== 'string') return plain(cell);
		const text = cell.trim();
		const grouped = /^-?\d{1,3}(?:([.,' ])\d{3})+(?:([.,])\d+)?$/.exec(text);
		const [, group, decimal] = grouped ?? [];
		if (decimal !== undefined && decimal !== group) return write(text.replaceAll(group, '').replace(decimal, '.'));
		if (!NUMBER.test(text)) return cell;
		// `12,500` is a number of a thousand where the point is a decimal one.
		if (group !== undefined && group !== point && fixed !== LIKE_THOUSANDS) return undefined;
		return write(text.replace(',', '.'));
	};
}

function integerForm(values: readonly string[]): Form | undefined {
	if (!values.every((value) => /^-?\d+$/.test(value))) return undefined;
	return (cell) => (typeof cell === 'boolean' ? undefined : plain(cell));
}
