export { readings } from './escapes';
export { joinFirst } from './join-first';
export { MAX_DEPTH, canonicalText, contentTextOf, endOfString, isJsonObject, isTooDeep, makeObjectWith } from './json';
export type { JsonObject } from './json';
export { isJsonEqual } from './json-equality';
export { nearestName, suggestName } from './near-name';
export { Secrets } from './secrets';
export { withoutTrailing } from './text-end';
export { inertLine, inertText, parseJson, wordsOf } from './words';
