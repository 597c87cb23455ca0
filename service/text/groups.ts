/** What is made of a key when it is first needed, and once; without a key, one value. */
export function memo<V, K = void>(make: (key: K) => V): (key: K) => V {
	const made = new Map<K, V>();
	return (key) => {
		let value = made.get(key);
		if (value === undefined && !made.has(key)) made.set(key, (value = make(key)));
		return value as V;
	};
}

/** Entries by a key of each, in their order. */
export function groupBy<T, K>(all: Iterable<T>, keyOf: (one: T) => K): Map<K, T[]> {
	const groups = new Map<K, T[]>();
	for (const one of all) {
		const key = keyOf(one);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [one]);
		else group.push(one);
	}
	return groups;
}
