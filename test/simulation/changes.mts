import type { Feature } from '../../service/plan';
import type { Identity } from '../../tools/sandbox/identity.mts';

/** The first field is registered on every plan; the second one has no value in most features. */
export const DATA_KEY = `dfld_${'k'.repeat(25)}`;
export const OTHER_KEY = `dfld_${'o'.repeat(25)}`;

/** What services were seen, or must be expected, to change in the features that they store. */
export interface Change {
	/** As `docs/errors.md` words it. */
	words: string;
	/** What a feature is afterwards beside the one that was sent: equal to it, or near to it. */
	leaves: 'equal' | 'near';
	/**
	 * @param count a number that no other feature of the service has
	 * @param identity what the service calls the one that it makes; `id` unless given
	 */
	change: (feature: Feature, count: number, identity?: Identity) => Feature;
}

export type ChangeName = keyof typeof changes;

export const changes = {
	trim: near('cuts spaces at the ends of texts', (feature) => withTexts(feature, (text) => text.trim())),
	blanks: near('makes one space of several, and of a no-break space', (feature) =>
		withTexts(feature, (text) => text.replace(/[ \u00a0]+/g, ' ')),
	),
	nfc: near('composes letters and accents (NFC)', (feature) => withTexts(feature, (text) => text.normalize('NFC'))),
	case: near('writes texts in capitals', (feature) => withTexts(feature, (text) => text.toUpperCase())),
	dashes: near('writes each dash as a hyphen', (feature) =>
		withTexts(feature, (text) => text.replace(/[\u2010-\u2015\u2212]/g, '-')),
	),
	zeroWidth: near('drops zero-width characters', (feature) =>
		withTexts(feature, (text) => text.replace(/[\u200b-\u200d\ufeff]/g, '')),
	),
	float32: equal('rounds coordinates in meters to float32', (feature) => withNumbers(feature, Math.fround)),
	digits: equal('rounds numbers to nine digits', (feature) =>
		withNumbers(feature, (number) => Number(number.toPrecision(9))),
	),
	newId: equal('replaces the id', (feature, count, identity) => ({
		...feature,
		...identityOf(`own-${count}`, identity),
	})),
	decimals: equal('rounds coordinates to seven decimals', (feature) =>
		withNumbers(feature, (number) => Number(number.toFixed(7))),
	),
	rings: equal('closes open rings', (feature) => withRings(feature, closed)),
	nullsOut: equal('omits properties that are null', (feature) =>
		Object.fromEntries(Object.entries(feature).filter(([, value]) => value !== null)),
	),
	emptyToNull: equal('writes null for an empty text', (feature) => withMembers(feature, '', null)),
	nullToEmpty: equal('writes an empty text for null', (feature) => withMembers(feature, null, '')),
	emptyDataOut: equal('drops data entries without a value', (feature) =>
		withData(feature, (entries) => entries.filter(({ value }) => !isEmpty(value))),
	),
	dataFilled: equal('adds data fields without a value', (feature) =>
		withData(feature, (entries) => [
			...entries,
			...[DATA_KEY, OTHER_KEY]
				.filter((key) => !entries.some((entry) => entry.key === key))
				.map((key) => ({ key, name: `Field ${key[5]}`, value: null })),
		]),
	),
	dataOrder: equal('reorders data', (feature) => withData(feature, (entries) => entries.toReversed())),
	dataNames: equal('renames data fields to their registered names', (feature) =>
		withData(feature, (entries) => entries.map((entry) => ({ ...entry, name: `Registered ${String(entry.key)}` }))),
	),
	memberOrder: equal(
		'reorders properties',
		(feature) => Object.fromEntries(Object.entries(feature).toReversed()) as Feature,
	),
	memberAdded: equal('adds properties, such as an id and dates', (feature, count, identity) => ({
		...identityOf(`added-${count}`, identity),
		...feature,
		createdAt: '2026-01-05T09:00:00Z',
	})),
} satisfies Record<string, Change>;

export const changeNames = Object.keys(changes) as ChangeName[];

/** Degrees that are rounded so are reported as different: the steps are wider than the measure of such a plan. */
export const inMetresOnly: readonly ChangeName[] = ['float32', 'digits'];

/** A feature in which each change finds something to change. Its name alone is certain to be no other's. */
export function richFeature(name: string): Feature {
	return {
		type: 'zone',
		zoneType: 'common',
		name: `  Cafe\u0301 \u2013  Nord\u200b ${name} `,
		id: `given-${name}`,
		note: null,
		remark: '',
		area: 12.34375,
		geometry: { type: 'Polygon', coordinates: [openRing(placeOf(name))] },
		data: [
			{ key: OTHER_KEY, name: 'Other', value: null },
			{ key: DATA_KEY, name: 'Label', value: ` R\u00a0${name} \u2013 e\u0301\u200b ` },
		],
	};
}

function equal(words: string, change: Change['change']): Change {
	return { words, leaves: 'equal', change };
}

/** What a service makes to know a feature by. */
export function identityOf(value: string | number, identity: Identity = 'id'): Feature {
	return identity === 'none' ? {} : { [identity]: value };
}

function near(words: string, change: Change['change']): Change {
	return { words, leaves: 'near', change };
}

type Entry = Record<string, unknown>;

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

function withData(feature: Feature, change: (entries: Entry[]) => Entry[]): Feature {
	const entries = Array.isArray(feature.data) ? (feature.data as Entry[]) : [];
	return { ...feature, data: change(entries) };
}

function withMembers(feature: Feature, from: unknown, to: unknown): Feature {
	return Object.fromEntries(
		Object.entries(feature).map(([name, value]) => [name, value === from && name !== 'position' ? to : value]),
	);
}

const NO_TEXTS = new Set(['type', 'zoneType', 'id', 'key', 'iconType', 'createdAt']);

/** The texts of a feature but for those that are words of the specification, or codes. */
function withTexts(feature: Feature, change: (text: string) => string): Feature {
	return walked(feature, (value, name) => (typeof value === 'string' && !NO_TEXTS.has(name) ? change(value) : value));
}

function withNumbers(feature: Feature, change: (number: number) => number): Feature {
	return walked(feature, (value) => (typeof value === 'number' ? change(value) : value));
}

function walked(feature: Feature, change: (value: unknown, name: string) => unknown): Feature {
	const walk = (value: unknown, name: string): unknown => {
		if (Array.isArray(value)) return value.map((one) => walk(one, name));
		if (typeof value !== 'object' || value === null) return change(value, name);
		return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one, key)]));
	};
	return walk(feature, '') as Feature;
}

function withRings(feature: Feature, change: (ring: unknown[]) => unknown[]): Feature {
	const { geometry } = feature as { geometry?: { coordinates?: unknown[][] } };
	if (geometry?.coordinates === undefined) return feature;
	return { ...feature, geometry: { ...geometry, coordinates: geometry.coordinates.map(change) } };
}

function closed(ring: unknown[]): unknown[] {
	return JSON.stringify(ring[0]) === JSON.stringify(ring.at(-1)) ? ring : [...ring, ring[0]];
}

/** Where a feature lies: features of different names lie in different places. */
export function placeOf(name: string): number {
	const place = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 0);
	// Near the origin, where float32 moves nothing by more than a plan's measure.
	return place / 16;
}

function openRing(x: number): number[][] {
	return [
		[x + 0.1, 0.123456789012],
		[x + 4, 0],
		[x + 4, 3.2500000001],
	];
}
