import { isEmptyValue } from './data-entries';
import type { Feature } from './features';
import { identityOf } from './identity';
import { foldText, nearForm } from './likeness';
import { canonicalText, contentTextOf } from '../text';

/** Where on a plan each of some texts stands. */
export class Places {
	private readonly lists = new Map<string, number[]>();

	constructor(plan: readonly Feature[], textsOf: (feature: Feature, index: number) => Iterable<string>) {
		for (const [index, feature] of plan.entries()) {
			for (const text of new Set(textsOf(feature, index))) {
				const list = this.lists.get(text);
				if (list === undefined) this.lists.set(text, [index]);
				else list.push(index);
			}
		}
	}

	at(text: string | undefined): readonly number[] {
		return (text === undefined ? undefined : this.lists.get(text)) ?? NOWHERE;
	}
}

export const NOWHERE: readonly number[] = [];

/** The marks that a feature keeps when its values are edited. */
const MARKS = {
	id: (feature: Feature) => identityOf(feature, { by: 'member', path: 'id' }),
	outline: ({ geometry }: Feature) =>
		isEmptyValue(geometry) || (Array.isArray(geometry) && geometry.length === 0)
			? undefined
			: contentTextOf(nearForm({ geometry }).geometry),
};

export type Mark = keyof typeof MARKS;

/** Finds features of a plan by their marks, each where it is unique among features of its type. */
export class PlanMarks {
	private readonly places = new Map<Mark, Places>();

	constructor(private readonly plan: readonly Feature[]) {}

	/** @returns undefined where the mark says nothing */
	find(feature: Feature, mark: Mark): number | undefined {
		if (this.plan.length === 0) return undefined;
		const text = MARKS[mark](feature);
		if (text === undefined) return undefined;
		const places = this.places.get(mark) ?? new Places(this.plan, (there) => keysOf(there, MARKS[mark](there)));
		this.places.set(mark, places);
		const found = places.at(keysOf(feature, text)[0]);
		return found.length === 1 ? found[0] : undefined;
	}
}

/** Among features of the type, and, for a row that has none, among all. */
function keysOf({ type }: Feature, text: string | undefined): string[] {
	if (text === undefined) return [];
	return isEmptyValue(type) ? [text] : [`${foldText(canonicalText(type))}\n${text}`, text];
}

const NUMBER = /^([+-]?)(\d[\d.,' ]*)$/;
const DECIMAL = /^[+-]?\d+(?:[.,]\d+)?$/;

/**
 * The forms that tools make of a value that features are matched by: as it is, near, without separators, and as a
 * number. Values that have one of these in common are near.
 */
export function formsOf(value: string | undefined): string[] {
	if (value === undefined) return [];
	const text = foldText(value);
	const [, sign, digits] = NUMBER.exec(text) ?? [];
	const forms = [`=${value}`, `~${text}`];
	if (digits !== undefined) forms.push(`.${sign}${digits.replace(/\D/g, '')}`);
	if (DECIMAL.test(text)) forms.push(`#${Number(text.replace(',', '.'))}`);
	return forms;
}

export function isNear(one: string, other: string | undefined): boolean {
	const forms = formsOf(other);
	return formsOf(one).some((form) => forms.includes(form));
}
