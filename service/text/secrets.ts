import { readingsOf } from './escapes';

/** So many letters and digits of a secret in a row are too many to show. A shorter secret counts as a whole. */
const RUN = 8;
/** A shorter text is no secret that could be told from a word. */
const SHORTEST_SECRET = 4;
/** So many tokens are known at least, the newest: services forget those that expired long ago. */
const MOST_TOKENS = 20;

const MOST_CLEAN = 1000;
const LONGEST_CLEAN = 1000;

export const HIDDEN = '[hidden: it repeats a secret]';

/**
 * Every text that must never leave: secrets, keys, and the tokens, old and new. Whatever the service says goes through
 * `hide` before it is cut or shown. Texts are compared by their skeletons, so that neither a dash, a tag or a blank
 * between its letters nor another case makes a secret unknown.
 */
export class Secrets {
	private readonly tokens = new Set<string>();
	/** Those that the stretches do not hold yet: a run that never fails indexes nothing. */
	private waiting: readonly string[];
	/** Every stretch of a skeleton that gives its secret away, by its length. */
	private readonly stretches = new Map<number, Set<string>>();
	/** Texts that repeat none of these, because a thousand items that fail are told in the same words. */
	private readonly clean = new Set<string>();
	/** Secrets of signs. */
	private readonly signs: string[] = [];

	constructor(private readonly secrets: readonly string[]) {
		this.waiting = secrets;
	}

	/** A token, which is new now and then: each is indexed once, and the oldest are forgotten. */
	add(token: string): void {
		if (this.tokens.has(token)) return;
		this.tokens.add(token);
		this.waiting = [...this.waiting, token];
		if (this.tokens.size <= 2 * MOST_TOKENS) return;
		for (const oldest of [...this.tokens].slice(0, MOST_TOKENS)) this.tokens.delete(oldest);
		this.stretches.clear();
		this.waiting = [...this.secrets, ...this.tokens];
	}

	/** The text, or, where it repeats a secret in any writing, that it is hidden. Linear in the text. */
	hide(text: string): string {
		if (this.waiting.length > 0 || this.clean.size > MOST_CLEAN) this.clean.clear();
		for (const secret of this.waiting) if (secret.length >= SHORTEST_SECRET) this.index(secret);
		this.waiting = [];
		if (this.clean.has(text)) return text;
		if (this.stretches.size === 0 && this.signs.length === 0) return text;
		const readings = readingsOf(text, Math.min(RUN, ...this.stretches.keys()));
		if (readings === undefined || this.signs.some((sign) => readings.some((one) => one.includes(sign)))) return HIDDEN;
		const skeletons = new Set(readings.flatMap((one) => [skeletonOf(one), skeletonOf(one.replace(/<[^<>]*>/g, ''))]));
		if ([...skeletons].some((skeleton) => this.isRepeatedIn(skeleton))) return HIDDEN;
		// A copy: a part that was cut out of an answer would keep the whole of it in memory.
		if (text.length <= LONGEST_CLEAN) this.clean.add(copyOf(text));
		return text;
	}

	private isRepeatedIn(skeleton: string): boolean {
		for (const [length, stretches] of this.stretches) {
			for (let at = 0; at + length <= skeleton.length; at++) {
				if (stretches.has(skeleton.slice(at, at + length))) return true;
			}
		}
		return false;
	}

	private index(secret: string): void {
		const skeleton = skeletonOf(secret);
		if (skeleton.length < SHORTEST_SECRET) {
			this.signs.push(secret);
			return;
		}
		const length = Math.min(RUN, skeleton.length);
		const stretches = this.stretches.get(length) ?? new Set();
		this.stretches.set(length, stretches);
		for (let at = 0; at + length <= skeleton.length; at++) stretches.add(skeleton.slice(at, at + length));
	}
}

function copyOf(text: string): string {
	return Buffer.from(text, 'utf16le').toString('utf16le');
}

/** Letters and digits, in one case and one width. */
function skeletonOf(text: string): string {
	if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase().replace(/[^a-z\d]+/g, '');
	return text
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '');
}
