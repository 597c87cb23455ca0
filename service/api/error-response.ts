import { isJsonObject, parseJson, withoutTrailing, textOf } from '../text';
import type { JsonObject, Secrets } from '../text';

/** Names of properties in lower case, because .NET writes `Message` and `message`; the best first. */
const SUMMARY = ['error_description', 'message', 'detail', 'title', 'error'];
/** What was found wrong: lists, or objects by path. */
const ENTRIES = ['errors', 'modelstate', 'violations', 'fielderrors'];
/** The same, only where it is a list: a text here is a summary, and an object is something else. */
const LISTS = ['details', 'detail', 'message'];
const PATH = ['path', 'field', 'property', 'propertyname', 'propertypath'];
const MESSAGE = ['message', 'msg', 'errormessage', 'detail', 'description', 'title', 'reason'];

const MAX_DEPTH = 5;
const MAX_ENTRIES = 20;

/**
 * The message of a response that is no success: its summary, and what it finds wrong. Section 7 gives no shape for
 * errors, so common ones are understood: problem details and `ModelState` of .NET, OAuth, lists, plain text.
 */
export function readServiceMessage(body: string, secrets: Secrets): string {
	const parsed = parseJson(body);
	if (!isJsonObject(parsed)) return textOf(typeof parsed === 'string' ? parsed : body, secrets);
	const summary = summaryOf(parsed);
	const entries = entriesOf(parsed)
		.slice(0, MAX_ENTRIES)
		.filter((entry) => !summary.slice(0, 1000).includes(entry.slice(0, 1000)));
	const parts = entries.length === 0 ? [summary] : [withoutTrailing(summary, '.'), entries.join('; ')];
	return textOf(parts.filter((part) => part !== '').join(': '), secrets);
}

function summaryOf(body: JsonObject, depth = 1): string {
	for (const value of valuesOf(body, SUMMARY)) {
		if (typeof value === 'string' && value.trim() !== '') return value;
		const inner = isJsonObject(value) && depth < MAX_DEPTH ? summaryOf(value, depth + 1) : '';
		if (inner !== '') return inner;
	}
	return '';
}

/** What a response finds wrong, each with its path; nothing where it does not say. */
function entriesOf(body: unknown, depth = 1): string[] {
	if (!isJsonObject(body) || depth > MAX_DEPTH) return [];
	const lists = [...valuesOf(body, ENTRIES), ...valuesOf(body, LISTS).filter(Array.isArray)].map(entriesIn);
	return lists.find(({ length }) => length > 0) ?? entriesOf(valuesOf(body, ['error'])[0], depth + 1);
}

function entriesIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.map((entry: unknown) => entryText('', entry));
	if (!isJsonObject(value)) return [];
	// By path: { "features[0].zoneType": ["…", "…"] }
	const entries = Object.entries(value).flatMap(([path, found]) => [found].flat().map((entry) => ({ path, entry })));
	return entries.filter(({ entry }) => entry !== null).map(({ path, entry }) => entryText(path, entry));
}

/** @param path where, as the service writes it: `features[0].zoneType`, `$.features[0]`, `/features/0` */
function entryText(path: string, entry: unknown): string {
	const properties = isJsonObject(entry) ? entry : { message: entry };
	const isFilled = (text: unknown) => typeof text === 'string' && text !== '';
	const message = valuesOf(properties, MESSAGE).find(isFilled) ?? 'rejected';
	const where = [...valuesOf(properties, PATH), path].find(isFilled);
	return where === undefined ? String(message) : `${String(where)} ${String(message)}`;
}

/** What stands under names, in any letter case. */
function valuesOf(body: JsonObject, names: readonly string[]): unknown[] {
	const properties = Object.entries(body);
	return names.flatMap((name) => properties.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value));
}

/** A page for a browser: another web server, or a gateway, stands where the service was expected. */
export function isWebPage(body: string): boolean {
	return /^\s*(?:<!--.{0,999}?-->\s*)?<(?:!doctype html|html|head|body|title|h1|center)\b/is.test(body);
}
