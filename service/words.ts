import { isJsonObject } from './json';

const LONGEST_WORDS = 300;

/**
 * What a service says in an answer that is no success, as plain text: inert, one line, bounded.
 * Section 7 gives no shape for errors, so the usual members are looked for.
 */
export function serviceWords(body: unknown): string {
	const text = typeof body === 'string' ? body : '';
	const parsed = parseJson(text);
	if (isJsonObject(parsed)) return inertText(memberWords(parsed));
	if (typeof parsed === 'string') return inertText(parsed);
	return inertText(text);
}

/** Without markup and control characters, one line, at most 300 characters. */
export function inertText(text: string): string {
	const plain = text
		.slice(0, 20_000)
		.replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
		.replace(/<[^>]*(>|$)/g, ' ')
		.replace(/[<>]/g, ' ')
		.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return plain.length > LONGEST_WORDS ? `${plain.slice(0, LONGEST_WORDS - 1)}…` : plain;
}

/** Replaces every given secret, also where it is URL-encoded. */
export function redact(text: string, secrets: readonly string[]): string {
	let safe = text;
	for (const secret of secrets) {
		if (secret === '') continue;
		for (const form of [secret, encodeURIComponent(secret), encodeURIComponent(secret).replace(/%20/g, '+')]) {
			safe = safe.split(form).join('[hidden]');
		}
	}
	return safe;
}

export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const WORD_MEMBERS = ['error_description', 'message', 'detail', 'title', 'error'];

function memberWords(body: Record<string, unknown>): string {
	for (const name of WORD_MEMBERS) {
		const value = body[name];
		if (typeof value === 'string' && value !== '') return value;
		if (isJsonObject(value)) return memberWords(value);
	}
	return '';
}
