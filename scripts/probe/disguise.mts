import { createHmac, randomBytes } from 'node:crypto';

const CODE = /^([a-z]+)_[a-z0-9]{25}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DATE = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)?$/;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Members whose values are structure: what a feature or zone is, and until when a viewer token lasts. */
const STRUCTURE = ['type', 'zoneType', 'expiry', 'token_type', 'expires_in', 'error'];

/**
 * Replaces every secret, code, name and value of answers, each by the same thing wherever it stands, so that structure
 * and references are kept. What was replaced cannot be found out: the key is drawn anew and thrown away.
 */
export class Disguise {
	private readonly key = randomBytes(32);
	private readonly texts = new Map<string, string>();
	private readonly scale: { by: number; x: number; y: number };

	/** @param known what certain codes become, such as the floor that was asked for */
	constructor(private readonly known: ReadonlyMap<string, string>) {
		const [by, x, y] = this.digest('scale');
		this.scale = { by: 0.5 + by / 256, x: x * 3, y: y * 3 };
	}

	/** Of a JSON value, with the same members, types, empty texts and nulls. @param member the one that holds it */
	value(value: unknown, member = ''): unknown {
		const isStructure = STRUCTURE.includes(member) && /^[\w :.+-]{0,60}$/.test(String(value));
		if (typeof value === 'string') return isStructure ? value : this.text(value, member);
		if (typeof value === 'number') return isStructure ? value : this.number(value);
		if (member === 'geometry' || member === 'position') return this.place(value, 0, member);
		if (Array.isArray(value)) return value.map((entry) => this.value(entry, member));
		if (typeof value !== 'object' || value === null) return value;
		const entries = Object.entries(value).map(([name, entry]) => [this.memberName(name), this.value(entry, name)]);
		return Object.fromEntries(entries);
	}

	/** Codes in a path. */
	path(path: string): string {
		return path
			.split('/')
			.map((part) => encodeURIComponent(this.codeIn(decodeURIComponent(part)) ?? decodeURIComponent(part)))
			.join('/');
	}

	text(text: string, member = ''): string {
		if (text === '') return '';
		const code = this.codeIn(text);
		if (code !== undefined) return code;
		if (/token/i.test(member) || /^all[A-Z]/.test(member)) return this.opaque(text);
		if (UUID.test(text))
			return text.replace(/[0-9a-f]/gi, (_, at: number) => '0123456789abcdef'[this.digest(text)[at % 32] % 16]);
		if (DATE.test(text)) return text.replace(/^\d{4}-\d\d-\d\d/, '2020-01-01').replace(/T\d\d:\d\d:\d\d/, 'T00:00:00');
		if (/^https?:|^\//.test(text) && URL.canParse(text, 'http://local')) return this.address(text);
		if (/^-?\d+([.,]\d+)?$/.test(text))
			return text.replace(/\d/g, (_, at: number) => String(this.digest(text)[at % 32] % 10));
		const name = this.texts.get(text) ?? `Text ${this.texts.size + 1}`;
		this.texts.set(text, name);
		return name;
	}

	/** A code becomes another of the same prefix; undefined for what is no code. */
	private codeIn(text: string): string | undefined {
		const known = this.known.get(text);
		if (known !== undefined) return known;
		const [, prefix] = CODE.exec(text) ?? [];
		if (prefix === undefined) return undefined;
		return `${prefix}_${[...this.digest(text).subarray(0, 25)].map((byte) => ALPHABET[byte % 36]).join('')}`;
	}

	private memberName(name: string): string {
		return this.codeIn(name) ?? name;
	}

	/** Letters for letters, digits for digits; signs stay, because URLs have to escape them. */
	private opaque(text: string): string {
		const stream = Array.from({ length: Math.ceil(text.length / 32) }, (_, block) =>
			this.digest(`${block} ${text}`),
		).flatMap((block) => [...block]);
		return [...text].map((sign, at) => (/[A-Za-z0-9]/.test(sign) ? ALPHABET[stream[at] % 36] : sign)).join('');
	}

	/** The names of the query's parameters are kept. */
	private address(text: string): string {
		const { searchParams } = new URL(text, 'http://local');
		const query = [...searchParams].map(([name, value]) => `${name}=${encodeURIComponent(this.opaque(value))}`);
		const digits = this.digest(text.split('?')[0]).subarray(0, 6).toString('hex');
		return `https://photos.invalid/${digits}${query.length === 0 ? '' : `?${query.join('&')}`}`;
	}

	/** Coordinates are moved and scaled together, so that outlines stay outlines. */
	private place(value: unknown, at: number, member: string): unknown {
		if (typeof value === 'number') {
			const moved =
				value * this.scale.by + (member === 'y' || (member !== 'x' && at === 1) ? this.scale.y : this.scale.x);
			return Math.round(moved * 1000) / 1000;
		}
		if (Array.isArray(value)) return value.map((entry, index) => this.place(entry, index, ''));
		if (typeof value === 'string') return member === 'type' ? value : this.text(value, member);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, this.place(entry, at, name)]));
	}

	private number(value: number): number {
		if (value === 0) return 0;
		const text = String(value).replace(/[1-9]/g, (_, at: number) =>
			String(1 + (this.digest(String(value))[at % 32] % 9)),
		);
		return Number.isFinite(Number(text)) ? Number(text) : 1;
	}

	private digest(text: string): Buffer {
		return createHmac('sha256', this.key).update(text).digest();
	}
}
