export {
	MAX_DEPTH,
	canonicalText,
	contentTextOf,
	isJsonEqual,
	isJsonObject,
	isTooDeep,
	parseJson,
	withExactNumbers,
} from './json';
export type { JsonObject } from './json';
export { HIDDEN, Secrets } from './secrets';
export { inertLine, inertText, joinFirst, nearestName, suggestName, withoutTrailing, wordsOf } from './words';
