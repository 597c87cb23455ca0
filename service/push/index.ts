export { newPush, resume } from './begin';
export { advance, nextStep } from './machine';
export type { PushEvent } from './machine';
export { AMISS, countsOf, isAffirmative, isSafeToRepeat, sortedByFate } from './outcome';
export type { Amiss, Sorted } from './outcome';
export type { Ending, Known, PushEntry, PushRules, PushState, ServiceDate, Step } from './state';
