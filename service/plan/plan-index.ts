import { areEntries, dataValues, isCompared, isFit } from './likeness';
import { isEmptyValue } from './data-entries';
import type { Feature } from './features';
import { contentTextOf } from '../text';

/** A bucket of at most so many features is searched one by one. */
const FEW = 16;

/** Where features are compared: a member, or the value of a data field. */
interface Place {
	of: 'feature' | 'data';
	name: string;
}

/**
 * Features of a plan that have the same values in some places, such as all with the outline X. A bucket is divided by
 * a further place only when a search asks for it, because outlines alone tell the features of most plans apart.
 */
class Bucket {
	private readonly parts = new Map<string, Map<string | undefined, Bucket>>();

	private members: Set<number> | undefined;

	constructor(readonly indices: readonly number[]) {}

	/**
	 * The features of this bucket with this text in a place; undefined stands for no value.
	 * @param having all features of the plan that have a value there. Only they are looked at, so that a plan whose
	 * features each have names of their own takes no longer than another.
	 */
	part(id: string, text: string | undefined, having: readonly number[], textOf: (index: number) => string | undefined) {
		let parts = this.parts.get(id);
		if (parts === undefined) {
			const members = (this.members ??= new Set(this.indices));
			const own = having.length < members.size ? having.filter((index) => members.has(index)) : this.indices;
			parts = this.divide(own, textOf);
			// What no feature of this bucket has tells none of them apart.
			if (own.length === 0) parts.set(undefined, this);
			this.parts.set(id, parts);
		}
		if (text === undefined && !parts.has(undefined)) {
			parts.set(undefined, new Bucket(this.indices.filter((index) => textOf(index) === undefined)));
		}
		return parts.get(text) ?? NOTHING;
	}

	private divide(own: readonly number[], textOf: (index: number) => string | undefined) {
		const lists = new Map<string, number[]>();
		for (const index of own) {
			const text = textOf(index);
			if (text === undefined) continue;
			const list = lists.get(text);
			if (list === undefined) lists.set(text, [index]);
			else list.push(index);
		}
		const bucketOf = (list: number[]) => (list.length === this.indices.length ? this : new Bucket(list));
		return new Map([...lists].map(([text, list]): [string | undefined, Bucket] => [text, bucketOf(list)]));
	}
}

const NOTHING = new Bucket([]);

/**
 * The features of one plan, indexed so that those which a sent feature fits are found without looking at all of them.
 */
export class PlanIndex {
	private readonly all: Bucket;

	/** The features that have a value in a place, ascending. */
	private readonly having = new Map<string, number[]>();

	/** The data values of each feature. */
	private readonly values: ReadonlyArray<Map<string, unknown>> = [];

	constructor(private readonly plan: readonly Feature[]) {
		this.all = new Bucket([...plan.keys()]);
		// They are searched one by one.
		if (plan.length <= FEW) return;
		this.values = plan.map(({ data }) => dataValues(data));
		for (const [index, feature] of plan.entries()) {
			for (const name of Object.keys(feature))
				if (!isEmptyValue(feature[name])) this.note({ of: 'feature', name }, index);
			for (const [name, value] of this.values[index]) if (value !== '') this.note({ of: 'data', name }, index);
		}
	}

	/**
	 * The indices of all features of the plan that a feature fits, ascending. Two features that ask for the same get the
	 * same list where it is long.
	 */
	findFitting(wanted: Feature): readonly number[] {
		let bucket = this.all;
		const isFitting = (index: number) => isFit(wanted, this.plan[index]);
		if (bucket.indices.length <= FEW) return bucket.indices.filter(isFitting);
		const values = dataValues(wanted.data);
		for (const place of this.placesOf(wanted, values)) {
			if (bucket.indices.length <= FEW) return bucket.indices.filter(isFitting);
			const id = idOf(place);
			const textOf = (index: number) => textAt(this.plan[index], this.values[index], place);
			bucket = bucket.part(id, textAt(wanted, values, place), this.having.get(id) ?? [], textOf);
		}
		return bucket.indices;
	}

	private note(place: Place, index: number): void {
		const id = idOf(place);
		const indices = this.having.get(id);
		if (indices === undefined) this.having.set(id, [index]);
		else indices.push(index);
	}

	/**
	 * The places of a feature, those first that most often tell features apart: outlines, then what few features of the
	 * plan have. Member order does not matter.
	 */
	private placesOf(wanted: Feature, values: Map<string, unknown>): Place[] {
		const isWhole = !areEntries(wanted.data);
		const names = Object.keys(wanted).filter((name) => isCompared(wanted, name) && (isWhole || name !== 'data'));
		const keys = isWhole ? [] : [...values.keys()];
		const ranked = [
			...names.map((name): Place => ({ of: 'feature', name })),
			...keys.map((name): Place => ({ of: 'data', name })),
		].map((place) => ({ place, id: idOf(place), rank: rankOf(place) }));
		const howMany = ({ id }: { id: string }) => this.having.get(id)?.length ?? 0;
		ranked.sort((one, other) => one.rank - other.rank || howMany(one) - howMany(other) || (one.id < other.id ? -1 : 1));
		return ranked.map(({ place }) => place);
	}
}

function idOf({ of, name }: Place): string {
	return `${of} ${name}`;
}

function rankOf({ of, name }: Place): number {
	if (of === 'data') return 1;
	if (name === 'geometry' || name === 'position') return 0;
	return name === 'type' || name === 'zoneType' ? 3 : 2;
}

/** @returns undefined for no value */
function textAt(feature: Feature, values: Map<string, unknown>, { of, name }: Place): string | undefined {
	const member = Object.hasOwn(feature, name) ? feature[name] : undefined;
	const value = of === 'feature' ? member : values.get(name);
	return isEmptyValue(value) ? undefined : contentTextOf(value);
}
