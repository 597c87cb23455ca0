export { dataFieldsOf, isDataEntry, isEmptyValue, withoutEmptyData, withoutMissingValues } from './data-entries';
export type { DataEntry } from './data-entries';
export { dataValues, foldText, isPartialMatch } from './feature-equality';
export { isOnEarth, liesInDegrees } from './coordinates';
export { DATA_OPERATORS, countTypes, filterFeatures, whyNoneMatch } from './feature-filter';
export type { DataCondition, FeatureFilter } from './feature-filter';
export { DATA_KEY, KNOWN_KINDS, ZONE_TYPES, existingProblems, featureProblems, outlineProblems } from './features';
export type { Feature } from './feature';
export type { FeatureProblem, PlainRule, RuleDetails } from './features';
export {
	hasSpecifiedOutline,
	hasNoLocation,
	isCentred,
	isPolygonal,
	outlineFormsOf,
	outlineOfGeoJson,
	locatedKindsOf,
	positionLike,
} from './geometry';
export { contentText, fieldChanges, valuesOf, withoutSignatures } from './field-diff';
export type { FieldChange } from './field-diff';
export { identityOf, valueAtPath, ownIdentities } from './identity';
export type { IdentifyingMatch, MatchBy } from './identity';
export { asJsonSafe } from './json-safe';
export { matchFeatures, matchedIndices } from './match';
export type { Match } from './match';
export {
	DIGEST_LENGTH,
	DIGEST_VERSION,
	FEATURE_DIGEST_LENGTH,
	areIdsRegenerated,
	decodeDigests,
	diffPlans,
	digest,
	encodeDigests,
	featureDigest,
	isSuspiciouslyEmpty,
} from './plan-diff';
export type { FeatureDigest, PlanChange } from './plan-diff';
export { PlanIndex } from './plan-index';
