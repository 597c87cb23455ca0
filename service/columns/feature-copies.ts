import type { Feature } from '../plan';
import { makeObjectWith } from '../text';
import type { JsonObject } from '../text';

/** Types of one plan that have a template at a time: a hostile answer may give each feature a type of its own. */
const MOST_TEMPLATES = 50;

const NONE: Feature = {};

/**
 * Copies of features, with members before and behind their own. Features of one type mostly have the same members, so
 * they are copied into an object that has all of them already: adding them one after the other leaves garbage, and
 * takes more memory.
 */
export class FeatureCopies {
	private readonly templates = new Map<unknown, Template>();

	/**
	 * @param start members that stand before all others, and count where a feature has such a member itself
	 * @param first names of members that stand before the others of a feature that has them
	 * @param end names of members that `of` adds behind all others
	 */
	constructor(
		private readonly start: Feature,
		private readonly first: readonly string[] = [],
		private readonly end: readonly string[] = [],
	) {}

	/** @param changed values of members in place of the feature's, and of those at the end */
	of(feature: Feature, changed: Feature = NONE): Feature {
		const copy = this.templateFor(feature).copy();
		for (const member in feature) copy[member] = feature[member];
		for (const member in changed) copy[member] = changed[member];
		for (const member in this.start) copy[member] = this.start[member];
		return copy;
	}

	private templateFor(feature: Feature): Template {
		const { type } = feature;
		const known = this.templates.get(type);
		if (known?.fits(feature)) return known;
		if (this.templates.size >= MOST_TEMPLATES) this.templates.clear();
		const own = Object.keys(feature);
		const template = new Template(own, [
			...Object.keys(this.start),
			...this.first.filter((member) => own.includes(member)),
			...own,
			...this.end,
		]);
		this.templates.set(type, template);
		return template;
	}
}

/** An object with the members that copies of some features have, and no values. */
class Template {
	private readonly members: JsonObject;

	/** @param own names of the features' members, in their order */
	constructor(
		private readonly own: readonly string[],
		names: readonly string[],
	) {
		this.members = makeObjectWith(names);
	}

	fits(feature: Feature): boolean {
		let index = 0;
		for (const member in feature) if (member !== this.own[index++]) return false;
		return index === this.own.length;
	}

	copy(): JsonObject {
		return { ...this.members };
	}
}
