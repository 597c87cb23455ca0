export { endPush, pushPlan } from './push-plan';
export { countsOf, has, isDifferent } from './state';
export type { PlanRead, PlanService, PushEntry, PushPolicy, PushState, Sent, Status } from './state';
