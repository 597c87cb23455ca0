import type { RowGroup } from '../bench.mts';
import { bareNode } from './bareNode.mts';
import { copyPlan } from './copyPlan.mts';
import { editPlan } from './editPlan.mts';
import { getLargePlan } from './getLargePlan.mts';
import { largePlans } from './largePlans.mts';
import { loadTime } from './loadTime.mts';
import { lookups } from './lookups.mts';
import { manyRuns } from './manyRuns.mts';
import { putOffLookups } from './putOffLookups.mts';
import { requestCost } from './requestCost.mts';
import { skipExisting } from './skipExisting.mts';
import { triggerPoll } from './triggerPoll.mts';

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
	triggerPoll,
	loadTime,
];
