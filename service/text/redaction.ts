/** So many characters of a secret in a row are too many to show. A shorter secret counts as a whole. */
const RUN = 8;
/** A shorter text is no secret that could be distinguished from a word. */
const MIN_SECRET = 4;
/** The newest tokens that are known at least: services forget those that expired long ago. */
const MAX_TOKENS = 10;

export const REDACTED = '[redacted]';

/** A secret as services write it back, and the distance between its indexed runs. */
interface Form {
	text: string;
	stride: number;
}

/** Where a run stands in a form. */
interface Run {
	form: string;
	at: number;
}

/** Secrets, keys and tokens, which no text may repeat: in plain, percent, JSON, HTML, base64 or hexadecimal writing. */
export class Secrets {
	private readonly tokens = new Set<string>();

	/** The runs of all forms, by their length. Made when a text is redacted, because most runs of a node never fail. */
	private runs: Map<number, Map<string, Run>> | undefined;

	constructor(private readonly secrets: readonly string[]) {}

	/** A token, which is new now and then. */
	add(token: string): void {
		if (this.tokens.has(token)) return;
		this.tokens.add(token);
		const [oldest] = this.tokens;
		if (this.tokens.size > MAX_TOKENS) this.tokens.delete(oldest);
		this.runs = undefined;
	}

	/** About how many bytes this takes. */
	get weight(): number {
		return [...this.secrets, ...this.tokens].reduce((sum, secret) => sum + 200 * secret.length, 0);
	}

	/** The text, each part that repeats a secret replaced. Linear in the text. */
	redact(text: string): string {
		this.runs ??= runsOf([...this.secrets, ...this.tokens]);
		const written = lowerCase(text);
		const parts: string[] = [];
		let copied = 0;
		for (let at = 0; at < written.length; at++) {
			const found = this.runAt(written, at, copied);
			if (found === undefined) continue;
			if (found.start > copied || parts.length === 0) parts.push(text.slice(copied, found.start), REDACTED);
			copied = found.end;
			at = Math.max(at, found.end - RUN);
		}
		return copied === 0 ? text : parts.join('') + text.slice(copied);
	}

	/** The longest part of a secret that has a run here. @param from what stands before is redacted already */
	private runAt(text: string, at: number, from: number): { start: number; end: number } | undefined {
		for (const [length, runs] of this.runs ?? []) {
			const run = runs.get(text.slice(at, at + length));
			if (run === undefined) continue;
			let [start, end] = [at, at + length];
			for (let before = run.at - 1; start > from && text[start - 1] === run.form[before]; before--) start--;
			for (let after = run.at + length; end < text.length && text[end] === run.form[after]; after++) end++;
			if (end > from) return { start: Math.max(start, from), end };
		}
		return undefined;
	}
}

function runsOf(secrets: readonly string[]): Map<number, Map<string, Run>> {
	const all = new Map<number, Map<string, Run>>();
	for (const { text, stride } of secrets.filter(({ length }) => length >= MIN_SECRET).flatMap(formsOf)) {
		const length = Math.min(RUN, text.length);
		const runs = all.get(length) ?? new Map<string, Run>();
		all.set(length, runs);
		for (let at = 0; at + length <= text.length; at += stride) {
			const run = text.slice(at, at + length);
			if (!runs.has(run)) runs.set(run, { form: text, at });
		}
	}
	return all;
}

/** Letters of a secret are more letters of base64 and hexadecimal, so there not each run is needed. */
function formsOf(secret: string): Form[] {
	const bytes = Buffer.from(secret);
	const json = JSON.stringify(secret).slice(1, -1);
	const escaped = [
		secret,
		encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\ufffd')),
		new URLSearchParams({ a: secret }).toString().slice(2),
		json,
		json.replaceAll('/', '\\/'),
		json.replace(/[<>&'+`]|\\"|[^ -~]/g, unicodeEscape),
		secret.replace(/[&<>"']/g, (sign) => HTML[sign]),
		secret.replace(/[&<>"'+]/g, (sign) => HTML_OF_NET[sign] ?? HTML[sign]),
	];
	const base64 = [0, 1, 2].map((before) => base64Of(bytes, before));
	const encoded = [...base64, ...base64.map(urlBase64), bytes.toString('hex')];
	return [
		...[...new Set(escaped)].map((text) => ({ text: lowerCase(text), stride: 1 })),
		// A shorter one stands in too many texts.
		...[...new Set(encoded)]
			.filter(({ length }) => length >= RUN)
			.map((text) => ({ text: lowerCase(text), stride: RUN })),
	];
}

const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const HTML_OF_NET: Record<string, string> = { '"': '&#x22;', "'": '&#x27;', '+': '&#x2b;' };

/** The last character as JSON may write it. */
export function unicodeEscape(sign: string): string {
	return `\\u${sign
		.charCodeAt(sign.length - 1)
		.toString(16)
		.padStart(4, '0')}`;
}

/** The letters that do not depend on what stands around the secret. @param before bytes of something else before it */
function base64Of(bytes: Buffer, before: number): string {
	const text = Buffer.concat([Buffer.alloc(before), bytes])
		.toString('base64')
		.replaceAll('=', '');
	const isCut = (before + bytes.length) % 3 !== 0;
	return text.slice(before === 0 ? 0 : before + 1, isCut ? -1 : undefined);
}

function urlBase64(text: string): string {
	return text.replaceAll('+', '-').replaceAll('/', '_');
}

/** In one case, as long as before. */
function lowerCase(text: string): string {
	return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
