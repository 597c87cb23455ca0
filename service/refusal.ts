import { isJsonObject } from './json';
import { inertText } from './words';

/** A feature of a pushed batch that the service names in its refusal. */
export interface NamedFeature {
	/** Position in the batch. */
	index: number;
	message: string;
}

/**
 * The features that a refusal (status 400) names. Section 7 gives no shape for errors, so this rests on
 * what is common: entries with an `index`, or with a path such as `features[3].data[0].key`.
 * Empty when the answer names none, or one that was not in the batch.
 */
export function namedFeatures(body: unknown, batchLength: number): NamedFeature[] {
	if (!isJsonObject(body) || !Array.isArray(body.errors)) return [];
	const named: NamedFeature[] = [];
	for (const error of body.errors) {
		if (!isJsonObject(error)) return [];
		const path = typeof error.path === 'string' ? error.path : '';
		const index = typeof error.index === 'number' ? error.index : indexIn(path);
		if (index === undefined || !Number.isInteger(index) || index < 0 || index >= batchLength) return [];
		const message = typeof error.message === 'string' ? error.message : 'refused';
		named.push({ index, message: inertText(`${path} ${message}`) });
	}
	return named;
}

function indexIn(path: string): number | undefined {
	const match = /^features(?:\[(\d+)\]|\.(\d+))/.exec(path);
	return match === null ? undefined : Number(match[1] ?? match[2]);
}
