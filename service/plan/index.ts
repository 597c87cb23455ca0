export * from './feature';
export { isPartialMatch } from './feature-equality';
export { extentOf, isMisplaced, placeOf, positionOf, withoutFarOut } from './coordinates';
export type { Extent, Place, Position } from './coordinates';
export * from './feature-filter';
export { DATA_KEY, KNOWN_KINDS, ZONE_TYPES, existingProblems, featureProblems, outlineProblems } from './features';
export type { FeatureProblem, PlainRule, RuleDetails, UnknownName } from './features';
export {
	countWithoutLocation,
	hasLocation,
	isCentred,
	isPolygonal,
	outlineFormsOf,
	outlineOfGeoJson,
	positionLike,
} from './geometry';
export * from './field-diff';
export * from './json-safe';
export { matchFeatures, matchedIndices } from './match';
export type { Match } from './match';
export * from './plan-diff';
export { PlanIndex } from './plan-index';
