import { isJsonObject } from '../text';
import type { JsonObject } from '../text';
import type { Secrets } from '../text';
import { withoutTrailing } from '../text';
import { parseJson, wordsOf } from '../text';

/** One thing that an answer finds wrong. */
export interface ErrorEntry {
	/**
	 * Where, as the service writes it: `features[0].zoneType`, `$.features[0]`, `/features/0`. Empty where it does not
	 * say.
	 */
	path: string;
	/** Position of the feature that is meant, where the service gives it by itself. */
	index?: unknown;
	message: string;
}

/**
 * What a service says in an answer that is no success, in words: its summary, and what it found wrong in detail.
 * Section 7 gives no shape for errors, so what is common is understood: problem details of .NET (`title`, `detail`,
 * `errors` by path), `ModelState`, OAuth's `error_description`, lists of texts or of `{ path, message }`, plain text.
 */
export function serviceWords(body: unknown, secrets: Secrets): string {
	const text = typeof body === 'string' ? body : '';
	const parsed = parseJson(text);
	if (typeof parsed === 'string') return wordsOf(parsed, secrets);
	if (!isJsonObject(parsed)) return wordsOf(text, secrets);
	const summary = summaryOf(parsed);
	const entries = errorEntries(parsed)
		.slice(0, MOST_ENTRIES_IN_WORDS)
		.map(entryText)
		.filter((entry) => !summary.slice(0, 1000).includes(entry.slice(0, 1000)));
	const said =
		entries.length === 0 ? summary : [withoutTrailing(summary, '.'), entries.join('; ')].filter(Boolean).join(': ');
	return wordsOf(said, secrets);
}

/** Further ones would be cut off. */
const MOST_ENTRIES_IN_WORDS = 20;

export function entryText({ path, message }: ErrorEntry): string {
	return path === '' ? message : `${path} ${message}`;
}

/** The members that hold a summary, best first. Read in any case: .NET writes `Message` and `message`. */
const SUMMARY_MEMBERS = ['error_description', 'message', 'detail', 'title', 'error'];
/** The members that hold what was found wrong: lists, or objects by path. */
const ENTRY_MEMBERS = ['errors', 'modelstate', 'violations', 'fielderrors'];
/** These hold it only where they are lists. A text in them is a summary, and an object is something else. */
const LIST_MEMBERS = ['details', 'detail', 'message'];
const PATH_MEMBERS = ['path', 'field', 'property', 'propertyname', 'propertypath', 'pointer', 'instancepath', 'loc'];
const MESSAGE_MEMBERS = ['message', 'msg', 'errormessage', 'detail', 'description', 'title', 'reason'];

/** Deeper than services nest their words, and far less than a hostile answer needs to overflow the stack. */
const DEEPEST = 5;

function summaryOf(body: JsonObject, depth = 1): string {
	const members = membersByLowerCase(body);
	for (const name of SUMMARY_MEMBERS) {
		const value = members.get(name);
		if (typeof value === 'string' && value.trim() !== '') return value;
		if (!isJsonObject(value) || depth === DEEPEST) continue;
		const words = summaryOf(value, depth + 1);
		if (words !== '') return words;
	}
	return '';
}

/** What an answer finds wrong, thing by thing; nothing where it does not say. */
export function errorEntries(body: unknown, depth = 1): ErrorEntry[] {
	if (!isJsonObject(body)) return [];
	const members = membersByLowerCase(body);
	for (const name of [...ENTRY_MEMBERS, ...LIST_MEMBERS]) {
		const found = members.get(name);
		const entries = Array.isArray(found) || ENTRY_MEMBERS.includes(name) ? entriesIn(found) : [];
		if (entries.length > 0) return entries;
	}
	return depth === DEEPEST ? [] : errorEntries(members.get('error'), depth + 1);
}

function entriesIn(value: unknown): ErrorEntry[] {
	if (Array.isArray(value)) return value.flatMap((entry: unknown) => entriesOf('', entry));
	if (!isJsonObject(value)) return [];
	// By path: { "features[0].zoneType": ["…", "…"] }
	return Object.entries(value).flatMap(([path, found]) =>
		[found].flat().flatMap((entry: unknown) => (entry === null ? [] : entriesOf(path, entry))),
	);
}

function entriesOf(path: string, entry: unknown): ErrorEntry[] {
	if (typeof entry === 'string') return [{ path, message: entry }];
	if (!isJsonObject(entry)) return [{ path, message: 'refused' }];
	const members = membersByLowerCase(entry);
	const own = PATH_MEMBERS.map((name) => pathOf(members.get(name))).find((text) => text !== '');
	const source = members.get('source');
	const pointer = isJsonObject(source) ? pathOf(source.pointer) : '';
	const message = MESSAGE_MEMBERS.map((name) => members.get(name)).find(
		(text) => typeof text === 'string' && text !== '',
	);
	return [
		{
			path: own ?? (pointer || path),
			index: members.get('index'),
			message: typeof message === 'string' ? message : 'refused',
		},
	];
}

/** A path may also come as a list of steps: `["body", "features", 0, "zoneType"]`. */
function pathOf(value: unknown): string {
	if (typeof value === 'string') return value;
	if (!Array.isArray(value)) return '';
	return value.filter((step) => typeof step === 'string' || typeof step === 'number').join('.');
}

/** The members by their names in lower case, the first of each. */
function membersByLowerCase(body: JsonObject): Map<string, unknown> {
	const members = new Map<string, unknown>();
	for (const [name, value] of Object.entries(body)) {
		const known = name.toLowerCase();
		if (!members.has(known)) members.set(known, value);
	}
	return members;
}
