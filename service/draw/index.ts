export { outlineOf } from './outlines';
export { GRAY, drawPicture } from './plan-picture';
export type { Colors, Picture, Shape } from './plan-picture';
