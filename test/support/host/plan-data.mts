import type { Feature } from '../../../service/plan';

/** The data of a stored feature by name, those without a value left out. */
export function dataOf({ data }: Feature): Record<string, unknown> {
	const entries = Array.isArray(data) ? (data as Array<{ name: string; value?: unknown }>) : [];
	return Object.fromEntries(entries.filter(({ value }) => value).map(({ name, value }) => [name, value]));
}

export function roomNamed(features: Feature[], name: string): Feature {
	const room = features.find((feature) => feature.type === 'room' && dataOf(feature).Name === name);
	if (room === undefined) throw new Error(`The plan has no room "${name}".`);
	return room;
}

/** The same feature with another value of a data field that it has. */
export function withValue(feature: Feature, name: string, value: string): Feature {
	const entries = feature.data as Array<{ name: string }>;
	return { ...feature, data: entries.map((entry) => (entry.name === name ? { ...entry, value } : entry)) };
}
