interface Entry<V> {
	value: V;
	weight: number;
	usedAtMs: number;
}

interface Bounds<V> {
	/** Since it was last used. */
	maxAgeMs: number;
	maxWeight: number;
	/** Bytes, or whatever else the cache is measured in. */
	weightOf: (value: V) => number;
}

/**
 * What the process keeps between runs. Each such memory is bounded by age, by a clock that nobody sets, and by weight;
 * the oldest goes first.
 */
export class BoundedCache<V> {
	/** The one that was used last stands last. */
	private readonly entries = new Map<string, Entry<V>>();

	private total = 0;

	constructor(private readonly bounds: Bounds<V>) {}

	get size(): number {
		return this.entries.size;
	}

	/** Uses it, so that it counts as new. */
	get(key: string): V | undefined {
		const value = this.peek(key);
		if (value !== undefined) this.set(key, value);
		return value;
	}

	/** Leaves it as old as it is. */
	peek(key: string): V | undefined {
		this.forgetOld();
		return this.entries.get(key)?.value;
	}

	set(key: string, value: V): void {
		this.delete(key);
		const weight = this.bounds.weightOf(value);
		this.entries.set(key, { value, weight, usedAtMs: performance.now() });
		this.total += weight;
		this.forgetOld();
	}

	delete(key: string): void {
		this.total -= this.entries.get(key)?.weight ?? 0;
		this.entries.delete(key);
	}

	private forgetOld(): void {
		const { maxAgeMs, maxWeight } = this.bounds;
		const oldestMs = performance.now() - maxAgeMs;
		for (const [key, { usedAtMs }] of this.entries) {
			if (usedAtMs >= oldestMs && this.total <= maxWeight) return;
			this.delete(key);
		}
	}
}
