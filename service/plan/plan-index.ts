import { dataFieldsOf, isEmpty, isEmptyValue, ownIdentities } from './feature';
import type { Feature } from './feature';
import { cellsOf, toleranceOf } from './coordinates';
import { NOT_COMPARED, areEqual, fieldsOf, foldedText, isLocation, isPartialMatch } from './feature-equality';
import type { EqualityLevel } from './feature-equality';
import { groupBy, memo } from '../text';

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

/** Of so many features the index reads each. */
export const MAX_CANDIDATES = 16;

/** One thing in which an input differs from a feature of the plan. What is not there is null. */
interface PlanDifference {
	/** The name of a data field, or of a property. */
	field: string;
	input: unknown;
	onPlan: unknown;
}

/** Features with the same text in a table, in the order of the plan. */
export type Candidates = readonly number[];

const NONE: Candidates = [];

export function countOf(lists: readonly Candidates[]): number {
	return lists.reduce((sum, { length }) => sum + length, 0);
}

/** The features of one plan, in tables of texts by their fields, which are made when they are first needed. */
export class PlanIndex {
	/** Properties that the service makes for each feature. */
	readonly identity: readonly string[];

	/** These, and what else is not compared. */
	private readonly ignored: readonly string[];

	/** Of each of these the features by their values. */
	private readonly identities: ReadonlyMap<string, ReadonlyMap<string, number>>;

	/** Equal but for what services change in what they store. */
	readonly normalized = memo(() => ({ tolerance: toleranceOf(this.plan), foldsTexts: true }) satisfies EqualityLevel);

	/** Of each field the features that have a value in it, with that value. */
	private readonly valuesByField = memo(() => {
		const valuesOf = memo<Map<number, unknown>, string>(() => new Map());
		for (const [index, feature] of this.plan.entries())
			for (const [field, value] of fieldsOf(feature)) if (!isEmpty(value)) valuesOf(field).set(index, value);
		return valuesOf;
	});

	private readonly byText = memo((field: string) => {
		const values = this.valuesByField()(field);
		return groupBy(values.keys(), (index) => this.textsOf(field, values.get(index), 0)[0]);
	});

	/** By the texts of several fields, whose names come as JSON. */
	private readonly byTexts = memo((names: string) => {
		const fields = JSON.parse(names) as string[];
		return groupBy(this.plan.keys(), (at) => {
			const values = fieldsOf(this.plan[at]);
			return textOf(fields.map((field) => values.get(field)));
		});
	});

	private readonly featuresByKind = memo(() => groupBy(this.plan.flatMap(kindsOf), String));

	/** Of a data field the feature of each value, for each kind whose features it distinguishes. */
	private readonly keyValues = memo((field: string) => {
		const valuesOf = memo<Map<string, number>, string>(() => new Map());
		for (const [index, value] of this.valuesByField()(field))
			for (const kind of kindsOf(this.plan[index])) valuesOf(kind).set(foldedText(value), index);
		// A value that comes twice, or is missing, leaves fewer values than features.
		const kinds = [...this.featuresByKind()].filter(
			([kind, { length }]) => kind !== '' && length > 1 && valuesOf(kind).size === length,
		);
		return new Map(kinds.map(([kind]) => [kind, valuesOf(kind)]));
	});

	constructor(readonly plan: readonly Feature[]) {
		this.identities = ownIdentities(plan);
		this.identity = [...this.identities.keys()];
		this.ignored = [...this.identity, ...NOT_COMPARED];
	}

	/** Whether a feature of the plan is of the kind of an input and has all that it gives. */
	isMatch(input: Feature, index: number, level: EqualityLevel): boolean {
		return this.isOfKind(input, index) && isPartialMatch(input, this.plan[index], level, this.ignored);
	}

	/**
	 * What differs between an input and a feature of the plan; nothing where they are the same (`Match.isSame`).
	 * @param nameOf what people call a data field
	 */
	differences(input: Feature, index: number, nameOf: (key: string) => string | undefined): PlanDifference[] {
		const { tolerance } = this.normalized();
		const names = dataFieldsOf([input]);
		const there = fieldsOf(this.plan[index]);
		return [...this.fieldsOf(input)].flatMap(([field, value]): PlanDifference[] => {
			const onPlan = there.get(field) ?? null;
			if (areEqual(value, onPlan, { tolerance }, isLocation(field))) return [];
			return [{ field: nameOf(field) ?? (names.get(field) || field), input: value, onPlan }];
		});
	}

