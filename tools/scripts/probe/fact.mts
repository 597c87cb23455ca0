/** How what was found compares with what README says under *What rests on observation*, or the specification. */
export type Verdict = 'as specified' | 'as observed' | 'differs' | 'not seen' | 'a fact';

export interface Fact {
	topic: string;
	found: string;
	/** What the nodes rest on; '' where they rest on nothing. */
	restsOn: string;
	verdict: Verdict;
}

export const NOT_SEEN = 'not seen';

/** A fact that some behaviour of the nodes rests on. `holds` is undefined where it could not be seen. */
export function compared(
	topic: string,
	restsOn: string,
	basis: 'specified' | 'observed',
	found: string,
	holds: boolean | undefined,
): Fact {
	const verdict = holds === undefined ? 'not seen' : holds ? (`as ${basis}` as const) : 'differs';
	return { topic, found: holds === undefined ? found || NOT_SEEN : found, restsOn, verdict };
}

/** A fact that nothing rests on. */
export function plain(topic: string, found: string): Fact {
	return { topic, found, restsOn: '', verdict: found === NOT_SEEN ? 'not seen' : 'a fact' };
}

/** `2 × room, 1 × zone`, the most frequent first. */
export function tally(values: readonly string[]): string {
	const counts = new Map<string, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	const sorted = [...counts].sort(([, one], [, other]) => other - one);
	return sorted.map(([value, count]) => `${count} × ${value}`).join(', ');
}
