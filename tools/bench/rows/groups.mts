import type { RowGroup } from '../bench.mts';
import { bareNode } from './bare-node.mts';
import { copyPlan } from './copy-plan.mts';
import { editPlan } from './edit-plan.mts';
import { freshStart } from './fresh-start.mts';
import { getLargePlan } from './get-large-plan.mts';
import { largePlans } from './large-plans.mts';
import { loadTime } from './load-time.mts';
import { lookups } from './lookups.mts';
import { manyRuns } from './many-runs.mts';
import { putOffLookups } from './put-off-lookups.mts';
import { requestCost } from './request-cost.mts';
import { skipExisting } from './skip-existing.mts';
import { triggerPoll } from './trigger-poll.mts';
import { watchedPlans } from './watched-plans.mts';
import { webhookPush } from './webhook-push.mts';

/** Everything that is measured, in the order of the table. */
export const groups: RowGroup[] = [
	copyPlan,
	editPlan,
	largePlans,
	getLargePlan,
	bareNode,
	lookups,
	putOffLookups,
	manyRuns,
	requestCost,
	skipExisting,
	webhookPush,
	triggerPoll,
	watchedPlans,
	loadTime,
	freshStart,
];
