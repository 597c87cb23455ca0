import { dataFieldsOf, isEmpty, isPlaceholder, ownIdentities } from './feature';
import type { Feature } from './feature';
import { NOT_COMPARED, dataValues, differingFields, fieldsOf, foldedText, isLocation } from './feature-equality';
import type { EqualityLevel } from './feature-equality';
import { extentOf, toleranceOf } from './geometry';
import { groupBy, memo } from '../text';

/** Equal but for numbers that the service stores otherwise; but for what else services and people change. */
export const LEVELS = ['stored', 'normalized'] as const;
export type MatchLevel = (typeof LEVELS)[number];

/** So few features need no shorter list. */
const MAX_CANDIDATES = 16;

/** So large a part of the features of a kind has a value of its own in a field that distinguishes them. */
const NEARLY_ALL = 0.9;

/** What distinguishes so many features is no accident. */
const MANY = 10;

/** The features of one plan, in tables of texts by their fields, which are made when they are first needed. */
export class PlanIndex {
	/** Properties that the service makes for each feature, with the features by their values. */
	readonly identities = memo(() => ownIdentities(this.plan));

	/** Properties that are not compared. */
	readonly ignored = memo(() => [...this.identities().keys(), ...NOT_COMPARED]);

	private readonly tolerance = memo(() => toleranceOf(this.plan));

	/** Equal plans need no tolerance. */
	private readonly levels: Readonly<Record<MatchLevel, EqualityLevel>> = {
		stored: { tolerance: this.tolerance },
		normalized: { tolerance: this.tolerance, foldsTexts: true },
	};

	/** The features of a kind, or of one without a zone type, those of all zone types; all of a kind that is empty. */
	readonly byKind = memo(() => {
		const ofKind = memo<number[], string>(() => []);
		for (const [index, feature] of this.plan.entries()) for (const kind of kindsOf(feature)) ofKind(kind).push(index);
		return ofKind;
	});

	private readonly kinds = memo(() => [...new Set(this.plan.flatMap(kindsOf))].filter((kind) => kind !== ''));

	/** Of each field the features that have a value in it, with that value. */
	private readonly valuesByField = memo(() => {
		const valuesOf = memo<Map<number, unknown>, string>(() => new Map());
		for (const [index, feature] of this.plan.entries())
			for (const [field, value] of fieldsOf(feature)) if (!isEmpty(value)) valuesOf(field).set(index, value);
		return valuesOf;
	});

	/** The features that may have an equal value in a field, by the text of that. */
	private readonly byText = memo((field: string) => {
		const having = memo<number[], string>(() => []);
		for (const [index, value] of this.valuesByField()(field))
			for (const text of this.textsOf(field, value, this.tolerance())) having(text).push(index);
		return having;
	});

	/** By the texts of several fields, whose names come as JSON. */
	private readonly byTexts = memo((names: string) => {
		const tables = (JSON.parse(names) as string[]).map((field) => this.valuesByField()(field));
		return groupBy(this.plan.keys(), (at) => joined(tables.map((values) => foldedText(values.get(at)))));
	});

	/**
	 * The data fields that distinguish the features of a kind, or nearly all of many, with the feature of each value that
	 * one alone has.
	 */
	private readonly keysOfKind = memo((kind: string) =>
		memo((field: string) => {
			const values = this.valuesByField()(field);
			const all = this.byKind()(kind);
			const byText = groupBy(all, (at) => foldedText(values.get(at)));
			const gaps = all.filter((at) => isPlaceholder(foldedText(values.get(at)))).length;
			const only = new Map(
				[...byText].flatMap(([text, { 0: at, length }]) => (length === 1 && isTelling(text) ? [[text, at]] : [])),
			);
			const isKey = only.size > Math.max(1, gaps) && only.size + gaps === all.length;
			const isOfMany = all.length >= MANY && only.size >= NEARLY_ALL * all.length;
			return isKey || isOfMany ? [{ only, isKey, isOfMany }] : [];
		}),
	);

	constructor(readonly plan: readonly Feature[]) {}

	/** Whether a feature of the plan is of the kind of an input and has all that it gives. */
	isMatch(input: Feature, index: number, level: MatchLevel): boolean {
		if (input === this.plan[index]) return true;
		return this.isOfKind(input, index) && this.differing(input, index, level, 1).length === 0;
	}

	/** The fields that an input gives and a feature of the plan has otherwise. */
	private differing(input: Feature, index: number, level: MatchLevel, max?: number): string[] {
		return differingFields(input, this.plan[index], this.levels[level], this.ignored(), max);
	}

	/**
	 * What differs between an input and a feature of the plan, by the names of data fields and properties; nothing where
	 * they are the same (`Match.isSame`). What is not there is null.
	 * @param nameOf what people call a data field
	 */
	differences(input: Feature, index: number, nameOf: (key: string) => string | undefined) {
		const names = dataFieldsOf([input]);
		const [values, there] = [fieldsOf(input), fieldsOf(this.plan[index])];
		return this.differing(input, index, 'stored').map((field) => ({
			field: nameOf(field) ?? (names.get(field) || field),
			input: values.get(field),
			onPlan: there.get(field) ?? null,
		}));
	}

	/** What is compared of an input. */
	fieldsOf(input: Feature): Map<string, unknown> {
		return fieldsOf(input, this.ignored());
	}

