const LONGEST = 60;
const MOST_NAMES = 12;

/**
 * The name that was probably meant where a mistyped one stands: in other letter case, or with few letters changed, left
 * out or added.
 * @returns undefined where none is near
 */
export function nearestName(typed: string, names: Iterable<string>): string | undefined {
	const wanted = typed.trim().toLowerCase().slice(0, LONGEST);
	let most = wanted.length < 3 ? 0 : Math.max(1, Math.floor(wanted.length / 4));
	let nearest: string | undefined;
	for (const name of names) {
		const distance = distanceOf(wanted, name.toLowerCase().slice(0, LONGEST), most);
		if (distance > most || (distance === most && nearest !== undefined)) continue;
		most = distance;
		nearest = name;
	}
	return nearest;
}

/**
 * What to write instead: `: did you mean Tenant? Known are Tenant, Area`.
 * @param isAdvised whether the nearest is looked for
 */
export function suggestName(typed: string, names: readonly string[], isAdvised = true): string {
	if (names.length === 0) return '';
	const nearest = isAdvised ? nearestName(typed, names) : undefined;
	const meant = nearest === undefined ? '.' : `: did you mean ${nearest}?`;
	return `${meant} Known are ${joinFirst(MOST_NAMES, names, String)}`;
}

/** The first of many in words, and how many more there are: `room, zone and 3 more`. */
export function joinFirst<T>(most: number, all: readonly T[], describe: (one: T) => string, separator = ', '): string {
	const more = all.length > most ? ` and ${all.length - most} more` : '';
	return `${all
		.slice(0, most)
		.map((one) => describe(one))
		.join(separator)}${more}`;
}

/** How many letters have to be changed, left out or added; Infinity where it is more than `most`. */
function distanceOf(one: string, other: string, most: number): number {
	if (Math.abs(one.length - other.length) > most) return Infinity;
	let last = Array.from({ length: other.length + 1 }, (_none, at) => at);
	for (let row = 1; row <= one.length; row++) {
		const next = [row];
		for (let at = 1; at <= other.length; at++) {
			const cost = one[row - 1] === other[at - 1] ? 0 : 1;
			next[at] = Math.min(last[at] + 1, next[at - 1] + 1, last[at - 1] + cost);
		}
		if (Math.min(...next) > most) return Infinity;
		last = next;
	}
	return last[other.length];
}
