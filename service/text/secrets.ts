import { readings } from './escapes';
import type { Writing } from './escapes';
import { withoutTrailing } from './text-end';

/** So many characters of a secret in a row are too many to show. A shorter secret is hidden as a whole. */
const RUN = 8;
/** A shorter text is no secret that could be told from a word. */
const SHORTEST_SECRET = 4;

const HIDDEN = '[hidden]';

/**
 * Every text that must never leave: secrets, keys, and the tokens, old and new. Whatever the service says
 * goes through `hide` before it is cut or shown.
 */
export class Secrets {
	private readonly secrets = new Set<string>();

	/** Every stretch that gives a secret away, by its length. Made when first needed, which is rarely. */
	private stretches: Map<number, Set<string>> | undefined;

	constructor(secrets: Iterable<string>) {
		for (const secret of secrets) this.add(secret);
	}

	add(secret: string): void {
		if (secret.length < SHORTEST_SECRET || this.secrets.has(secret)) return;
		this.secrets.add(secret);
		this.stretches = undefined;
	}

	/**
	 * The text without any eight characters in a row of a secret: as it is, escaped for addresses, forms, JSON or
	 * HTML in whole or in part, once or several times, and in base64. Linear in the text.
	 */
	hide(text: string): string {
		const isHidden = new Uint8Array(text.length);
		let found = false;
		for (const reading of this.readingsOf(text)) if (this.mark(reading, isHidden)) found = true;
		if (!found) return text;
		const parts: string[] = [];
		let shown = 0;
		for (let start = isHidden.indexOf(1); start >= 0; start = isHidden.indexOf(1, shown)) {
			const end = isHidden.indexOf(0, start);
			parts.push(text.slice(shown, start), HIDDEN);
			shown = end < 0 ? text.length : end;
		}
		return parts.join('') + text.slice(shown);
	}

	/** In a form a plus sign stands for a space, so a text with plus signs is read in both ways. */
	private readingsOf(text: string): Writing[] {
		const all = readings(text);
		const holdsSpace = [...this.secrets].some((secret) => secret.includes(' '));
		if (!holdsSpace || !text.includes('+')) return all;
		return [...all, ...readings(text.replaceAll('+', ' '))];
	}

	/** @returns whether the text gives anything away */
	private mark({ text, from, to }: Writing, isHidden: Uint8Array): boolean {
		let found = false;
		for (const [length, stretches] of this.stretchesOf()) {
			let marked = 0;
			for (let start = 0; start + length <= text.length; start++) {
				if (!stretches.has(text.slice(start, start + length))) continue;
				const end = to(start + length - 1);
				isHidden.fill(1, Math.max(marked, from(start)), end);
				marked = end;
				found = true;
			}
		}
		return found;
	}

	private stretchesOf(): Map<number, Set<string>> {
		if (this.stretches !== undefined) return this.stretches;
		const stretches = new Map<number, Set<string>>();
		for (const form of new Set([...this.secrets].flatMap(writtenForms))) {
			const length = Math.min(RUN, form.length);
			const found = stretches.get(length) ?? new Set();
			stretches.set(length, found);
			for (let start = 0; start + length <= form.length; start++) found.add(form.slice(start, start + length));
		}
		this.stretches = stretches;
		return stretches;
	}
}

/** How a secret may stand in a text whose escapes are undone. A secret may itself hold what looks like an escape. */
function writtenForms(secret: string): string[] {
	const wellFormed = secret.replace(/\p{Surrogate}/gu, '\ufffd');
	const inForm = new URLSearchParams([['', secret]]).toString().slice(1);
	const base64 = [wellFormed, inForm, encodeURIComponent(wellFormed)].flatMap(base64Forms);
	const escaped = [secret, wellFormed].flatMap((form) => readings(form).map(({ text }) => text));
	return [...escaped, ...base64].filter((form) => form.length >= SHORTEST_SECRET);
}

/**
 * What base64 writes of a text, whatever stands before and after it: at each of three places in a group, in both
 * alphabets.
 */
function base64Forms(text: string): string[] {
	return [0, 1, 2].flatMap((before) => {
		const bytes = Buffer.from(`${'\0'.repeat(before)}${text}`);
		const whole = withoutTrailing(bytes.toString('base64'), '=');
		const ownFrom = Math.ceil((before * 8) / 6);
		const ownTo = Math.floor((bytes.length * 8) / 6);
		const own = whole.slice(ownFrom, ownTo);
		return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
	});
}
