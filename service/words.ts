import { isJsonObject } from './json';

const LONGEST_WORDS = 300;

/**
 * What a service says in an answer that is no success, as plain text: inert, one line, bounded.
 * Section 7 gives no shape for errors, so the usual members are looked for.
 * @param secrets hidden, should the service repeat them
 */
export function serviceWords(body: unknown, secrets: readonly string[] = []): string {
	const text = typeof body === 'string' ? body : '';
	const parsed = parseJson(text);
	const said = isJsonObject(parsed) ? memberWords(parsed) : typeof parsed === 'string' ? parsed : text;
	// Before it is made inert: a secret that was cut or lost its markup could not be found any more.
	return inertText(redact(said, secrets));
}

/** Without markup and control characters, one line, at most 300 characters. */
export function inertText(text: string): string {
	const plain = text
		.slice(0, 20_000)
		.replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
		.replace(/<[^>]*>?/g, ' ')
		.replace(/[<>]/g, ' ')
		.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return plain.length > LONGEST_WORDS ? `${plain.slice(0, LONGEST_WORDS - 1)}…` : plain;
}

/** Replaces every given secret, also as URLs, forms and JSON write it. */
export function redact(text: string, secrets: readonly string[]): string {
	const forms = new Set(secrets.filter((secret) => secret !== '').flatMap(writtenForms));
	// Longest first: a secret that is part of another must not leave the rest of it behind.
	return [...forms]
		.sort((one, other) => other.length - one.length)
		.reduce((safe, form) => safe.replaceAll(form, '[hidden]'), text);
}

function writtenForms(secret: string): string[] {
	const inForm = new URLSearchParams([['', secret]]).toString().slice(1);
	const inUrl = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\ufffd'));
	return [secret, inForm, inUrl, JSON.stringify(secret).slice(1, -1)];
}

export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const WORD_MEMBERS = ['error_description', 'message', 'detail', 'title', 'error'];

/** Deeper than services nest their words, and far less than a hostile answer needs to overflow the stack. */
const WORDS_DEPTH = 5;

function memberWords(body: Record<string, unknown>, depth = 1): string {
	for (const name of WORD_MEMBERS) {
		const value = body[name];
		if (typeof value === 'string' && value !== '') return value;
		if (!isJsonObject(value) || depth === WORDS_DEPTH) continue;
		const words = memberWords(value, depth + 1);
		if (words !== '') return words;
	}
	return '';
}
