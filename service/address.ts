import { InvalidInputError } from './invalid-input-error';
import { LEVELS } from './hierarchy';
import type { Resource } from './hierarchy';
import { withoutTrailing } from './text-end';

const API_PATH = '/esapi/api/v1';

/** The path segment of a client lookup: section 4.4 lists the plural, one of its samples has the singular. */
export type ClientPath = 'Clients' | 'Client';

export interface LookupQuery {
	clientPath?: ClientPath;
	/** Minutes. Rests on observation: section 4.4 names no query. */
	viewerTokenLifetimeMinutes?: number;
	partnerCode?: string;
}

/**
 * A base address as the service wants it: trimmed, without a trailing slash, its path kept.
 * @param label what the person knows the field as, for the error
 * @throws InvalidInputError unless it is an absolute http(s) address without query, fragment or login
 */
export function serviceAddress(text: unknown, label: string): string {
	const trimmed = typeof text === 'string' ? text.trim() : '';
	const advice = `Set ${label} in the credential to an address such as https://plans.example.com.`;
	if (trimmed === '') throw new InvalidInputError(`${label} is empty`, advice);
	const url = parseUrl(trimmed);
	if (!/^https?:\/\//i.test(trimmed) || url === undefined) {
		throw new InvalidInputError(`${label} is not an http(s) address`, advice);
	}
	if (url.username !== '' || url.password !== '') {
		throw new InvalidInputError(`${label} must not hold a user name or password`, advice);
	}
	if (/[?#]/.test(trimmed)) {
		throw new InvalidInputError(`${label} must not hold "?" or "#"`, advice);
	}
	return withoutTrailing(`${url.origin}${url.pathname}`, '/');
}

function parseUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}

/** Section 4.1. */
export function tokenAddress(authUrl: string): string {
	return `${authUrl}/connect/token`;
}

/** Section 4.4. */
export function lookupAddress(
	baseUrl: string,
	resource: Resource,
	code: unknown,
	query: LookupQuery = {},
): string {
	const segment = resource === 'client' ? (query.clientPath ?? LEVELS.client.segment) : LEVELS[resource].segment;
	const path = `${baseUrl}${API_PATH}/${segment}/${codeSegment(code, `${resource} code`)}`;
	const minutes = query.viewerTokenLifetimeMinutes;
	if (minutes === undefined) return path;
	if (!Number.isInteger(minutes) || minutes < 1) {
		throw new InvalidInputError(
			'The viewer token lifetime must be a whole number of minutes, 1 or more',
			'Correct Viewer Token Lifetime in the options.',
		);
	}
	// Deployments differ in the name and unit they read; each ignores the other's.
	const lifetime = `viewerTokenLifetime=${minutes}&expiry=${minutes * 60}`;
	const partner = query.partnerCode ? `&partnerCode=${encodeURIComponent(partnerCodeHeader(query.partnerCode))}` : '';
	return `${path}?${lifetime}${partner}`;
}

/** Section 4.3. */
export function featuresAddress(baseUrl: string, planCode: unknown): string {
	return `${baseUrl}${API_PATH}/Plans/${codeSegment(planCode, 'plan code')}/Features`;
}

/** Section 4.2. @param author plain text, left out when empty */
export function pushFeaturesAddress(baseUrl: string, planCode: unknown, author: string): string {
	const path = `${baseUrl}${API_PATH}/Plans/${codeSegment(planCode, 'plan code')}/PushFeatures`;
	return author === '' ? path : `${path}?author=${encodeURIComponent(plainText(author, 'Author'))}`;
}

/** Whether an address is a plan's: sections 4.2 and 4.3 require the code of the partner that owns it. */
export function isPlanAddress(url: string): boolean {
	return url.includes(`${API_PATH}/Plans/`);
}

/** Listing of partners, observed beside the specification. */
export function partnersAddress(baseUrl: string): string {
	return `${baseUrl}${API_PATH}/Partners`;
}

/** Listing of a partner's clients, observed beside the specification. */
export function partnerClientsAddress(baseUrl: string, partnerCode: unknown): string {
	return `${partnersAddress(baseUrl)}/${codeSegment(partnerCode, 'partner code')}/Clients`;
}

/** Section 4.5. Viewer tokens hold `+ / =`, so both values are always encoded. @throws InvalidInputError for broken Unicode */
export function embedAddress(baseUrl: string, viewerToken: string, planCode?: string): string {
	const advice = 'Give the viewer token and the plan code as a lookup shows them.';
	const token = encodeText(viewerToken, 'viewer token', advice);
	const plan = planCode === undefined ? '' : `&planCode=${encodeText(planCode, 'plan code', advice)}`;
	return `${baseUrl}/plans-embed/v1/plan?viewerToken=${token}${plan}`;
}

/** A code as one path segment, never interpreted. @throws InvalidInputError for what no segment can carry, such as `.` and `..` */
function codeSegment(code: unknown, label: string): string {
	const text = codeText(code, label);
	// Every URL parser resolves these two, even when percent-encoded.
	if (text === '.' || text === '..') {
		throw new InvalidInputError(`The ${label} "${text}" is not a code`, codeAdvice(label));
	}
	return encodeText(text, label, codeAdvice(label));
}

/** A code without the blanks and line breaks that were copied along with it. @throws InvalidInputError when there is none */
export function codeText(code: unknown, label: string): string {
	if (code === undefined || code === null) throw new InvalidInputError(`No ${label}`, codeAdvice(label));
	if (typeof code !== 'string') {
		throw new InvalidInputError(`The ${label} must be text, but is ${typeName(code)}`, codeAdvice(label));
	}
	const text = code.trim();
	if (text === '') throw new InvalidInputError(`The ${label} is empty`, codeAdvice(label));
	return text;
}

function codeAdvice(label: string): string {
	return `Give the ${label} as the service's account management console or a lookup shows it.`;
}

/**
 * The plan code in an embed address (section 4.5), in an iframe, or in any text with `planCode=…`.
 * @throws InvalidInputError when there is none
 */
export function planCodeIn(text: unknown): string {
	const found = typeof text === 'string' ? /planCode=([^&#"'<>\s]+)/i.exec(text)?.[1] : undefined;
	const code = found === undefined ? undefined : decoded(found);
	if (code !== undefined) return codeText(code, 'plan code');
	throw new InvalidInputError(
		'The address of the plan holds no "planCode=…"',
		'Give the address of the interactive plan, or switch Plan Code to By Code and give the code.',
	);
}

function decoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

function encodeText(text: string, label: string, advice: string): string {
	try {
		return encodeURIComponent(text);
	} catch {
		throw brokenUnicode(label, advice);
	}
}

function brokenUnicode(label: string, advice: string): InvalidInputError {
	return new InvalidInputError(`The ${label} holds broken Unicode`, advice);
}

function typeName(value: unknown): string {
	return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}

/** @throws InvalidInputError for control characters and broken Unicode */
function plainText(text: string, label: string): string {
	if (/\p{Cc}|\p{Surrogate}/u.test(text)) {
		throw new InvalidInputError(
			`${label} must be plain text without control characters`,
			`Remove line breaks and other control characters from ${label}.`,
		);
	}
	return text;
}

/** A partner code as a header value (section 4.2). @throws InvalidInputError for what a header cannot carry */
export function partnerCodeHeader(partnerCode: string): string {
	if (!/^[\x21-\x7e]+$/.test(partnerCode)) {
		throw new InvalidInputError(
			'The partner code must be printable ASCII without spaces or control characters',
			'Correct Partner Code in the credential or in the options of the node.',
		);
	}
	return partnerCode;
}
