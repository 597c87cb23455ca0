import type { PushEntry, PushPolicy, PushState, Status } from '../../service/push';
import type { ItemFailure } from '../shared/item-failure';
import { isValidFeature } from './input-features';
import type { PlanInput } from './prepared-items';
import type { PushSettings } from './push-options';

/** Features, problems and plans that a message lists at most. */
export const MAX_IN_MESSAGE = 20;

/** One feature on its way to a plan. */
export interface PlanEntry extends PushEntry {
	itemIndex: number;
	/** Among the features of the plan. */
	position: number;
	policy: PushSettings & PushPolicy;
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
			const policy = { ...settings, partnerCode: plan.partnerCode, matchColumns: plan.matchColumns };
			shared.set(settings, (alike = { policy, group: JSON.stringify(policy) }));
		}
		const { policy, group } = alike;
		for (const one of inputs) {
			if (!isValidFeature(one)) continue;
			const { itemIndex, feature } = one;
			entries.push({ itemIndex, position: entries.length, feature, policy, group, status: PENDING });
		}
	}
	return { ...plan, entries, requests: 0, retries: 0 };
}
