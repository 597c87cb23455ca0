import fc from 'fast-check';
import {
	DIGEST_LENGTH,
	decodeDigests,
	digest,
	encodeDigests,
	featureDigest,
	withoutSignatures,
} from '../../../../service/plan';
import type { Feature, MatchBy } from '../../../../service/plan';
import { collidingFeature } from '../../../support/generators/features.mts';
import { withPropertiesReversed } from '../../../support/generators/json.mts';

const byContent: MatchBy = { by: 'feature' };
const contentOf = (feature: Feature) => featureDigest(withoutSignatures(feature), byContent).content;
const identityOf = (feature: Feature, identity: MatchBy) => featureDigest(feature, identity).identity;

describe('what is stored of a feature', () => {
	it('is a short digest, never the feature', () => {
		expect(digest('x')).toBe('LXEWQrcmsEQBYnyp');
		expect(digest('x')).toHaveLength(DIGEST_LENGTH);
		expect(contentOf({ type: 'zone', secret: 'word' })).toMatch(/^[\w+/]{16}$/);
	});

	it('does not change with the order of members and data entries', () => {
		fc.assert(
			fc.property(collidingFeature, (feature) => {
				const data = Array.isArray(feature.data) ? { data: [...feature.data].reverse() } : {};
				const other = withPropertiesReversed({ ...feature, ...data }) as Feature;
				expect(contentOf({ ...other, photos: feature.photos })).toBe(contentOf(feature));
			}),
		);
	});

	const feature = {
		type: 'zone',
		photos: [{ imageUrl: 'https://one/a.png?1', title: 'A' }],
		data: [
			{ key: 'a', name: 'A', value: '1' },
			{ key: 'b', name: 'B', value: '2' },
		],
	};

	it.each<[string, Feature]>([
		[
			'the authentication parameters of photos',
			{ ...feature, photos: [{ imageUrl: 'https://one/a.png?2', title: 'A' }] },
		],
		[
			'data fields without a value',
			{ ...feature, data: [{ key: 'c', value: '' }, ...feature.data, { key: 'd' }, { key: 'e', value: null }] },
		],
		['members that are undefined, null or empty', { ...feature, label: undefined, position: null, notes: [], x: {} }],
		['the name of a data field', { ...feature, data: [{ ...feature.data[0], name: 'Z' }, feature.data[1]] }],
	])('does not change with %s', (_what, other) => {
		expect(contentOf(other)).toBe(contentOf(feature));
	});

	it('does not depend on whether data that is empty is there', () => {
		expect(contentOf({ type: 'x', data: [] })).toBe(contentOf({ type: 'x' }));
		expect(contentOf({ type: 'x', data: null })).toBe(contentOf({ type: 'x' }));
	});

	it.each<[string, Feature]>([
		['a value', { ...feature, data: [feature.data[0], { key: 'b', name: 'B', value: '3' }] }],
		['a data field more', { ...feature, data: [...feature.data, { key: 'c', value: '0' }] }],
		['a data field less', { ...feature, data: [feature.data[0]] }],
		['an entry that is no object', { ...feature, data: [...feature.data, 'x'] }],
		['data that is no array', { ...feature, data: { a: 1 } }],
		['a photo more', { ...feature, photos: [...feature.photos, { title: 'C' }] }],
		['an entry that has no code', { ...feature, data: [...feature.data, { value: 'x' }] }],
		['a second value of a code', { ...feature, data: [...feature.data, { key: 'a', name: 'A', value: '2' }] }],
		['a photo that is no object', { ...feature, photos: ['https://one'] }],
		['the title of a photo', { ...feature, photos: [{ imageUrl: 'https://one/a.png?1', title: 'B' }] }],
		['another kind', { ...feature, type: 'room' }],
		['a further member', { ...feature, position: { x: 0 } }],
	])('changes with %s', (_what, other) => {
		expect(contentOf(other)).not.toBe(contentOf(feature));
	});
});