	/** A row that says its kind meets that kind only. */
	isOfKind(input: Feature, index: number): boolean {
		const there = this.plan[index];
		if (input.type === there.type && input.zoneType === there.zoneType) return true;
		return kindsOf(there).includes(kindsOf(input)[0]);
	}

	/** The features that the service's own identity of an input leads to. */
	byIdentity(input: Feature): readonly number[] {
		const found: number[] = [];
		for (const [name, byValue] of this.identities()) {
			const at = byValue.get(String(input[name] ?? '').trim());
			if (at !== undefined && !found.includes(at)) found.push(at);
		}
		return found;
	}

	/** Without an identity that a feature of the plan has: a room's stays the room's, also where a zone is made of it. */
	withoutTakenIdentity(input: Feature): Feature {
		if (this.byIdentity(input).length === 0) return input;
		return { ...input, ...Object.fromEntries([...this.identities()].map(([name]) => [name, undefined])) };
	}

	/**
	 * The features of the kind at the place of an input that it may be. An icon may be another one at the same place,
	 * unless nothing differs that both have.
	 */
	atLocation(input: Feature): number[] {
		const names = isArea(input) ? ['geometry'] : ['position', 'geometry'];
		const name = names.find((one) => !isEmpty(input[one]));
		if (name === undefined) return [];
		const values = this.fieldsOf(input);
		const [text] = this.textsOf(name, input[name]);
		return this.byText(name)(text).filter((index) => {
			if (!this.isOfKind(input, index)) return false;
			const differing = this.differing(input, index, 'normalized');
			if (differing.some((field) => names.includes(field))) return false;
			const there = fieldsOf(this.plan[index]);
			const haveBoth = (field: string) => !isEmpty(values.get(field)) && !isEmpty(there.get(field));
			return isArea(this.plan[index]) || !differing.some(haveBoth);
		});
	}

	/** A list that holds every feature of others which an input matches, and few more; none where it gives nothing. */
	candidates(input: Feature, among: readonly number[] = this.byKind()('')): readonly number[] {
		const all = Array.from(this.fieldsOf(input), ([field, value]) => ({ field, text: this.textsOf(field, value)[0] }));
		const fields = all.filter(({ text }) => text !== '');
		let best = fields.length === 0 ? [] : among;
		for (const { field, text } of fields) {
			if (best.length <= MAX_CANDIDATES) break;
			const list = this.byText(field)(text);
			if (list.length < best.length) best = list;
		}
		if (best.length <= MAX_CANDIDATES) return best;
		// No field alone distinguishes the feature: all of them together do.
		const others = fields.filter(({ field }) => !isLocation(field));
		const names = JSON.stringify(others.map(({ field }) => field));
		const together = this.byTexts(names).get(joined(others.map(({ text }) => text))) ?? [];
		return together.length < best.length ? together : best;
	}

	/** The data fields of an input that distinguish features of its kind, with the one that has its value. */
	keysOf(input: Feature) {
		const [kind] = kindsOf(input);
		const kinds = kind === '' ? this.kinds() : [kind];
		return [...dataValues(input.data)].flatMap(([field, value]) => {
			const text = foldedText(value);
			const ofKinds = isTelling(text) ? kinds.flatMap((one) => this.keysOfKind(one)(field)) : [];
			if (ofKinds.length === 0) return [];
			const at = ofKinds.map(({ only }) => only.get(text)).find(Number.isInteger);
			const isKey = ofKinds.some((one) => one.isKey);
			const isOfMany = ofKinds.some((one) => one.isOfMany);
			return [{ field, value, at, isKey, isOfMany }];
		});
	}

	/** The texts of a value of which equal values share one: with no distance its own, and else those around it, too. */
	private textsOf(field: string, value: unknown, distance = 0): string[] {
		return isLocation(field) ? cellsOf(value, this.tolerance(), distance) : [foldedText(value)];
	}
}

/** The kinds that a feature is of, the narrowest first: zones of its zone type, zones, any. */
export function kindsOf({ type, zoneType }: Feature): string[] {
	if (isEmpty(type)) return [''];
	const kind = foldedText(type);
	return isEmpty(zoneType) ? [kind, ''] : [`${kind}/${foldedText(zoneType)}`, kind, ''];
}

/** Rooms and zones are known by their outlines alone; two icons may have one place. */
export function isArea(feature: Feature): boolean {
	return /^(?:room|zone)(?:\/|$)/.test(kindsOf(feature)[0]);
}

/** Whether a folded text can distinguish features. */
function isTelling(text: string): boolean {
	return text !== '' && !isPlaceholder(text);
}

/** One text for several. */
export function joined(texts: readonly string[]): string {
	return texts.join('\0');
}

/** So wide that most positions are farther from the border than the tolerance, and are in no other cell. */
const TOLERANCES_PER_CELL = 8;

/**
 * A table of texts can't hold a tolerance: equal coordinates lie in one cell of a grid, or in two that touch.
 * @param distance how far the first position of an outline may lie from there
 * @returns the cells that it may be in. What has none, such as well-known text, has its text
 */
export function cellsOf(value: unknown, tolerance: number, distance: number): string[] {
	// A ring may begin anywhere.
	const [corner] = extentOf([value]);
	if (corner[0] === Infinity) return [foldedText(value)];
	const cellOf = (at: number) => Math.floor(at / tolerance / TOLERANCES_PER_CELL);
	const [xs, ys] = corner.map((at) => new Set([cellOf(at - distance), cellOf(at + distance)]));
	return [...xs].flatMap((x) => [...ys].map((y) => `${x},${y}`));
}
