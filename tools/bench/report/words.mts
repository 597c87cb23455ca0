/** Milliseconds as a person reads them. */
export function time(ms: number): string {
	return ms >= 10_000
		? `${(ms / 1000).toFixed(1)} s`
		: ms >= 1000
			? `${(ms / 1000).toFixed(2)} s`
			: `${ms.toFixed(ms < 10 ? 2 : 0)} ms`;
}

export function memory(bytes: number | undefined): string {
	return bytes === undefined ? 'not measured' : `${Math.round(bytes / 1024 / 1024)} MB`;
}

export function ratio(one: number, other: number): string {
	const value = one / other;
	return value.toFixed(value < 0.1 ? 3 : 2);
}

export function count(value: number): string {
	return value.toLocaleString('en-GB');
}
