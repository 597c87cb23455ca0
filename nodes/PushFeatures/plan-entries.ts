import type { Feature } from '../../service';
import type { PreparedItem } from './prepared-items';
import type { PushSettings } from './push-settings';

/** One feature on its way to a plan. */
export interface PlanEntry {
	itemIndex: number;
	feature: Feature;
	settings: PushSettings;
	/** Entries of one group may share a request: their settings are equal. */
	group: string;
}

/** All features of one run for one plan of one partner, in input order. */
export interface PlanInput {
	planCode: string;
	partnerCode: string;
	items: PreparedItem[];
	entries: PlanEntry[];
}

/** Items of one plan go together, plans in the order of their first items. */
export function byPlan(items: PreparedItem[]): PlanInput[] {
	const plans = new Map<string, PlanInput>();
	const groups = new Map<PushSettings, string>();
	for (const item of items) {
		const { planCode, settings, itemIndex } = item;
		const { partnerCode } = settings;
		const key = JSON.stringify([planCode, partnerCode]);
		let plan = plans.get(key);
		if (plan === undefined) {
			plan = { planCode, partnerCode, items: [], entries: [] };
			plans.set(key, plan);
		}
		plan.items.push(item);
		const group = groups.get(settings) ?? JSON.stringify(settings);
		groups.set(settings, group);
		for (const feature of item.features) plan.entries.push({ itemIndex, feature, settings, group });
	}
	return [...plans.values()];
}
