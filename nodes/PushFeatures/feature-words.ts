import { inertText, joinFirst } from '../../service/text';
import type { FeaturePlace } from '../shared/item-error';
import type { PlanEntry } from './plan-entries';

export const MOST_IN_WORDS = 20;

/** The first entries in words. @param more what to say of each behind its item */
export function describeEntries(
	entries: readonly PlanEntry[],
	indices: readonly number[],
	more: (index: number) => string = () => '',
): string {
	return joinFirst(MOST_IN_WORDS, indices, (index) => {
		const { itemIndex, feature } = entries[index];
		const name = typeof feature.name === 'string' ? ` "${inertText(feature.name).slice(0, 60)}"` : '';
		return `${inertText(String(feature.type ?? 'feature'))}${name} of item ${itemIndex}${more(index)}`;
	});
}

/** For machines: the item of each entry, and the entry's position among the features of its plan. */
export function locateEntries(entries: readonly PlanEntry[], indices: readonly number[]): FeaturePlace[] {
	return indices.map((position) => ({ itemIndex: entries[position].itemIndex, position }));
}
