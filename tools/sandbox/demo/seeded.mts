import { createHash } from 'node:crypto';

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/** A code as the service makes them, a prefix and 25 of a-z, 0-9; always the same for the same name. */
export function codeFor(prefix: string, name: string): string {
	const digest = createHash('sha256').update(`${prefix}/${name}`).digest();
	const letters = Array.from(digest.subarray(0, 25), (byte) => ALPHABET[byte % ALPHABET.length]);
	return `${prefix}_${letters.join('')}`;
}

/** Numbers from 0 up to 1, always the same for the same name. */
export function randomFor(name: string): () => number {
	let state = createHash('sha256').update(name).digest().readUInt32LE(0);
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

export function pick<T>(random: () => number, choices: readonly T[]): T {
	return choices[Math.floor(random() * choices.length)];
}
