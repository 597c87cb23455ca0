export { assignOnPlan, findLike } from './assign-on-plan';
export type { Found } from './assign-on-plan';
export { dataFieldsOf, isDataEntry, isEmptyValue, withoutEmptyData, withoutMissingValues } from './data-entries';
export type { DataEntry, NamedField } from './data-entries';
export { DATA_OPERATORS, countTypes, filterFeatures, whyNoneMatch } from './feature-filter';
export type { DataCondition, FeatureFilter } from './feature-filter';
export { DATA_KEY, ZONE_TYPES, featureProblems, heldProblems } from './features';
export type { Feature, FeatureProblem, PlainRule, RuleGiven } from './features';
export { fieldChanges, valueText, valuesOf, withoutSignatures } from './field-diff';
export type { FieldChange, FieldValues } from './field-diff';
export { identityOf, memberAt, ownIdentities } from './identity';
export type { IdentifyingMatch, MatchBy } from './identity';
export { contentText, dataValues, foldText, isFit, nearForm } from './likeness';
export type { Likeness } from './likeness';
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
export { differencesFromPlan } from './plan-differences';
export type { PlanDifference } from './plan-differences';
export { asSendable } from './sendable';
export { claimedPlaces, standingsOf } from './witnesses';
export type { Standing } from './witnesses';
