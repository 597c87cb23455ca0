export { countsOf, groupBy, has, isAffirmative } from './outcome';
export { endPush, pushPlan } from './push-plan';
export type { PlanRead, PlanService, PushEntry, PushRules, PushState, Sent, Status } from './state';
