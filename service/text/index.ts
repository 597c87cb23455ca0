export { MAX_DEPTH, canonicalText, contentTextOf, endOfString, isJsonObject, isTooDeep, makeObjectWith } from './json';
export type { JsonObject } from './json';
export { isJsonEqual } from './json-equality';
export { joinFirst, nearestName, suggestName } from './names';
export { HIDDEN, Secrets } from './secrets';
export { inertLine, inertText, parseJson, withoutTrailing, wordsOf } from './words';
