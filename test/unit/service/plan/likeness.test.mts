import fc from 'fast-check';
import { assignOnPlan, contentText, findLike, foldText, isFit, nearForm } from '../../../../service/plan';
import type { Feature } from '../../../../service/plan';
import { seed } from '../../../support/seed.mts';

const KEY = `dfld_${'k'.repeat(25)}`;

const sent: Feature = {
	type: 'zone',
	name: '  Cafe\u0301 \u2013  Nord\u200b ',
	id: 'given',
	note: null,
	area: 12.345678912345,
	geometry: {
		type: 'Polygon',
		coordinates: [
			[
				[0.1, 0.123456789012],
				[4, 0],
				[4, 3.2500000001],
			],
		],
	},
	data: [{ key: KEY, name: 'Label', value: ' R\u00a01 \u2013 e\u0301 ' }],
};

const withName = (name: string): Feature => ({ ...sent, name });
const ring = [
	[0.1, 0.123456789012],
	[4, 0],
	[4, 3.2500000001],
	[0.1, 0.123456789012],
];

describe('a feature that the service changed is near to what was sent', () => {
	it.each<[string, Feature]>([
		['trims texts', withName(String(sent.name).trim())],
		['makes one blank of several', withName('  Cafe\u0301 \u2013 Nord\u200b ')],
		['composes letters and accents', withName(String(sent.name).normalize('NFC'))],
		['writes capitals', withName(String(sent.name).toUpperCase())],
		['writes a dash as a hyphen', withName('  Cafe\u0301 -  Nord\u200b ')],
		['drops zero-width characters', withName('  Cafe\u0301 \u2013  Nord ')],
		['rounds numbers to float32', { ...sent, area: Math.fround(12.345678912345) }],
		['gives an id of its own', { ...sent, id: 'own-1' }],
		['closes rings', { ...sent, geometry: { type: 'Polygon', coordinates: [ring] } }],
		['changes a data value', { ...sent, data: [{ key: KEY, value: 'R 1 - \u00e9' }] }],
	])('where it %s', (_what, there) => {
		expect(isFit(sent, there)).toBe(false);
		expect(isFit(nearForm(sent), nearForm(there))).toBe(true);
		expect(findLike([sent], [{ type: 'room' }, there])).toEqual([{ place: 1, likeness: 'near' }]);
	});

	it.each<[string, Feature]>([
		['another name', withName('Cafe South')],
		['another number', { ...sent, area: 12.4 }],
		['another kind', { ...sent, type: 'room' }],
	])('but not with %s', (_what, there) => {
		expect(findLike([sent], [there])).toEqual([undefined]);
	});
});

const at = (x: number) => ({ type: 'leaderLineIcon', position: { x, y: 0 } });

it('a number with nine digits kept is near, though float32 makes another of it', () => {
	const [sent, kept] = [1.0001040104, 1.00010401];
	expect(Math.fround(sent)).not.toBe(Math.fround(kept));
	expect(findLike([at(sent)], [at(kept)])).toEqual([{ place: 0, likeness: 'near' }]);
});

it('neighbours among the numbers of float32 are not near', () => {
	expect(findLike([at(1)], [at(1 + 2 ** -23)])).toEqual([undefined]);
});

it('letters of another form are near to the plain ones', () => {
	const wide = { type: 'zone', name: '\ufb01re exit \uff13' };

	expect(findLike([{ type: 'zone', name: 'fire exit 3' }], [wide])).toEqual([{ place: 0, likeness: 'near' }]);
});

describe('what is found on a plan', () => {
	it('needs no second look where all is equal, and has none where nothing is left', () => {
		const one = { type: 'zone', name: 'one' };

		expect(findLike([one], [one])).toEqual([{ place: 0, likeness: 'equal' }]);
		expect(findLike([one, { type: 'zone', name: 'two' }], [one])).toEqual([{ place: 0, likeness: 'equal' }, undefined]);
	});

	it('is what is equal first, and what is near of the rest', () => {
		const [one, near] = [
			{ type: 'zone', name: 'A' },
			{ type: 'zone', name: 'a ' },
		];

		expect(findLike([one, one, one], [near, one])).toEqual([
			{ place: 1, likeness: 'equal' },
			{ place: 0, likeness: 'near' },
			undefined,
		]);
	});

	it.each(['id', 'name'])('by %s may be near in the value that features are matched by', (path) => {
		expect(findLike([{ [path]: 'A1' }], [{ [path]: ' a1' }], { by: 'member', path })).toEqual([
			{ place: 0, likeness: 'near' },
		]);
		expect(assignOnPlan([{ [path]: 'A1' }], [{ [path]: 'a2' }], { by: 'member', path }, 'near')).toEqual([undefined]);
	});
});

it.each(['Stra\u00dfe', 'STRASSE', ' strasse'])('texts that are near have one fold: %s', (text) => {
	expect(foldText(text)).toBe('strasse');
});

it('a text of plain letters has the fold that it has beside a sign that nobody sees', () => {
	const plain = fc.string({ unit: 'grapheme-ascii' });
	fc.assert(
		fc.property(plain, (text) => foldText(text) === foldText(`${text}\u200b`)),
		{ seed, numRuns: 2000 },
	);
});

it('a text of 100 MB has a fold, too', () => {
	expect(foldText('Y'.repeat(100 * 1024 * 1024))).toHaveLength(100 * 1024 * 1024);
});

it('a feature has one content however the service writes what is absent, null or empty', () => {
	const one = {
		type: 'zone',
		note: null,
		data: [
			{ key: 'b', name: 'B', value: 1 },
			{ key: 'a', value: '' },
		],
		photos: [1],
	};
	const other = { data: [{ key: 'b', value: 1 }], type: 'zone', remark: '' };

	expect(contentText(one)).toBe(contentText(other));
	expect(contentText({ ...one, note: 'x' })).not.toBe(contentText(one));
});
