export {
	MAX_DEPTH,
	canonicalText,
	contentTextOf,
	endOfString,
	isJsonEqual,
	isJsonObject,
	isTooDeep,
	parseJson,
} from './json';
export type { JsonObject } from './json';
export { joinFirst, nearestName, suggestName } from './names';
export { HIDDEN, Secrets } from './secrets';
export { inertLine, inertText, withoutTrailing, wordsOf } from './words';
