import { inertText } from '../../service';
import type { FeaturePlace } from '../shared/item-error';
import type { PlanEntry } from './plan-entries';

export const MOST_IN_WORDS = 20;

/** The first entries in words. @param more what to say of each behind its item */
export function describeEntries(entries: readonly PlanEntry[], indices: readonly number[], more: (index: number) => string = () => ''): string {
	return joinFirst(indices, ', ', (index) => {
		const { itemIndex, feature } = entries[index];
		const name = typeof feature.name === 'string' ? ` "${inertText(feature.name).slice(0, 60)}"` : '';
		return `${inertText(String(feature.type ?? 'feature'))}${name} of item ${itemIndex}${more(index)}`;
	});
}

export function joinFirst<T>(all: readonly T[], separator: string, describe: (one: T) => string): string {
	const more = all.length - MOST_IN_WORDS;
	return `${all.slice(0, MOST_IN_WORDS).map(describe).join(separator)}${more > 0 ? ` and ${more} more` : ''}`;
}

/** For machines: the item of each entry, and the entry's position among the features of its plan. */
export function locateEntries(entries: readonly PlanEntry[], indices: readonly number[]): FeaturePlace[] {
	return indices.map((position) => ({ itemIndex: entries[position].itemIndex, position }));
}
