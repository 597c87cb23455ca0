import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import { answerDigest, digest, textWithoutPhotoAddresses, withoutPhotoAddresses } from '../../../service';
import { anyJson, throughJson } from '../generators/json.mts';
import { anyText } from '../generators/text.mts';

describe('the digest of an answer', () => {
	it.each([
		['compact', '{"photos":[{"imageUrl":"URL","a":"]"}]}'],
		['spaced', '{ "photos" : [\n {"imageUrl" : "URL"}, {"b":"\\\\","imageUrl":"URL"} ] }'],
	])('does not change with the addresses of photos, however it is written: %s', (_what, text) => {
		const withAddress = (url: string) => answerDigest(text.replaceAll('URL', JSON.stringify(url).slice(1, -1)));
		expect(withAddress('https://a?b="c\\')).toBe(withAddress('https://other'));
		expect(withAddress('')).toBe(withAddress('[]"'));
	});

	it.each([
		['a member beside the photos', '{"photos":[{"imageUrl":"a"}],"b":"*"}'],
		['another member of a photo', '{"photos":[{"imageUrl":"a","b":"*"}]}'],
		['an imageUrl that is no photo', '{"photos":[{"imageUrl":"a"}],"icon":{"imageUrl":"*"}}'],
		['a text that looks like photos', JSON.stringify({ a: '"photos":[{"imageUrl":"*"}]' })],
		['a text that looks like an address', JSON.stringify({ photos: [{ title: '"imageUrl":"*"' }] })],
	])('changes with %s', (_what, text) => {
		expect(answerDigest(text.replace('*', '1'))).not.toBe(answerDigest(text.replace('*', '2')));
	});

	it('tells answers apart that have no photos', () => {
		expect(answerDigest('{"a":1}')).not.toBe(answerDigest('{"a":2}'));
		expect(answerDigest('{"a":1}')).toBe(digest('{"a":1}'));
	});
});

describe('an answer without the addresses of its photos', () => {
	it('is the same JSON but for these, which are empty', () => {
		const photo = fc.record({ caption: anyText, imageUrl: anyText, taken: fc.record({ by: anyText }) });
		fc.assert(
			fc.property(anyJson, fc.array(photo, { maxLength: 3 }), (more, photos) => {
				const answer = { more, photos, icons: [{ imageUrl: 'kept' }] };
				const without = textWithoutPhotoAddresses(JSON.stringify(answer));
				deepStrictEqual(JSON.parse(without), throughJson({ ...answer, photos: photos.map((one) => ({ ...one, imageUrl: '' })) }));
			}),
		);
	});
});

describe('a feature without the addresses of its photos', () => {
	it('has everything else of them', () => {
		const feature = { type: 'zone', icons: [{ imageUrl: 'kept' }], photos: [{ imageUrl: 'https://one?key', title: 'A' }, 'x'] };
		const shown = withoutPhotoAddresses(feature);
		expect(throughJson(shown)).toStrictEqual({ type: 'zone', icons: [{ imageUrl: 'kept' }], photos: [{ title: 'A' }, 'x'] });
		expect(feature.photos[0]).toHaveProperty('imageUrl');
	});

	it.each([{ type: 'zone' }, { photos: [] }, { photos: 'https://one' }, { photos: null }])('is %j itself', (feature) => {
		expect(withoutPhotoAddresses(feature)).toBe(feature);
	});
});
