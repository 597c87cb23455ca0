export { isAffirmative } from './affirmative';
export { HELD, HELD_DIFFERENT, PUSHED, RECOVERED, UNDER_WAY, UNKNOWN, WAITING } from './fate';
export type { Fate, PushEntry, PushRules } from './fate';
export { advance, newPush, nextStep, resume } from './machine';
export type { PushEvent } from './machine';
export { countsOf, isSafeToRepeat, sortedByFate } from './outcome';
export type { Sorted } from './outcome';
export type { Ending, PushState, Step } from './state';
