import { newPush } from '../../service/push';
import type { PushEntry, PushRules, PushState } from '../../service/push';
import type { ItemFailure } from '../shared/item-error';
import { partnerOf } from './home-partner';
import type { PreparedItem } from './prepared-items';
import type { PushSettings } from './push-settings';

/** One feature on its way to a plan. */
export interface PlanEntry extends PushEntry {
	itemIndex: number;
	rules: PushSettings & PushRules;
}

/** All features of one run for one plan of one partner, in input order. */
export interface PlanInput {
	planCode: string;
	/** The credential's where the items name none. */
	partnerCode: string;
	items: PreparedItem[];
	entries: PlanEntry[];
}

/** A plan and how far its push has come. */
export interface PlanPush extends PlanInput {
	state: PushState<ItemFailure>;
}

/** @param skips leaves out what the plan holds, whatever the items say */
export function asPush(plan: PlanInput, skips = false): PlanPush {
	const { entries } = plan;
	const pushed = skips
		? entries.map((entry) => ({ ...entry, rules: { ...entry.rules, skipExisting: true } }))
		: entries;
	return { ...plan, entries: pushed, state: newPush(pushed) };
}

/**
 * Items of one plan go together, plans in the order of their first items.
 * @param homePartner the credential's: a plan is one plan, however its partner is named
 */
export function groupByPlan(items: PreparedItem[], homePartner: string): PlanInput[] {
	const plans = new Map<string, PlanInput>();
	let plan: PlanInput | undefined;
	const alike = new Map<PushSettings, Pick<PlanEntry, 'rules' | 'group'>>();
	for (const item of items) {
		const { planCode, settings, itemIndex } = item;
		const partnerCode = partnerOf(settings, homePartner);
		if (plan?.planCode !== planCode || plan.partnerCode !== partnerCode) {
			const key = JSON.stringify([planCode, partnerCode]);
			plan = plans.get(key) ?? { planCode, partnerCode, items: [], entries: [] };
			plans.set(key, plan);
		}
		plan.items.push(item);
		let shared = alike.get(settings);
		if (shared === undefined) {
			const rules = { ...settings, partnerCode };
			shared = { rules, group: JSON.stringify(rules) };
			alike.set(settings, shared);
		}
		const { rules, group } = shared;
		for (const feature of item.features) plan.entries.push({ itemIndex, feature, rules, group });
	}
	return [...plans.values()];
}
