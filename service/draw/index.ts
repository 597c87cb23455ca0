export { COLORS, GRAY, drawPicture, outlineOf } from './plan-picture';
export type { Colors, Picture, Shape } from './plan-picture';
