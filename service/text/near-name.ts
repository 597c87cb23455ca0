import { joinFirst } from './join-first';

/**
 * The name that was probably meant where a mistyped one stands: in other letter case, or with few letters changed, left
 * out, added or exchanged.
 * @returns undefined where none is near
 */
export function nearestName(typed: string, names: Iterable<string>): string | undefined {
	const wanted = typed.trim().toLowerCase().slice(0, LONGEST);
	let most = wanted.length < 3 ? 0 : Math.max(1, Math.floor(wanted.length / 4));
	let nearest: string | undefined;
	for (const name of names) {
		const distance = distanceOf(wanted, name.toLowerCase().slice(0, LONGEST));
		if (distance > most || (distance === most && nearest !== undefined)) continue;
		most = distance;
		nearest = name;
	}
	return nearest;
}

const LONGEST = 60;

/** How many letters have to be changed, left out, added or exchanged with the next one. */
function distanceOf(one: string, other: string): number {
	if (Math.abs(one.length - other.length) > LONGEST / 3) return Infinity;
	let before: number[] = [];
	let last = Array.from({ length: other.length + 1 }, (_none, at) => at);
	for (let row = 1; row <= one.length; row++) {
		const next = [row];
		for (let at = 1; at <= other.length; at++) {
			const cost = one[row - 1] === other[at - 1] ? 0 : 1;
			next[at] = Math.min(last[at] + 1, next[at - 1] + 1, last[at - 1] + cost);
			const isExchanged = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
			if (isExchanged) next[at] = Math.min(next[at], before[at - 2] + 1);
		}
		before = last;
		last = next;
	}
	return last[other.length];
}

const MOST_NAMES = 12;

/** What to write instead: `: did you mean Tenant? Known are Tenant, Area`. */
export function suggestName(typed: string, names: readonly string[]): string {
	if (names.length === 0) return '';
	const nearest = nearestName(typed, names);
	return (
		`${nearest === undefined ? '.' : `: did you mean ${nearest}?`} Known are ` +
		`${joinFirst(MOST_NAMES, names, String)}`
	);
}
