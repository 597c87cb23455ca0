/** So many characters of a secret in a row are too many to show. A shorter secret counts as a whole. */
const RUN = 8;
/** A shorter text is no secret that could be distinguished from a word. */
const MIN_SECRET = 4;
/** The newest tokens that are known at least: services forget those that expired long ago. */
const MAX_TOKENS = 10;

const REDACTED = '[redacted]';

/** Secrets, keys and tokens, which no text may repeat: in plain, percent, JSON, HTML, base64 or hexadecimal writing. */
export class Secrets {
	private readonly tokens = new Set<string>();

	/** The runs of all forms, by their length. Made when a text is redacted, because most runs of a node never fail. */
	private runs: Map<number, Set<string>> | undefined;

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
		return [...this.secrets, ...this.tokens].reduce((sum, secret) => sum + 320 * secret.length, 0);
	}

	/** The text, each part that repeats a secret replaced. Linear in the text. */
	redact(text: string): string {
		this.runs ??= runsOf([...this.secrets, ...this.tokens]);
		const written = inOneCase(text);
		let redacted = '';
		let copied = 0;
		for (let at = 0; at < written.length; at++) {
			for (const [length, runs] of this.runs) {
				if (at + length <= copied || !runs.has(written.slice(at, at + length))) continue;
				if (at > copied || redacted === '') redacted += text.slice(copied, at) + REDACTED;
				copied = at + length;
			}
		}
		return redacted + text.slice(copied);
	}
}

function runsOf(secrets: readonly string[]): Map<number, Set<string>> {
	const all = new Map<number, Set<string>>();
	for (const form of secrets.filter(({ length }) => length >= MIN_SECRET).flatMap(formsOf)) {
		const length = Math.min(RUN, form.length);
		const runs = all.get(length) ?? new Set();
		all.set(length, runs);
		for (let at = 0; at + length <= form.length; at++) runs.add(form.slice(at, at + length));
	}
	return all;
}

/** A secret as services write it back. */
function formsOf(secret: string): string[] {
	const json = JSON.stringify(secret).slice(1, -1);
	const html = escapeHtml(secret);
	const encoded = [...[0, 1, 2].map((before) => base64Of(secret, before)), Buffer.from(secret).toString('hex')];
	const forms = [
		secret,
		encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\ufffd')),
		new URLSearchParams({ a: secret }).toString().slice(2),
		json,
		json.replaceAll('/', '\\/'),
		json.replace(/[<>&'+`]|\\"|[^ -~]/g, unicodeEscape),
		html,
		// As .NET writes it.
		html.replaceAll('&#39;', '&#x27;').replaceAll('+', '&#x2b;'),
		// A shorter one stands in too many texts.
		...encoded.filter(({ length }) => length >= RUN),
	];
	return [...new Set(forms.map(inOneCase))];
}

/** The letters that do not depend on what stands around the secret. @param before bytes of something else before it */
function base64Of(secret: string, before: number): string {
	const bytes = Buffer.from(' '.repeat(before) + secret);
	const text = bytes.toString('base64').replaceAll('=', '');
	return text.slice(before === 0 ? 0 : before + 1, bytes.length % 3 === 0 ? undefined : -1);
}

/** As long as before, and base64 alike for URLs and for others. */
function inOneCase(text: string): string {
	return text
		.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
		.replaceAll('-', '+')
		.replaceAll('_', '/');
}

export function escapeHtml(text: string): string {
	const signs: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' };
	return text.replace(/[&<>"']/g, (sign) => `&${signs[sign]};`);
}

/** The last character as JSON may write it. */
export function unicodeEscape(sign: string): string {
	return `\\u${sign
		.charCodeAt(sign.length - 1)
		.toString(16)
		.padStart(4, '0')}`;
}
