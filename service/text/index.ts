export { groupBy } from './groups';
export {
	MAX_DEPTH,
	canonicalText,
	contentTextOf,
	isCutJson,
	isJsonEqual,
	isJsonObject,
	isTooDeep,
	parseJson,
	withExactNumbers,
} from './json';
export type { JsonObject } from './json';
export { Secrets } from './redaction';
export { inertLine, inertText, joinFirst, nearestName, suggestName, withoutTrailing, textOf } from './safe-text';
