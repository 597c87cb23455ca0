export { countsOf, has, isAccepted } from './outcome';
export { endPush, pushPlan } from './push-plan';
export type { PlanRead, PlanService, PushEntry, PushPolicy, PushState, Sent, Status } from './state';
