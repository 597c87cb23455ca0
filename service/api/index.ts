export {
	PARTNER_HEADER,
	codeText,
	embedPageUrl,
	featuresUrl,
	hostOf,
	invisibleIn,
	isPlanUrl,
	lookupUrl,
	partnerClientsUrl,
	partnerCodeHeader,
	partnersUrl,
	planCodeIn,
	pushFeaturesUrl,
	serviceUrl,
	tokenUrl,
} from './urls';
export type { ClientPath, LookupQuery } from './urls';
export { readBearerToken, readJson, readLookupResponse, readNamedList, readPlanResponse } from './responses';
export type { BearerToken } from './responses';
export { MAX_LOGIN_BYTES, maxBytesAt, readBoundedFile, readBoundedText, sizeText } from './bounded-read';
export { embedUrl, iframeElement, isExpired, viewerTokenOf } from './embed-url';
export type { Access, ViewerToken } from './embed-url';
export { readServiceMessage, isWebPage } from './error-response';
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
	simplifiedLookup,
} from './hierarchy';
export type { Descendant, Nested, Resource } from './hierarchy';
export { PATH_SEPARATOR, PlanNames } from './plan-path-search';
export type { NamedPlan } from './plan-path-search';
export {
	InputProblem,
	MAX_TRANSIENT_RETRIES,
	UnexpectedResponseError,
	backoffMs,
	connectionError,
	retryAfterMs,
	retryDelayMs,
	rowOf,
	serviceNowMs,
	statusError,
} from './errors';
export type { ConnectionError, ErrorRow, InputRule, RequestError, RequestErrorCode, RetryLimits } from './errors';
export { NoToken, readTokenResponse, secretsOf, tokenRequest } from './token-response';
export type { LoginData, NoTokenReason } from './token-response';
