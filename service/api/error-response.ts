import { isJsonObject, parseJson, withoutTrailing, textOf } from '../text';
import type { JsonObject, Secrets } from '../text';

/** One thing that an answer finds wrong. */
interface ErrorEntry {
	/**
	 * Where, as the service writes it: `features[0].zoneType`, `$.features[0]`, `/features/0`. Empty where it does not
	 * say.
	 */
	path: string;
	message: string;
}

/** What the members of an error answer hold, in any case, because .NET writes `Message` and `message`; best first. */
const MEMBERS = {
	summary: ['error_description', 'message', 'detail', 'title', 'error'],
	/** What was found wrong: lists, or objects by path. */
	entries: ['errors', 'modelstate', 'violations', 'fielderrors'],
	/** The same, only where it is a list: a text here is a summary, and an object is something else. */
	lists: ['details', 'detail', 'message'],
	path: ['path', 'field', 'property', 'propertyname', 'propertypath', 'pointer', 'instancepath', 'loc'],
	message: ['message', 'msg', 'errormessage', 'detail', 'description', 'title', 'reason'],
};

/** Deeper than services nest their words, and far less than a hostile answer needs to overflow the stack. */
const MAX_DEPTH = 5;

/** Further ones would be cut off. */
const MAX_ENTRIES_TOLD = 20;

/**
 * What a service says in an answer that is no success, in words: its summary, and what it found wrong in detail.
 * Section 7 gives no shape for errors, so what is common is understood: problem details of .NET (`title`, `detail`,
 * `errors` by path), `ModelState`, OAuth's `error_description`, lists of texts or of `{ path, message }`, plain text.
 */
export function readServiceMessage(body: unknown, secrets: Secrets): string {
	const text = typeof body === 'string' ? body : '';
	const parsed = parseJson(text);
	if (typeof parsed === 'string') return textOf(parsed, secrets);
	if (!isJsonObject(parsed)) return textOf(text, secrets);
	const summary = summaryOf(parsed);
	const entries = errorEntries(parsed)
		.slice(0, MAX_ENTRIES_TOLD)
		.map(entryText)
		.filter((entry) => !summary.slice(0, 1000).includes(entry.slice(0, 1000)));
	const said =
		entries.length === 0 ? summary : [withoutTrailing(summary, '.'), entries.join('; ')].filter(Boolean).join(': ');
	return textOf(said, secrets);
}

function entryText({ path, message }: ErrorEntry): string {
	return path === '' ? message : `${path} ${message}`;
}

function summaryOf(body: JsonObject, depth = 1): string {
	for (const value of those('summary', propertiesByLowerCase(body))) {
		if (typeof value === 'string' && value.trim() !== '') return value;
		if (!isJsonObject(value) || depth === MAX_DEPTH) continue;
		const message = summaryOf(value, depth + 1);
		if (message !== '') return message;
	}
	return '';
}

/** What an answer finds wrong, thing by thing; nothing where it does not say. */
function errorEntries(body: unknown, depth = 1): ErrorEntry[] {
	if (!isJsonObject(body)) return [];
	const properties = propertiesByLowerCase(body);
	for (const found of [...those('entries', properties), ...those('lists', properties).filter(Array.isArray)]) {
		const entries = entriesIn(found);
		if (entries.length > 0) return entries;
	}
	return depth === MAX_DEPTH ? [] : errorEntries(properties.get('error'), depth + 1);
}

function entriesIn(value: unknown): ErrorEntry[] {
	if (Array.isArray(value)) return value.map((entry: unknown) => entryOf('', entry));
	if (!isJsonObject(value)) return [];
	// By path: { "features[0].zoneType": ["…", "…"] }
	return Object.entries(value).flatMap(([path, found]) =>
		[found].flat().flatMap((entry: unknown) => (entry === null ? [] : entryOf(path, entry))),
	);
}

function entryOf(path: string, entry: unknown): ErrorEntry {
	if (typeof entry === 'string') return { path, message: entry };
	if (!isJsonObject(entry)) return { path, message: 'refused' };
	const properties = propertiesByLowerCase(entry);
	const source = properties.get('source');
	const paths = [...those('path', properties), isJsonObject(source) ? source.pointer : undefined, path];
	const message = those('message', properties).find((text) => typeof text === 'string' && text !== '');
	return {
		path: paths.map(pathOf).find((text) => text !== '') ?? '',
		message: typeof message === 'string' ? message : 'refused',
	};
}

/** A path may also come as a list of steps: `["body", "features", 0, "zoneType"]`. */
function pathOf(value: unknown): string {
	if (typeof value === 'string') return value;
	if (!Array.isArray(value)) return '';
	return value.filter((step) => typeof step === 'string' || typeof step === 'number').join('.');
}

/** What stands in the members of this meaning, the best first. */
function those(meaning: keyof typeof MEMBERS, properties: ReadonlyMap<string, unknown>): unknown[] {
	return MEMBERS[meaning].flatMap((name) => (properties.has(name) ? [properties.get(name)] : []));
}

/** The members by their names in lower case, the first of each. */
function propertiesByLowerCase(body: JsonObject): Map<string, unknown> {
	const properties = new Map<string, unknown>();
	for (const [name, value] of Object.entries(body)) {
		const known = name.toLowerCase();
		if (!properties.has(known)) properties.set(known, value);
	}
	return properties;
}

/** A page for a browser: another web server, or a gateway, stands where the service was looked for. */
export function isWebPage(body: string): boolean {
	return /^\s*(?:<!--.{0,999}?-->\s*)?<(?:!doctype html|html|head|body|title|h1|center)\b/is.test(body);
}
