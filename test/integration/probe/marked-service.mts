import { pick, randomFor } from '../../../tools/sandbox/demo/seeded.mts';
import type { Question } from '../../../tools/scripts/probe/client.mts';
import type { ProbeInputs } from '../../../tools/scripts/probe/inputs.mts';
import { KNOWN, PROPERTIES } from '../../../tools/scripts/probe/known.mts';

/** No word of any language, and too long to be drawn by chance. */
const WORD = 'qxzjkqxzj';
const DIGITS = '918273645918';
/** What somebody typed: not written to a recording either, but shown to who typed it. */
const TYPED = 'wvxqzwvxq';
const SERVICE_MARKS = [
	WORD,
	DIGITS,
	Buffer.from(WORD).toString('base64'),
	'cafebabedead4bad',
	'20771123t1011',
	'207711231011',
];

/** Whether a text holds anything that a marked service said, or a secret, whatever stands between its letters. */
export function isMarked(text: string, marks = SERVICE_MARKS): boolean {
	const letters = text.replace(/[^a-z0-9]+/gi, '').toLowerCase();
	return marks.some((mark) => letters.includes(mark.toLowerCase()));
}

/** The same, and what was typed. */
export function isMarkedOrTyped(text: string): boolean {
	return isMarked(text, [...SERVICE_MARKS, TYPED]);
}

const TEXTS: Array<(number: number) => string> = [
	(number) => `${WORD}${number}`,
	(number) => `Ines ${WORD} Moreau ${number}`,
	(number) => `${WORD.toUpperCase()}-${number}`,
	(number) => `dfld_${`${WORD}${number}`.padEnd(25, '0')}`,
	(number) => `team_${`${WORD}${number}`.padEnd(25, '0')}`,
	(number) => `cafebabe-dead-4bad-8bad-${String(number).padStart(12, '0')}`,
	(number) => `https://${WORD}.example/${WORD}/${number}.png?sig=${WORD}&${WORD}=%C3%A9`,
	(number) => `/${WORD}/%ff%zz/${number}?${WORD}`,
	(number) => `2077-11-23T10:11:${(number % 50) + 10}Z`,
	(number) => `2077-11-23 10:11:${(number % 50) + 10}`,
	(number) => `${DIGITS}${number}`,
	(number) => `+${DIGITS} ${number}`,
	() => Buffer.from(WORD).toString('base64'),
	() => `<script>${WORD}</script>\u001b]0;${WORD}\u0007`,
	() => `zone ${WORD}`,
	() => `Bearer ${WORD}.+/=${WORD}`,
	() => `invalid_${WORD}`,
	() => JSON.stringify({ [WORD]: WORD }),
	() => `楼 ${WORD} 🏢\n${WORD}`,
];
const NUMBERS = [Number(DIGITS), -Number(`${DIGITS}123`), Number(`0.${DIGITS}`), Number(`${DIGITS}e9`)];
const TYPES = [...KNOWN.mediaTypes, 'application/json; charset=utf-8', `application/vnd.${WORD}+json`, `text/${WORD}`];
const STATUSES = [201, 302, 400, 401, 403, 403, 404, 404, 410, 422, 429, 500, 503, 599, 999];

/** A service of which every text, number, key and header may be a mark, and what somebody types who probes it. */
export class MarkedService {
	private readonly random: () => number;
	readonly inputs: ProbeInputs;

	constructor(name: string, baseUrl = `https://${TYPED}.example`) {
		this.random = randomFor(name);
		const typed = () => (this.chance(0.2) ? '' : this.text());
		this.inputs = {
			baseUrl,
			authUrl: `${baseUrl}${this.chance(0.5) ? '' : `/${TYPED}`}`,
			applicationId: this.text(),
			applicationSecret: this.text(),
			apiKey: this.text(),
			apiSecret: this.text(),
			scope: pick(this.random, [...KNOWN.scopes, TYPED]),
			partnerCode: typed(),
			clientCode: typed(),
			campusCode: typed(),
			buildingCode: typed(),
			floorCode: typed(),
			planCode: typed(),
		};
	}

	respond({ method, url }: Pick<Question, 'method' | 'url'>) {
		const isFine = this.chance(method === 'POST' ? 0.9 : 0.5);
		const status = isFine ? 200 : pick(this.random, STATUSES);
		return { status, headers: this.headers(), text: this.chance(isFine ? 0.1 : 0.5) ? this.page() : this.body(url) };
	}

	private chance(share: number): boolean {
		return this.random() < share;
	}

	private text(): string {
		return pick(this.random, TEXTS)(Math.floor(this.random() * 1000));
	}

