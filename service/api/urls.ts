import { LEVELS } from './hierarchy';
import type { Resource } from './hierarchy';
import { InputProblem } from './errors';
import type { InputRule } from './errors';
import { withoutTrailing } from '../text';

const API_PATH = '/esapi/api/v1';

/** The header for the code of the partner that owns a plan (section 4.2). */
export const PARTNER_HEADER = 'X-CSS-Partner-Code';

/** The path segment of a client lookup: section 4.4 lists the plural, one of its samples has the singular. */
export type ClientPath = 'Clients' | 'Client';

/**
 * A base URL as the service requires it: trimmed, without a trailing slash, its path kept.
 * @throws InputProblem, in words that fit after the name of a field, unless it is an absolute http(s) URL without
 * query, fragment or login
 */
export function serviceUrl(text: unknown): string {
	const trimmed = typeof text === 'string' ? text.trim() : '';
	if (trimmed === '') throw new InputProblem('is empty', 'url');
	assertVisible(trimmed, '', 'url');
	const isUrl = /^https?:\/\//i.test(trimmed) && URL.canParse(trimmed);
	if (!isUrl) throw new InputProblem('is not an http(s) URL', 'url');
	const url = new URL(trimmed);
	if (url.username !== '' || url.password !== '')
		throw new InputProblem('must not hold a user name or password', 'url');
	if (/[?#]/.test(trimmed)) throw new InputProblem('must not hold "?" or "#"', 'url');
	return withoutTrailing(`${url.origin}${url.pathname}`, '/');
}

export function hostOf(url: string): string {
	return new URL(url).host;
}

/** Section 4.1. */
export function tokenUrl(authUrl: string): string {
	return `${authUrl}/connect/token`;
}

/** Section 4.4, which names no query: a lifetime of viewer tokens rests on observation. */
export function lookupUrl(
	baseUrl: string,
	resource: Resource,
	code: unknown,
	query: { clientPath?: ClientPath; viewerTokenLifetimeMinutes?: number; partnerCode?: string } = {},
): string {
	const { clientPath = 'Clients', viewerTokenLifetimeMinutes: minutes, partnerCode = '' } = query;
	const segment = resource === 'client' ? clientPath : LEVELS[resource].segment;
	const path = `${baseUrl}${API_PATH}/${segment}/${codeSegment(code, `${resource} code`)}`;
	if (minutes === undefined) return path;
	// Deployments differ in the name and unit they read; each ignores the other's.
	const lifetime = `viewerTokenLifetime=${Math.floor(minutes)}&expiry=${Math.floor(minutes * 60)}`;
	const partner = partnerCode === '' ? '' : `&partnerCode=${encodeURIComponent(partnerCodeHeader(partnerCode))}`;
	return `${path}?${lifetime}${partner}`;
}

/** Section 4.3. */
export function featuresUrl(baseUrl: string, planCode: unknown): string {
	return `${baseUrl}${API_PATH}/Plans/${codeSegment(planCode, 'plan code')}/Features`;
}

/** Section 4.2. @param author plain text, left out when empty. @throws InputProblem for control characters */
export function pushFeaturesUrl(baseUrl: string, planCode: unknown, author: string): string {
	const path = `${baseUrl}${API_PATH}/Plans/${codeSegment(planCode, 'plan code')}/PushFeatures`;
	if (author.trim() === '') return path;
	if (!/[\p{Cc}\p{Surrogate}]/u.test(author)) return `${path}?author=${encodeURIComponent(author)}`;
	throw new InputProblem('Author must be plain text without control characters', 'author');
}

/** Whether a URL is a plan's: sections 4.2 and 4.3 require the code of the partner that owns it. */
export function isPlanUrl(url: string): boolean {
	return url.includes(`${API_PATH}/Plans/`);
}

/** Listing of partners, observed beside the specification. */
export function partnersUrl(baseUrl: string): string {
	return `${baseUrl}${API_PATH}/Partners`;
}

/** Listing of a partner's clients, observed beside the specification. */
export function partnerClientsUrl(baseUrl: string, partnerCode: unknown): string {
	return `${partnersUrl(baseUrl)}/${codeSegment(partnerCode, 'partner code')}/Clients`;
}

/**
 * A code as one path segment, never interpreted.
 * @throws InputProblem for what no segment can carry, such as `.` and `..`
 */
function codeSegment(code: unknown, what: string): string {
	const text = codeText(code, what);
	// Every URL parser resolves these two, even when percent-encoded.
	if (text === '.' || text === '..') throw new InputProblem(`The ${what} "${text}" is not a code`, 'code');
	return encodeText(text, what, 'code');
}

/** Characters without width, and spaces that look like another, which mails and chats copy along. */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/u;

/** The first invisible character of a text, such as `U+200B`; undefined where it has none. */
export function invisibleIn(text: string): string | undefined {
	const code = INVISIBLE.exec(text)?.[0].codePointAt(0);
	return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * A code without the spaces and line breaks that were copied along with it.
 * @param what the kind of code in words, such as `plan code`. @throws InputProblem when there is none
 */
export function codeText(code: unknown, what: string): string {
	if (code === undefined || code === null)
		throw new InputProblem(`No ${what}`, what === 'plan code' ? 'missingPlanCode' : 'code');
	if (typeof code !== 'string') {
		const type = Array.isArray(code) ? 'an array' : `a value of type ${typeof code}`;
		throw new InputProblem(`The ${what} must be text, but is ${type}`, 'code');
	}
	const text = code.trim();
	if (text === '') throw new InputProblem(`The ${what} is empty`, 'code');
	assertVisible(text, `The ${what} `, 'code');
	if (holdsUrl(text)) throw new InputProblem(`The ${what} is a URL`, 'code');
	return text;
}

/** Whether a text is a URL of a plan, whose viewer token must not be taken for a part of a code and shown. */
export function holdsUrl(text: string): boolean {
	return /:\/\/|%3A%2F%2F|viewerToken(?:=|%3D)/i.test(text);
}

export function assertVisible(text: string, what: string, rule: InputRule): void {
	const invisible = invisibleIn(text);
	if (invisible === undefined) return;
	throw new InputProblem(`${what}contains an invisible character (${invisible}); type it again`, rule);
}

/** Without the signs that end a link in a text, such as `)`, `|` and `.`. */
const PLAN_CODE = /(planCode=(?:[\w~+-]|%[\da-f]{2}|\.(?=\w))+)/i;

/**
 * The plan code in an embed URL (section 4.5), in an iframe, or in any text with `planCode=…`.
 * @throws InputProblem when there is none
 */
export function planCodeIn(text: unknown): string {
	const given = typeof text === 'string' ? text : '';
	// Mail programs wrap URLs into others.
	const [, query] = PLAN_CODE.exec(given) ?? PLAN_CODE.exec(given.replace(/%3d/gi, '=').replaceAll('%26', '&')) ?? [];
	const [code] = new URLSearchParams(query?.replaceAll('+', '%2B')).values();
	if (code !== undefined) return codeText(code, 'plan code');
	throw new InputProblem('The URL of the plan has no "planCode=…"', 'planUrl');
}

/** @throws InputProblem for broken Unicode, which no URL can hold */
export function encodeText(text: string, what: string, rule: InputRule): string {
	if (/\p{Surrogate}/u.test(text)) throw new InputProblem(`The ${what} holds broken Unicode`, rule);
	return encodeURIComponent(text);
}

/**
 * A partner code as a header value (section 4.2), without spaces around it; empty where none is given.
 * @throws InputProblem for what a header can't carry
 */
export function partnerCodeHeader(input: unknown): string {
	const partnerCode = typeof input === 'string' || typeof input === 'number' ? String(input).trim() : '';
	if (/^[\x21-\x7e]*$/.test(partnerCode)) return partnerCode;
	assertVisible(partnerCode, 'The partner code ', 'partnerCode');
	throw new InputProblem(
		'The partner code must be printable ASCII without spaces or control characters',
		'partnerCode',
	);
}
