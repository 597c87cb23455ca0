import { entryText, errorEntries } from './error-answer';
import type { ErrorEntry } from './error-answer';
import type { Secrets } from '../text';
import { parseJson, wordsOf } from '../text';

/** A feature of a pushed batch that the service names in its refusal. */
export interface NamedFeature {
	/** Position in the batch. */
	index: number;
	/** What is wrong with it and where, in the service's words. */
	message: string;
}

/**
 * The features that a refusal (status 400) names. Section 7 gives no shape for errors, so this rests on
 * what is common: entries with an `index`, or with a path such as `features[3].data[0].key`.
 * @returns each feature once; none where a part of the answer is about something else
 */
export function namedFeatures(body: string, secrets: Secrets): NamedFeature[] {
	const entries = errorEntries(parseJson(body));
	const words = new Map<number, string[]>();
	for (const entry of entries) {
		const index = indexOf(entry);
		if (index === undefined) return [];
		const known = words.get(index);
		if (known === undefined) words.set(index, [entryText(entry)]);
		else known.push(entryText(entry));
	}
	return [...words].map(([index, said]) => ({ index, message: wordsOf(said.join('; '), secrets) }));
}

/** What a refusal of a batch names; none where it names a feature that was not in it. */
export function namedInBatch(named: NamedFeature[], batchLength: number): NamedFeature[] {
	return named.every(({ index }) => index < batchLength) ? named : [];
}

function indexOf({ path, index }: ErrorEntry): number | undefined {
	if (typeof index === 'number') return Number.isSafeInteger(index) && index >= 0 ? index : undefined;
	// Below what a deployment puts before it: `$.features[3]`, `/features/3`, `body.features.3`, `Features[3]`.
	const match = /^(?:\$\.?|\/|body\.|request\.|model\.)?features(?:\[(\d{1,9})\]|[./](\d{1,9})(?=[./]|$))/i.exec(path);
	return match === null ? undefined : Number(match[1] ?? match[2]);
}
