import { newPush } from '../../service/push';
import { inertText, joinFirst } from '../../service/text';
import type { PushEntry, PushRules, PushState } from '../../service/push';
import type { FeaturePlace, ItemFailure } from '../shared/item-error';
import type { RequestOptions } from '../shared/request-options';
import type { ServiceRun } from '../shared/service-run';
import { isSound } from './given-features';
import type { PreparedItem } from './prepared-items';
import type { PushSettings } from './push-settings';

export const MOST_IN_WORDS = 20;

/** One feature on its way to a plan. */
export interface PlanEntry extends PushEntry {
	itemIndex: number;
	rules: PushSettings & PushRules;
}

/** All items of one run for one plan of one partner, in input order. */
export interface PlanInput {
	planCode: string;
	/** The credential's where the items name none. */
	partnerCode: string;
	items: PreparedItem[];
}

/** A plan and how far its push has come. */
export interface PlanPush extends PlanInput {
	entries: PlanEntry[];
	state: PushState<ItemFailure>;
}

/** @param skips leaves out what the plan holds, whatever the items say */
export function asPush(plan: PlanInput, skips = false): PlanPush {
	const alike = new Map<PushSettings, Pick<PlanEntry, 'rules' | 'group'>>();
	const sharedOf = (settings: PushSettings) => {
		const rules = { ...settings, partnerCode: plan.partnerCode, skipExisting: skips || settings.skipExisting };
		const shared = { rules, group: JSON.stringify(rules) };
		alike.set(settings, shared);
		return shared;
	};
	const entries: PlanEntry[] = [];
	for (const { itemIndex, settings, given } of plan.items) {
		const { rules, group } = alike.get(settings) ?? sharedOf(settings);
		for (const one of given) if (isSound(one)) entries.push({ itemIndex, feature: one.feature, rules, group });
	}
	return { ...plan, entries, state: newPush(entries) };
}

/**
 * Items of one plan go together, plans in the order of their first items.
 * @param homePartner the credential's: a plan is one plan, however its partner is named
 */
export function groupByPlan(items: PreparedItem[], homePartner: string): PlanInput[] {
	const plans = new Map<string, PlanInput>();
	let last: PlanInput | undefined;
	for (const item of items) {
		const { planCode, settings } = item;
		const partnerCode = partnerOf(settings, homePartner);
		if (last?.planCode !== planCode || last.partnerCode !== partnerCode) {
			const key = JSON.stringify([planCode, partnerCode]);
			last = plans.get(key) ?? { planCode, partnerCode, items: [] };
			plans.set(key, last);
		}
		last.items.push(item);
	}
	return [...plans.values()];
}

/**
 * The partner of items that name none: the credential's. A plan is one plan, whether its partner is written out or not.
 */
export async function homePartner(run: ServiceRun): Promise<string> {
	try {
		return (await run.session()).settings.partnerCode;
	} catch {
		// Reading or pushing the plan meets the same error, and tells it.
		return '';
	}
}

/** The partner of one item. @param home as `homePartner` gives it */
export function partnerOf({ partnerCode }: Pick<RequestOptions, 'partnerCode'>, home: string): string {
	return partnerCode === '' ? home : partnerCode;
}

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
