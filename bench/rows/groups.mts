import type { RowGroup } from '../bench.mts';
import { copyPlan } from './copyPlan.mts';
import { editPlan } from './editPlan.mts';
import { getLargePlan } from './getLargePlan.mts';
import { largePlans } from './largePlans.mts';
import { loadTime } from './loadTime.mts';
import { lookups } from './lookups.mts';
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
	lookups,
	putOffLookups,
	requestCost,
	skipExisting,
	triggerPoll,
	loadTime,
];
