import fc from 'fast-check';
import {
	DIGEST_LENGTH,
	decodeDigests,
	encodeDigests,
	featureDigest,
	fieldChanges,
	valuesOf,
	withoutSignatures,
} from '../../../../service/plan';
import type { Feature, MatchBy } from '../../../../service/plan';
import { dataEntry, dataKey, featureWithData } from '../../../support/generators/features.mts';
import { anyJson, withPropertiesReversed } from '../../../support/generators/json.mts';
import { anyName, anyText } from '../../../support/generators/text.mts';

/** A key that entries of generated data often have. */
const KEY = 'dfld_same';
const identities: MatchBy[] = [{ by: 'feature' }, { by: 'dataField', key: KEY }, { by: 'property', path: 'id' }];
const anyIdentity = fc.constantFrom(...identities);

/** The digests of two features under any identity. */
function expectSame(one: Feature, other: Feature): void {
	const digestOf = (feature: Feature, identity: MatchBy) => featureDigest(withoutSignatures(feature), identity);
	for (const identity of identities) expect(digestOf(other, identity)).toEqual(digestOf(one, identity));
}

describe('no change of a feature', () => {
	it('is another order of its properties', () => {
		fc.assert(
			fc.property(featureWithData, (feature) => expectSame(feature, withPropertiesReversed(feature) as Feature)),
		);
	});

	it('is another order of its data', () => {
		const shuffled = fc
			.uniqueArray(dataEntry, { maxLength: 6, selector: ({ key }) => key })
			.chain((data) => fc.tuple(fc.constant(data), fc.shuffledSubarray(data, { minLength: data.length })));
		fc.assert(
			fc.property(shuffled, ([data, other]) => expectSame({ type: 'zone', data }, { type: 'zone', data: other })),
		);
	});

	it('is a data field that has no value yet', () => {
		const valueless = fc.record({ key: dataKey, name: anyName, value: fc.constantFrom('', null, undefined) });
		fc.assert(
			fc.property(featureWithData, fc.array(valueless, { maxLength: 4 }), fc.nat(6), (feature, more, at) => {
				const data = [...(feature.data as unknown[])];
				data.splice(at, 0, ...more);
				expectSame(feature, { ...feature, data });
			}),
		);
	});

	it('is a list of data that holds nothing, or none', () => {
		const without = { type: 'zone' };

		for (const data of [[], null, undefined, [{ key: KEY, name: 'Tenant', value: '' }]])
			expectSame(without, { ...without, data });
	});

	it('are the authentication parameters of its photos', () => {
		const photos = fc.array(fc.record({ imageUrl: anyText, caption: anyText }), { maxLength: 3 });
		fc.assert(
			fc.property(featureWithData, photos, anyText, (feature, given, address) => {
				const signed = (signature: string) =>
					given.map((photo) => ({ ...photo, imageUrl: `https://a/b.png?${signature.replace(/\s/g, '')}` }));
				expectSame({ ...feature, photos: signed('one') }, { ...feature, photos: signed(address) });
			}),
		);
	});

	it.each([
		['{"x":1}', '{"x":1.0}'],
		['{"x":100}', '{"x":1e2}'],
		['{"x":0}', '{"x":-0.0}'],
		['{"x":[0.1,2]}', '{ "x" : [ 1e-1, 2.00 ] }'],
		['{"x":"é"}', '{"x":"\\u00e9"}'],
	])('is another way to write %s', (one, other) => {
		expectSame(JSON.parse(one) as Feature, JSON.parse(other) as Feature);
	});
});

it('is reported field by field: digests differ exactly where changes do', () => {
	const state = fc.record({ x: anyJson, data: fc.array(dataEntry, { maxLength: 4 }) });
	fc.assert(
		fc.property(state, state, (before, now) => {
			const [one, other] = [before, now].map((feature) => featureDigest(feature, { by: 'feature' }).content);
			const changes = fieldChanges(valuesOf(before), valuesOf(now), () => undefined);
			expect(changes.length === 0).toBe(one === other);
		}),
		{ numRuns: 1000 },
	);
});

it('a value that is not empty is a change where there was none', () => {
	const value = fc.oneof(fc.integer(), fc.boolean(), fc.string({ minLength: 1 }));
	const nested = fc.oneof(
		value,
		value.map((one) => [null, one]),
		value.map((one) => ({ a: { b: one } })),
	);
	fc.assert(
		fc.property(nested, (x) => {
			expect(featureDigest({ x }, { by: 'feature' })).not.toEqual(featureDigest({}, { by: 'feature' }));
		}),
	);
});

it('the address of an icon is part of a feature', () => {
	const icon = (imageUrl: string) => featureDigest({ icons: [{ imageUrl }] }, { by: 'feature' }).content;
	expect(icon('a')).not.toBe(icon('b'));
});

it('digests are stored in 32 characters each and come back as they were', () => {
	fc.assert(
		fc.property(fc.array(featureWithData, { maxLength: 5 }), anyIdentity, (features, identity) => {
			const digests = features.map((feature) => featureDigest(feature, identity));
			expect(encodeDigests(digests)).toHaveLength(digests.length * 2 * DIGEST_LENGTH);
			expect(decodeDigests(JSON.parse(JSON.stringify(encodeDigests(digests))) as string)).toEqual(digests);
		}),
	);
});
