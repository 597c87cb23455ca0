import type { Feature } from '../plan';
import type { JsonObject } from '../text';

/** Types that have a blank at a time: a hostile answer may give each feature a type of its own. */
const MOST_BLANKS = 50;

interface Blank {
	/** The names of the features' own members, in their order. */
	own: readonly string[];
	start: JsonObject;
	members: JsonObject;
}

/**
 * Objects that have the members of an item already, all of them null. In n8n members that are added one after the other
 * take twice the memory (bench row *bare*: 1.0 with blanks, 2.0 without).
 */
export class Blanks {
	/** Features of one type mostly have the same members. */
	private readonly byType = new Map<unknown, Blank>();

	/**
	 * @param start members that stand before all others
	 * @param first names of members that stand before the others of a feature that has them
	 */
	of(feature: Feature, start: JsonObject, first: readonly string[]): JsonObject {
		const known = this.byType.get(feature.type);
		if (known?.start === start && hasMembers(feature, known.own)) return { ...known.members };
		if (this.byType.size >= MOST_BLANKS) this.byType.clear();
		const own = Object.keys(feature);
		const names = [...Object.keys(start), ...first.filter((name) => own.includes(name)), ...own, 'dataFields'];
		// JSON.parse gives an object no room that it does not need, and a member "__proto__" of its own.
		const members = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as JsonObject;
		this.byType.set(feature.type, { own, start, members });
		return { ...members };
	}
}

function hasMembers(feature: Feature, names: readonly string[]): boolean {
	let index = 0;
	for (const member in feature) if (member !== names[index++]) return false;
	return index === names.length;
}
