import type { Feature } from './features';
import { objectWith } from './json';

/** More kinds of features than the specification knows (section 2.3). */
const MOST_PATTERNS = 8;

/** Copies of features that have the same members. */
interface Pattern {
	/** Names of the members that such a feature has, in its order. */
	members: string[];
	/** Those whose values are the feature's. */
	taken: string[];
	/** What a copy begins as. */
	blank: Feature;
}

/**
 * Copies features with their members in another order. The features of a plan have few sets of members, and V8 copies an
 * object that has them in half the time and less memory than it takes to add them one by one.
 */
export class MemberOrder {
	/** The latest first. */
	private readonly patterns: Pattern[] = [];

	/**
	 * @param start members that stand before all others; what a feature has of these names is left out
	 * @param first names of members that come next, where a feature has them
	 * @param end names of members that stand behind all others, and are null
	 */
	constructor(
		private readonly start: Feature = {},
		private readonly first: readonly string[] = [],
		private readonly end: readonly string[] = [],
	) {}

	/** A new object, whose values are those of the feature. */
	copy(feature: Feature): Feature {
		const { taken, blank } = this.patternOf(feature);
		const copy = { ...blank };
		for (const member of taken) copy[member] = feature[member];
		return copy;
	}

	private patternOf(feature: Feature): Pattern {
		const known = this.patterns.find(({ members }) => isMembersOf(feature, members));
		return known ?? this.learn(feature);
	}

	private learn(feature: Feature): Pattern {
		const members = Object.keys(feature);
		const taken = members.filter((member) => !Object.hasOwn(this.start, member));
		const first = this.first.filter((member) => Object.hasOwn(feature, member));
		const blank = Object.assign(objectWith([...Object.keys(this.start), ...first, ...members, ...this.end]), this.start);
		const learned = { members, taken, blank };
		this.patterns.unshift(learned);
		if (this.patterns.length > MOST_PATTERNS) this.patterns.pop();
		return learned;
	}
}

/** Whether a feature has these members and no others, in this order. */
function isMembersOf(feature: Feature, members: readonly string[]): boolean {
	let index = 0;
	for (const member in feature) if (member !== members[index++]) return false;
	return index === members.length;
}
