export { outlineOf } from './outlines';
export { GRAY, PlanPicture } from './plan-picture';
export type { Colors, Shape } from './plan-picture';
