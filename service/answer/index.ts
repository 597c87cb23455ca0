export {
	codeText,
	embedAddress,
	featuresAddress,
	isPlanAddress,
	lookupAddress,
	partnerClientsAddress,
	partnerCodeHeader,
	partnersAddress,
	planCodeIn,
	pushFeaturesAddress,
	serviceAddress,
	tokenAddress,
} from './address';
export type { ClientPath, LookupQuery } from './address';
export { readJson, readLookupAnswer, readNamedList, readPlanAnswer } from './answer';
export { MOST_LOGIN_BYTES, mostBytesAt, readBoundedFile, readBoundedText, sizeInWords } from './answer-size';
export { connectionFault, connectionWords, hasNeverConnected, hostOf, isCertificateFault } from './connection';
export type { ConnectionFault } from './connection';
export { embedUrl, iframeElement, isExpired, viewerTokenOf } from './embed';
export type { Access, ViewerToken } from './embed';
export { serviceWords } from './error-answer';
export {
	LEVELS,
	RESOURCES,
	childrenOf,
	descendantsOf,
	hasOneLevelOnly,
	levelsAbove,
	levelsBelow,
	lookupSchema,
	nestedIn,
} from './hierarchy';
export type { Descendant, Nested, Resource } from './hierarchy';
export { InputProblem } from './input-problem';
export type { InputRule } from './input-problem';
export { namedFeatures, namedInBatch } from './named-features';
export type { NamedFeature } from './named-features';
export { MAX_BLIND_RETRIES, backoffMs, decide, isOutcomeUnknown, isPutOff } from './retry';
export type { CallKind, Decision, Fault, RetryLimits } from './retry';
export { retryAfterMs } from './retry-after';
export { UnexpectedAnswerError } from './unexpected-answer-error';
