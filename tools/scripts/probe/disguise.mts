import { createHmac, randomBytes } from 'node:crypto';
import { KNOWN, PROPERTIES, codePrefix, mediaTypeOf } from './known.mts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DATE = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)?$/;
const NUMBER = /^-?\d+([.,]\d+)?$/;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Members whose texts are kept where they stand on the list of their place. */
const KEPT_TEXTS = new Map<string, readonly string[]>([
	['type', [...KNOWN.kinds, ...KNOWN.geometryTypes]],
	['zoneType', KNOWN.zoneTypes],
	['token_type', KNOWN.tokenTypes],
	['scope', KNOWN.scopes],
	['error', KNOWN.oauthErrors],
]);

/**
 * Of responses only known words are kept, each at its own place: every other text, number, key, path and query is
 * replaced, the same thing by the same thing, so that structure and references are kept. What was replaced can't be
 * found out: the key is drawn anew and thrown away.
 */
export class Disguise {
	private readonly key = randomBytes(32);
	private readonly names = new Map<string, string>();
	private readonly scale: { by: number; x: number; y: number };

	/** @param known what certain codes become, such as the floor that was requested */
	constructor(private readonly known: ReadonlyMap<string, string>) {
		const [by, x, y] = this.digest('scale');
		this.scale = { by: 0.3 + by / 512, x: 1 + x * 3, y: 1 + y * 3 };
	}

	/** Of a JSON value, with the same types, empty texts, nulls and zeros. @param member the one that holds it */
	value(value: unknown, member = ''): unknown {
		if (typeof value === 'string') return this.text(value, member);
		if (typeof value === 'number') return this.number(value);
		if (member === 'geometry' || member === 'position') return this.place(value, 0, member);
		if (Array.isArray(value)) return value.map((entry) => this.value(entry, member));
		if (typeof value !== 'object' || value === null) return value;
		return this.object(value, (entry, name) => this.value(entry, name));
	}

	/** Below the base URL. */
	path(path: string): string {
		const part = (text: string) => {
			if (text === '' || KNOWN.segments.includes(text)) return text;
			const code = decoded(text);
			return encodeURIComponent(this.codeIn(code) ?? this.name(code));
		};
		return path.split('/').map(part).join('/');
	}

	query(query: Record<string, string>): Record<string, string> {
		const entries = Object.entries(query).map(([name, value]) => [
			KNOWN.queries.includes(name) ? name : this.name(name),
			this.text(value, name),
		]);
		return Object.fromEntries(entries) as Record<string, string>;
	}

	/** Headers whose values say how a response is to be read; of all others nothing is kept. */
	headers(headers: Record<string, string>): Record<string, string> {
		const { 'content-type': type, 'x-frame-options': framing = '' } = headers;
		const isKept = KNOWN.framing.includes(framing.toUpperCase());
		return {
			...(type === undefined ? {} : { 'content-type': mediaTypeOf(type).replace('another type', 'text/plain') }),
			...(isKept ? { 'x-frame-options': framing.toUpperCase() } : {}),
		};
	}

	text(text: string, member = ''): string {
		if (text === '' || KEPT_TEXTS.get(member)?.includes(text)) return text;
		const code = this.codeIn(text);
		if (code !== undefined) return code;
		if (/token/i.test(member) || /^all[A-Z]/.test(member)) return this.opaque(text);
		const digest = this.digest(text);
		if (UUID.test(text)) return text.replace(/[0-9a-f]/gi, (_, at: number) => (digest[at % 32] % 16).toString(16));
		if (DATE.test(text)) return `2020-01-01T00:00:00${text.endsWith('Z') ? 'Z' : ''}`;
		if (/^https?:|^\//.test(text) && URL.canParse(text, 'http://local')) return this.address(text);
		if (NUMBER.test(text)) return text.replace(/\d/g, (_, at: number) => String(digest[at % 32] % 10));
		return this.name(text);
	}

	/** A code becomes another of the same form; undefined for what is no code. */
	private codeIn(text: string): string | undefined {
		const known = this.known.get(text);
		if (known !== undefined) return known;
		const prefix = codePrefix(text);
		if (prefix === undefined) return undefined;
		return `${prefix}_${[...this.digest(text).subarray(0, 25)].map((byte) => ALPHABET[byte % 36]).join('')}`;
	}

	private name(text: string): string {
		const name = this.names.get(text) ?? `Text ${this.names.size + 1}`;
		this.names.set(text, name);
		return name;
	}

	private object(value: object, inner: (entry: unknown, name: string) => unknown): Record<string, unknown> {
		const keyOf = (name: string) => (PROPERTIES.includes(name) ? name : (this.codeIn(name) ?? this.name(name)));
		return Object.fromEntries(Object.entries(value).map(([name, entry]) => [keyOf(name), inner(entry, name)]));
	}

	/** As long as it was; signs stay, because URLs have to escape them. */
	private opaque(text: string): string {
		const stream = Array.from({ length: Math.ceil(text.length / 32) }, (_, block) =>
			this.digest(`${block} ${text}`),
		).flatMap((block) => [...block]);
		return [...text]
			.map((sign, at) => (/[+/=._-]/.test(sign) ? sign : ALPHABET[stream[at % stream.length] % 36]))
			.join('');
	}

	private address(text: string): string {
		const { searchParams } = new URL(text, 'http://local');
		const query = [...searchParams].map(
			([name, value], at) => `${this.opaque(name)}${at}=${encodeURIComponent(this.opaque(value))}`,
		);
		const digits = this.digest(text.split('?')[0]).subarray(0, 6).toString('hex');
		return `https://photos.invalid/${digits}${query.length === 0 ? '' : `?${query.join('&')}`}`;
	}

	/** Coordinates are moved and scaled together, unrounded: a floor is 0.001 degrees wide, and stays one. */
	private place(value: unknown, at: number, member: string): unknown {
		if (typeof value === 'number') {
			const isSecond = member === 'y' || (member !== 'x' && at === 1);
			return value * this.scale.by + (isSecond ? this.scale.y : this.scale.x);
		}
		if (Array.isArray(value)) return value.map((entry, index) => this.place(entry, index, ''));
		if (typeof value === 'string') return this.text(value, member);
		if (typeof value !== 'object' || value === null) return value;
		return this.object(value, (entry, name) => this.place(entry, at, name));
	}

	private number(value: number): number {
		if (value === 0) return 0;
		const digest = this.digest(String(value));
		const text = String(value).replace(/[1-9]/g, (_, at: number) => String(1 + (digest[at % 32] % 9)));
		return Number.isFinite(Number(text)) ? Number(text) : 1;
	}

	private digest(text: string): Buffer {
		return createHmac('sha256', this.key).update(text).digest();
	}
}

/** Without its escapes, unless one of them stands for no character. */
function decoded(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