	/** What is compared of an input. */
	fieldsOf(input: Feature): Map<string, unknown> {
		return fieldsOf(input, this.ignored);
	}

	/** A row that says its kind meets that kind only. */
	isOfKind(input: Feature, index: number): boolean {
		const there = this.plan[index];
		if (input.type === there.type && input.zoneType === there.zoneType) return true;
		return kindsOf(there).includes(kindsOf(input)[0]);
	}

	/**
	 * The features that the service's own identity of an input leads to.
	 * @param likely spares a search where the input has the identity of this one
	 */
	byIdentity(input: Feature, likely = 0): Candidates {
		let found = NONE;
		for (const name of this.identity) {
			const value = input[name];
			if (isEmptyValue(value)) continue;
			const isLikely = likely < this.plan.length && this.plan[likely][name] === value;
			const index = isLikely ? likely : this.identities.get(name)?.get(String(value).trim());
			if (index !== undefined && !found.includes(index)) found = [...found, index];
		}
		return found;
	}

	/** Without an identity that a feature of the plan has: a room's stays the room's, also where a zone is made of it. */
	withoutTakenIdentity(input: Feature): Feature {
		if (this.byIdentity(input).length === 0) return input;
		return this.withoutIdentity(input);
	}

	withoutIdentity(feature: Feature): Feature {
		return { ...feature, ...Object.fromEntries(this.identity.map((name) => [name, undefined])) };
	}

	/**
	 * The features of the kind at the place of an input that it may be. An icon may be another one at the same place,
	 * unless nothing differs that both have.
	 */
	atLocation(input: Feature): number[] {
		const names = isArea(input) ? ['geometry'] : ['position', 'geometry'];
		const [name] = names.filter((one) => !isEmpty(input[one]));
		if (name === undefined) return [];
		const ofInput = Object.fromEntries(names.map((one) => [one, input[one]]));
		const level = this.normalized();
		const near = this.having(name, input[name]).flat();
		return near.filter((index) => {
			const there = this.plan[index];
			if (!isPartialMatch(ofInput, there, level) || !this.isOfKind(input, index)) return false;
			if (isArea(there)) return true;
			const ofThere = fieldsOf(there);
			return [...this.fieldsOf(input)].every(([field, value]) => {
				const other = ofThere.get(field);
				return isEmpty(value) || isEmpty(other) || areEqual(value, other, level, isLocation(field));
			});
		});
	}

	/**
	 * Lists that hold every feature which an input matches by any level, and as few others as its fields allow. The
	 * places of features distinguish most of them, so they are looked up first, and kinds last.
	 */
	candidates(input: Feature): Candidates[] {
		const filled = [...this.fieldsOf(input)].filter(
			([, value]) => !isEmpty(value) && (typeof value !== 'string' || foldedText(value) !== ''),
		);
		let best: Candidates[] = [];
		let fewest = Infinity;
		for (const [field, value] of filled.sort(([one], [other]) => rankOf(one) - rankOf(other))) {
			const lists = this.having(field, value);
			const count = countOf(lists);
			if (count < fewest) [best, fewest] = [lists, count];
			if (fewest <= MAX_CANDIDATES) return lists;
		}
		// No field alone distinguishes the feature: all of them together do.
		const others = filled.filter(([field]) => !isLocation(field));
		const names = others.map(([field]) => field);
		const list = this.byTexts(JSON.stringify(names)).get(textOf(others.map(([, value]) => value))) ?? NONE;
		return list.length < fewest ? [list] : best;
	}

	/** The feature of the kind with a value in a data field that is filled and different in each of the kind. */
	byUniqueValue(input: Feature, field: string, value: unknown): number | undefined {
		const [kind] = kindsOf(input);
		const values = this.keyValues(field);
		const found = (kind === '' ? [...values.keys()] : [kind]).map((one) => values.get(one)?.get(foldedText(value)));
		return found.find((index) => index !== undefined);
	}

	/** Lists of the features that may have an equal value in a field. */
	private having(field: string, value: unknown): Candidates[] {
		const { tolerance } = this.normalized();
		return this.textsOf(field, value, tolerance).map((text) => this.byText(field).get(text) ?? NONE);
	}

	private textsOf(field: string, value: unknown, distance: number): string[] {
		return isLocation(field) ? cellsOf(value, this.normalized().tolerance, distance) : [foldedText(value)];
	}
}

function textOf(values: readonly unknown[]): string {
	return JSON.stringify(values.map(foldedText));
}

function rankOf(field: string): number {
	return isLocation(field) ? 0 : field === 'type' || field === 'zoneType' ? 2 : 1;
}