	private headers(): Record<string, string> {
		const inLine = () => this.text().replace(/[^ -~]/g, '');
		return {
			'retry-after': '0',
			...(this.chance(0.9) && { 'content-type': pick(this.random, TYPES) }),
			...(this.chance(0.3) && { 'x-frame-options': pick(this.random, [...KNOWN.framing, inLine()]) }),
			...(this.chance(0.3) && { 'content-security-policy': `frame-ancestors ${inLine()}` }),
			...(this.chance(0.3) && { [pick(this.random, [...KNOWN.rateHeaders, `x-${WORD}`])]: inLine() }),
			...(this.chance(0.2) && { 'www-authenticate': inLine(), 'set-cookie': inLine(), server: inLine() }),
			...(this.chance(0.5) && { date: pick(this.random, [inLine(), new Date().toUTCString()]) }),
		};
	}

	/** What is no JSON, or nests too deep. */
	private page(): string {
		const depth = Math.floor(this.random() * 400);
		return pick(this.random, [
			'',
			this.text(),
			`<html><title>${this.text()}</title>${this.text()} invalid_scope</html>`,
			`{"error":"${WORD}"`,
			`${'['.repeat(depth)}{"${WORD}":"${WORD}"}${']'.repeat(depth)}`,
		]);
	}

	private body(url: string): string {
		const shape = url.endsWith('/token')
			? this.login()
			: url.endsWith('/Features')
				? { features: this.many(() => this.feature()) }
				: /\/(Partners|Clients)$/.test(url)
					? this.many(() => this.place(3))
					: this.place(0);
		return JSON.stringify(this.chance(0.8) ? shape : this.anything(0));
	}

	private many<T>(make: () => T): T[] {
		return Array.from({ length: Math.floor(this.random() * 4) }, make);
	}

	/** The members of a shape, some of them missing or anything else, and some that it has not. */
	private bent(shape: Record<string, unknown>): Record<string, unknown> {
		const kept = Object.entries(shape).flatMap(([name, value]): Array<[string, unknown]> =>
			this.chance(0.8) ? [[name, value]] : this.chance(0.3) ? [] : [[name, this.anything(1)]],
		);
		return Object.fromEntries([...kept, ...(this.chance(0.4) ? [[this.key(), this.anything(1)] as const] : [])]);
	}

	private login(): object {
		const validity = pick<unknown>(this.random, [3600, '900', -1, 0, NUMBERS[0], NUMBERS[2], this.text()]);
		if (this.chance(0.2))
			return this.bent({ error: pick(this.random, KNOWN.oauthErrors), error_description: this.text() });
		return this.bent({ access_token: this.text(), expires_in: validity, token_type: 'Bearer', scope: this.text() });
	}

	private place(level: number): object {
		const tokens = { allAreas: this.text(), allAreasAndChildren: this.text(), expiry: new Date().toISOString() };
		const below = pick(this.random, ['campuses', 'buildings', 'floors']);
		return this.bent({
			code: this.text(),
			name: this.text(),
			viewerTokens: this.bent(tokens),
			planCode: this.text(),
			...(level < 2 && { [below]: this.many(() => this.place(level + 1)) }),
		});
	}

	private feature(): object {
		const point = () => (this.chance(0.8) ? [this.random() * 9, NUMBERS[2]] : this.anything(2));
		return this.bent({
			id: this.text(),
			type: pick(this.random, [...KNOWN.kinds, this.text()]),
			zoneType: pick(this.random, [...KNOWN.zoneTypes, this.text()]),
			geometry: pick<unknown>(this.random, [
				this.many(point),
				this.bent({ type: pick(this.random, KNOWN.geometryTypes), coordinates: [this.many(point), point()] }),
			]),
			position: pick<unknown>(this.random, [{ x: NUMBERS[1], y: 2, [this.key()]: this.text() }, point()]),
			data: this.many(() => this.bent({ key: this.text(), name: this.text(), value: this.anything(2) })),
			photos: this.many(() => this.bent({ imageUrl: this.text() })),
		});
	}

	private key(): string {
		return this.chance(0.5) ? pick(this.random, PROPERTIES) : pick(this.random, [this.text(), '__proto__', '']);
	}

	private anything(depth: number): unknown {
		const kind = Math.floor(this.random() * (depth < 5 ? 7 : 4));
		if (kind <= 1) return this.text();
		if (kind === 2) return pick(this.random, NUMBERS);
		if (kind === 3) return pick(this.random, [null, true, false, '', 0]);
		if (kind === 4) return this.many(() => this.anything(depth + 1));
		return Object.fromEntries(this.many(() => [this.key(), this.anything(depth + 1)] as const));
	}
}
