import type { PushEntry, PushState, Status } from '../../service/push';
import type { ItemFailure } from '../shared/item-error';
import type { ServiceRun } from '../shared/service-run';
import { isValidFeature } from './input-features';
import type { PreparedItem } from './input-features';
import type { PushSettings } from './push-settings';

/** Features, problems and plans that a message lists at most. */
export const MAX_IN_MESSAGE = 20;

/** One feature on its way to a plan. */
export interface PlanEntry extends PushEntry {
	itemIndex: number;
	policy: PushSettings;
}

/** All items of one run for one plan of one partner, in input order. */
export interface PlanInput {
	planCode: string;
	/** The credential's where the items name none. */
	partnerCode: string;
	items: PreparedItem[];
}

/** A plan and how far its push has come. */
export interface PlanPush extends PlanInput, PushState<ItemFailure> {
	entries: PlanEntry[];
}

const PENDING: Status = { kind: 'pending' };

export function createPlanPush(plan: PlanInput): PlanPush {
	const shared = new Map<PushSettings, Pick<PlanEntry, 'policy' | 'group'>>();
	const entries: PlanEntry[] = [];
	for (const { settings, inputs } of plan.items) {
		let alike = shared.get(settings);
		if (alike === undefined) {
			const policy = { ...settings, partnerCode: plan.partnerCode };
			shared.set(settings, (alike = { policy, group: JSON.stringify(policy) }));
		}
		const { policy, group } = alike;
		for (const one of inputs)
			if (isValidFeature(one))
				entries.push({ itemIndex: one.itemIndex, feature: one.feature, policy, group, status: PENDING });
	}
	return { ...plan, entries, requests: 0, retries: 0 };
}

/**
 * Items of one plan go together, plans in the order of their first items.
 * @param defaultPartner that of the credential: a plan is one plan, however its partner is named
 */
export function groupByPlan(items: PreparedItem[], defaultPartner: string): PlanInput[] {
	const plans = new Map<string, PlanInput>();
	let last: PlanInput | undefined;
	for (const item of items) {
		const { planCode, settings } = item;
		const partnerCode = settings.partnerCode === '' ? defaultPartner : settings.partnerCode;
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
export async function defaultPartner(run: ServiceRun): Promise<string> {
	try {
		return (await run.session()).settings.partnerCode;
	} catch {
		// Reading or pushing the plan meets the same error, and reports it.
		return '';
	}
}
