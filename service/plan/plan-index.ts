import { areEntries, dataValues, isCompared, isFit } from './feature-fit';
import type { Feature } from './features';
import { canonicalText } from '../text';

/** A bucket of at most so many features is searched one by one. */
const FEW = 4;

/**
 * Features of a plan that have the same values in some places, such as all with the outline X. A bucket is divided by
 * a further place only when a search asks for it, because outlines alone tell the features of most plans apart.
 */
class Bucket {
	private parts: Map<string, Map<string, Bucket>> | undefined;

	constructor(readonly indices: number[]) {}

	/** The features of this bucket that have a value in a place. @param text the value's canonical text */
	part(plan: readonly Feature[], place: Place, text: string): Bucket {
		const name = `${place.of} ${place.name}`;
		this.parts ??= new Map();
		let parts = this.parts.get(name);
		if (parts === undefined) {
			parts = partsBy(this.indices, (index) => textAt(plan[index], place));
			this.parts.set(name, parts);
		}
		return parts.get(text) ?? NOTHING;
	}
}

const NOTHING = new Bucket([]);

function partsBy(indices: readonly number[], textOf: (index: number) => string | undefined): Map<string, Bucket> {
	const parts = new Map<string, Bucket>();
	for (const index of indices) {
		const text = textOf(index);
		if (text === undefined) continue;
		const part = parts.get(text);
		if (part === undefined) parts.set(text, new Bucket([index]));
		else part.indices.push(index);
	}
	return parts;
}

/** Where features are compared: a member, or the value of a data field. */
interface Place {
	of: 'feature' | 'data';
	name: string;
}

/**
 * The features of one plan, indexed so that those which a sent feature fits are found without looking at all of them.
 */
export class PlanIndex {
	private readonly all: Bucket;

	constructor(private readonly plan: readonly Feature[]) {
		this.all = new Bucket([...plan.keys()]);
	}

	/**
	 * The indices of all features of the plan that a feature fits, ascending. Two features that ask for the same get the
	 * same list where it is long.
	 */
	findFitting(wanted: Feature): readonly number[] {
		let bucket = this.all;
		for (const place of placesOf(wanted)) {
			if (bucket.indices.length <= FEW) return bucket.indices.filter((index) => isFit(wanted, this.plan[index]));
			bucket = bucket.part(this.plan, place, textAt(wanted, place) ?? '');
		}
		return bucket.indices;
	}
}

/** The places of a feature, those first that most often tell features apart. Member order does not matter. */
function placesOf(wanted: Feature): Place[] {
	const names = Object.keys(wanted).filter(
		(name) => isCompared(wanted, name) && !(name === 'data' && areEntries(wanted.data)),
	);
	const keys = areEntries(wanted.data) ? [...dataValues(wanted.data).keys()] : [];
	names.sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
	const members = names.map((name): Place => ({ of: 'feature', name }));
	const outlines = members.findLastIndex(({ name }) => rank(name) === 0) + 1;
	return [
		...members.slice(0, outlines),
		...keys.sort().map((name): Place => ({ of: 'data', name })),
		...members.slice(outlines),
	];
}

function rank(name: string): number {
	if (name === 'geometry' || name === 'position') return 0;
	return name === 'type' || name === 'zoneType' ? 2 : 1;
}

function textAt(feature: Feature, { of, name }: Place): string | undefined {
	if (of === 'data') return canonicalText(dataValues(feature.data).get(name) ?? '');
	return Object.hasOwn(feature, name) && feature[name] !== undefined ? canonicalText(feature[name]) : undefined;
}
