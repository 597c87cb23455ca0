export {
	PARTNER_HEADER,
	codeText,
	embedAddress,
	featuresAddress,
	hostOf,
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
export { readBearerToken, readJson, readLookupAnswer, readNamedList, readPlanAnswer } from './answer';
export type { BearerToken } from './answer';
export { MOST_LOGIN_BYTES, mostBytesAt, readBoundedFile, readBoundedText, sizeInWords } from './answer-size';
export { embedUrl, iframeElement, isExpired, viewerTokenOf } from './embed';
export type { Access, ViewerToken } from './embed';
export { serviceWords, isWebPage } from './error-answer';
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
export { PATH_SEPARATOR, PlanNames } from './plan-names';
export type { NamedPlan } from './plan-names';
export {
	InputProblem,
	MAX_TRANSIENT_RETRIES,
	UnexpectedAnswerError,
	backoffMs,
	connectionError,
	retryAfterMs,
	retryDelayMs,
	rowOf,
	serviceNowMs,
	statusError,
} from './errors';
export type { ConnectionError, ErrorRow, InputRule, RequestError, RequestErrorCode, RetryLimits } from './errors';
export { NoToken, readTokenAnswer, secretsOf, tokenForm } from './token-response';
export type { LoginData, NoTokenReason } from './token-response';
