export { assignOnPlan, findLike } from './assign-on-plan';
export type { Found } from './assign-on-plan';
export { dataFieldsOf, isDataEntry, isEmptyValue, withoutEmptyData, withoutMissingValues } from './data-entries';
export type { DataEntry, NamedField } from './data-entries';
export { fieldChanges, fieldText, fieldValues, fieldsOf, withoutSignatures } from './feature-changes';
export type { FieldChange } from './feature-changes';
export { DATA_OPERATORS, countTypes, filterFeatures, whyNoneMatch } from './feature-filter';
export type { DataCondition, FeatureFilter } from './feature-filter';
export { DATA_KEY, ZONE_TYPES, featureProblems, heldProblems } from './features';
export type { Feature, FeatureProblem, PlainRule, RuleGiven } from './features';
export { identityOf, memberAt } from './identity';
export type { IdentifyingMatch, MatchBy } from './identity';
export { contentText, dataValues, foldText, isFit, nearForm } from './likeness';
export type { Likeness } from './likeness';
export {
	DIGEST_LENGTH,
	MARK_LENGTH,
	answerDigest,
	areAllReplaced,
	areIdentitiesRemade,
	digest,
	isDoubtfullyEmpty,
	markOf,
	packMarks,
	planChanges,
	unpackMarks,
} from './plan-changes';
export type { FeatureMark, PlanChange } from './plan-changes';
export { differencesFromPlan } from './plan-differences';
export type { PlanDifference } from './plan-differences';
export { asSendable } from './sendable';
export { claimedPlaces, standingsOf } from './witnesses';
export type { Standing } from './witnesses';