describe('the identity of a feature', () => {
	const feature = {
		id: 7,
		properties: { id: 'x' },
		data: [
			{ key: 'k', value: 'one' },
			{ key: 'l', value: '' },
		],
	};

	it.each<MatchBy>([
		{ by: 'dataField', key: 'k' },
		{ by: 'property', path: 'id' },
		{ by: 'property', path: 'properties.id' },
	])('by %j stays when the rest changes, and changes with it', (identity) => {
		const one = identityOf(feature, identity);
		expect(one).toMatch(/^[\w+/]{16}$/);
		expect(identityOf({ ...feature, label: 'new' }, identity)).toBe(one);
		const other = { id: 8, properties: { id: 'y' }, data: [{ key: 'k', value: 'two' }] };
		expect(identityOf(other, identity)).not.toBe(one);
	});

	it.each<[MatchBy, Feature]>([
		[
			{ by: 'dataField', key: 'k' },
			{ ...feature, data: [{ key: 'k', value: 'two' }] },
		],
		[
			{ by: 'property', path: 'id' },
			{ ...feature, id: 8 },
		],
	])('by %j is no part of what else counts of it', (identity, other) => {
		const [one, two] = [feature, other].map((each) => featureDigest(each, identity));
		expect([two.content, two.identity === one.identity]).toEqual([one.content, false]);
	});

	it.each<[MatchBy, Feature, string]>([
		[{ by: 'dataField', key: 'k' }, { ...feature, data: [{ key: 'k', value: 'two' }] }, 'k'],
		[{ by: 'property', path: 'id' }, { ...feature, id: 8 }, 'id'],
	])('by %j counts with the rest where its field is watched', (identity, other, field) => {
		const [one, two] = [feature, other].map((each) => featureDigest(each, identity, [field]).content);
		expect(two).not.toBe(one);
	});

	it.each<MatchBy>([
		{ by: 'dataField', key: 'm' },
		{ by: 'property', path: 'name' },
	])('by %j that is none leaves the whole to count, whatever is watched', (identity) => {
		expect(featureDigest(feature, identity, ['k'])).toEqual(featureDigest(feature, byContent));
	});

	it.each<[MatchBy, Feature]>([
		[
			{ by: 'dataField', key: 'k' },
			{ type: 'zone', data: [{ key: 'k', value: ' ' }] },
		],
		[
			{ by: 'property', path: 'id' },
			{ type: 'zone', id: ' ' },
		],
	])('by %j is no blank text, which counts with the rest instead', (identity, blank) => {
		expect(featureDigest(blank, identity)).toEqual(featureDigest(blank, byContent));
		expect(featureDigest(blank, identity)).not.toEqual(featureDigest({ type: 'zone' }, identity));
	});

	it.each<[MatchBy, Feature]>([
		[byContent, feature],
		[{ by: 'dataField', key: 'm' }, feature],
		[{ by: 'dataField', key: 'l' }, feature],
		[{ by: 'dataField', key: 'k' }, { data: { k: 'one' } }],
		[{ by: 'property', path: 'name' }, feature],
		[{ by: 'property', path: 'id.x' }, feature],
		[{ by: 'property', path: 'properties.id.x' }, feature],
		[{ by: 'property', path: 'id' }, { id: null }],
		[{ by: 'property', path: 'constructor' }, feature],
		[{ by: 'property', path: 'properties.__proto__' }, feature],
	])('by %j is none in %j', (identity, one) => {
		expect(identityOf(one, identity)).toBe('');
	});

	it.each([7, '7', ' 7 ', '7\n'])('is text without the blanks around it: %j is 7', (id) => {
		expect(identityOf({ id }, { by: 'property', path: 'id' })).toBe(
			identityOf({ id: 7 }, { by: 'property', path: 'id' }),
		);
	});

	it.each(['', '  ', null, undefined])('is none where there is %j only', (id) => {
		expect(identityOf({ id }, { by: 'property', path: 'id' })).toBe('');
		expect(identityOf({ data: [{ key: 'k', value: id }] }, { by: 'dataField', key: 'k' })).toBe('');
	});

	it('may be a property whose name has a dot', () => {
		expect(identityOf({ 'room.no': 7, room: { no: 8 } }, { by: 'property', path: 'room.no' })).toBe(
			identityOf({ id: 7 }, { by: 'property', path: 'id' }),
		);
	});
});

describe('encoded digests', () => {
	it('have one length for each feature, with an identity or without', () => {
		const digests = [{ id: 7 }, { label: 'A' }].map((one) => featureDigest(one, { by: 'property', path: 'id' }));
		expect(digests.map(({ identity }) => identity === '')).toEqual([false, true]);
		for (const one of digests) expect(encodeDigests([one])).toHaveLength(32);
	});

	it('are decoded as they were', () => {
		const one = fc.record({
			identity: fc.oneof(fc.constant(''), fc.string().map(shortDigest)),
			content: fc.string().map(shortDigest),
		});
		fc.assert(fc.property(fc.array(one), (digests) => expect(decodeDigests(encodeDigests(digests))).toEqual(digests)));
	});
});

function shortDigest(text: string): string {
	return contentOf({ text });
}
