import { areEntries, dataValues, isCompared, isFit } from './feature-fit';
import type { Feature } from './features';
import { canonicalText } from './json';

/** So few features of a plan are looked at one by one. */
const FEW = 4;

/**
 * Features of a plan that have the same values in some places. They are parted by one place after another, and only where
 * somebody asks, until few are left: most plans are parted by outlines alone.
 */
class Bucket {
	private parts: Map<string, Map<string, Bucket>> | undefined;

	constructor(readonly indices: number[]) {}

	/** Those that have a value in a place. @param text the value's canonical text */
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

/** The features of a plan, to find those that may be one that was sent. */
export class PlanIndex {
	private readonly all: Bucket;

	constructor(private readonly plan: readonly Feature[]) {
		this.all = new Bucket([...plan.keys()]);
	}

	/**
	 * The indices of all features of the plan that a feature fits, ascending. Features that ask for the same, and of which the plan
	 * has many, get the same list.
	 */
	fitting(wanted: Feature): readonly number[] {
		let bucket = this.all;
		for (const place of placesOf(wanted)) {
			if (bucket.indices.length <= FEW) return bucket.indices.filter((index) => isFit(wanted, this.plan[index]));
			bucket = bucket.part(this.plan, place, textAt(wanted, place) ?? '');
		}
		return bucket.indices;
	}
}

/** In an order that is the same for features that ask for the same: first what most often tells features apart. */
function placesOf(wanted: Feature): Place[] {
	const names = Object.keys(wanted).filter((name) => isCompared(wanted, name) && !(name === 'data' && areEntries(wanted.data)));
	const keys = areEntries(wanted.data) ? [...dataValues(wanted.data).keys()] : [];
	names.sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
	const members = names.map((name): Place => ({ of: 'feature', name }));
	const outlines = members.findLastIndex(({ name }) => rank(name) === 0) + 1;
	return [...members.slice(0, outlines), ...keys.sort().map((name): Place => ({ of: 'data', name })), ...members.slice(outlines)];
}

function rank(name: string): number {
	if (name === 'geometry' || name === 'position') return 0;
	return name === 'type' || name === 'zoneType' ? 2 : 1;
}

function textAt(feature: Feature, { of, name }: Place): string | undefined {
	if (of === 'data') return canonicalText(dataValues(feature.data).get(name) ?? '');
	return Object.hasOwn(feature, name) && feature[name] !== undefined ? canonicalText(feature[name]) : undefined;
}
