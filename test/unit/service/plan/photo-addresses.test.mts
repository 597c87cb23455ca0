import { featureDigest, withoutSignatures } from '../../../../service/plan';
import type { Feature } from '../../../../service/plan';

const contentOf = (text: string) =>
	featureDigest(withoutSignatures(JSON.parse(text) as Feature), { by: 'feature' }).content;

describe('the content of a feature', () => {
	it.each([
		['compact', '{"photos":[{"imageUrl":"https://a/b.png?URL","a":"]"}]}'],
		['spaced', '{ "photos" : [\n {"imageUrl" : "/one.png?URL"}, {"b":"\\\\","imageUrl":"a/b#URL"} ] }'],
		['a second address in a photo', '{"photos":[{"imageUrl":"a.png","small":{"address":"//a/b.png?URL"}}]}'],
		['addresses alone', '{"photos":["https:\\/\\/a\\/b.png?URL"]}'],
		['a blank in the path', '{"photos":[{"imageUrl":"/photos/room 3.png?URL"}]}'],
	])('does not change with the authentication parameters of photos: %s', (_what, text) => {
		const signed = (signature: string) => contentOf(text.replaceAll('URL', JSON.stringify(signature).slice(1, -1)));
		expect(signed('b="c\\')).toBe(signed('other=1&b=2'));
		expect(signed('')).toBe(signed('[]"'));
	});

	it.each([
		['a member beside the photos', '{"photos":[{"imageUrl":"a.png?1"}],"b":"*"}'],
		['another member of a photo', '{"photos":[{"imageUrl":"a.png?1","b":"*"}]}'],
		['a question in a photo', '{"photos":[{"caption":"Is the door open? *"}]}'],
		['a question without a blank', '{"photos":[{"caption":"open?*"}]}'],
		['a dot behind a question', '{"photos":[{"caption":"open?.*"}]}'],
		['a link behind a question', '{"photos":[{"caption":"Is it open? See a.b?*"}]}'],
		['a link before further words', '{"photos":[{"caption":"See a.b?* first"}]}'],
		['another photo', '{"photos":[{"imageUrl":"https://a/*.png?signature=1"}]}'],
		['an imageUrl that is no photo', '{"photos":[{"imageUrl":"a.png?1"}],"icon":{"imageUrl":"a.png?*"}}'],
		['a text that looks like photos', JSON.stringify({ a: '"photos":[{"imageUrl":"a.png?*"}]' })],
		['a name that ends like photos', JSON.stringify({ 'a"photos': ['a.png?*'] })],
	])('changes with %s', (_what, text) => {
		expect(contentOf(text.replace('*', '1'))).not.toBe(contentOf(text.replace('*', '2')));
	});
});

test('what is stored of photos has no authentication parameters', () => {
	const icons = [{ imageUrl: 'kept.png?1' }];
	const photo = { caption: 'open?', taken: { by: 'a.b' } };
	const signed = { icons, photos: [{ ...photo, imageUrl: 'https://a/b.png?signature=1' }], size: 2, none: null };

	expect(withoutSignatures(signed)).toEqual({ ...signed, photos: [{ ...photo, imageUrl: 'https://a/b.png' }] });
});

test('photos of a row of a table stay JSON text, without authentication parameters', () => {
	const row = { type: 'room', photos: '[ {"imageUrl":"https://a/b.png?signature=1"} ]' };

	expect(withoutSignatures(row)).toEqual({ ...row, photos: '[{"imageUrl":"https://a/b.png"}]' });
	for (const photos of ['', 'none?1', '{"imageUrl":"a.png?1"}'])
		expect(withoutSignatures({ photos })).toEqual({ photos });
});
