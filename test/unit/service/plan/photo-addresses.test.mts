import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import { answerDigest, digest, withoutSignatures } from '../../../../service/plan';
import { anyJson } from '../../../support/generators/json.mts';
import { anyText } from '../../../support/generators/text.mts';

describe('the digest of an answer', () => {
	it.each([
		['compact', '{"photos":[{"imageUrl":"https://a/b.png?URL","a":"]"}]}'],
		['spaced', '{ "photos" : [\n {"imageUrl" : "/one.png?URL"}, {"b":"\\\\","imageUrl":"a/b#URL"} ] }'],
		['a second address in a photo', '{"photos":[{"imageUrl":"a.png","small":{"address":"//a/b.png?URL"}}]}'],
		['addresses alone', '{"photos":["https:\\/\\/a\\/b.png?URL"]}'],
		['a blank in the path', '{"photos":[{"imageUrl":"/photos/room 3.png?URL"}]}'],
		['within data', '{"data":[{"photos":[{"imageUrl":"a.png?URL"}]}]}'],
	])('does not change with the authentication parameters of photos: %s', (_what, text) => {
		const signed = (signature: string) => answerDigest(text.replaceAll('URL', JSON.stringify(signature).slice(1, -1)));
		expect(signed('b="c\\')).toBe(signed('other=1&b=2'));
		expect(signed('')).toBe(signed('[]"'));
	});

	it.each([
		['a member beside the photos', '{"photos":[{"imageUrl":"a.png?1"}],"b":"*"}'],
		['another member of a photo', '{"photos":[{"imageUrl":"a.png?1","b":"*"}]}'],
		['a question in a photo', '{"photos":[{"caption":"Is the door open? *"}]}'],
		['a question without a blank', '{"photos":[{"caption":"open?*"}]}'],
		['a dot behind a question', '{"photos":[{"caption":"open?.*"}]}'],
		['another photo', '{"photos":[{"imageUrl":"https://a/*.png?signature=1"}]}'],
		['an imageUrl that is no photo', '{"photos":[{"imageUrl":"a.png?1"}],"icon":{"imageUrl":"a.png?*"}}'],
		['a text that looks like photos', JSON.stringify({ a: '"photos":[{"imageUrl":"a.png?*"}]' })],
		['a name that ends like photos', JSON.stringify({ 'a"photos': ['a.png?*'] })],
	])('changes with %s', (_what, text) => {
		expect(answerDigest(text.replace('*', '1'))).not.toBe(answerDigest(text.replace('*', '2')));
	});

	it('tells answers apart that have no photos', () => {
		expect(answerDigest('{"a":1}')).not.toBe(answerDigest('{"a":2}'));
		expect(answerDigest('{"a":1}')).toBe(digest('{"a":1}'));
	});
});

describe('an answer without the authentication parameters of its photos', () => {
	it('is the same JSON but for these', () => {
		const photo = fc.record({
			caption: anyText,
			signature: fc.stringMatching(/^[\w"\\[\]{}&=%]*$/),
			taken: fc.record({ by: anyText }),
		});
		const isAddress = (text: string) => /[./].*[?#]/s.test(text);
		fc.assert(
			fc.property(anyJson, fc.array(photo, { maxLength: 3 }), (more, photos) => {
				fc.pre(!photos.some(({ caption, taken }) => isAddress(caption) || isAddress(taken.by)));
				const answer = (end: (signature: string) => string) => ({
					more,
					photos: photos.map(({ signature, ...photo }) => ({ ...photo, imageUrl: `https://a/b.png${end(signature)}` })),
					icons: [{ imageUrl: 'kept.png?1' }],
				});
				const signed = JSON.stringify(answer((signature) => `?${signature}`));
				deepStrictEqual(
					JSON.parse(withoutSignatures(signed)),
					JSON.parse(withoutSignatures(JSON.stringify(answer(() => '')))),
				);
			}),
		);
	});
});
