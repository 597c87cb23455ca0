import fc from 'fast-check';
import {
	PARTNER_HEADER,
	featuresUrl,
	isPlanUrl,
	lookupUrl,
	partnerClientsUrl,
	partnerCodeHeader,
	partnersUrl,
	pushFeaturesUrl,
	tokenUrl,
} from '../../../../service/api';
import { inputProblem, thrownBy } from '../../thrown.mts';

const BASE = 'https://plans.example.com';

describe('the addresses of the service', () => {
	it('are those of sections 4.1 to 4.3 and the observed listings', () => {
		expect(tokenUrl('https://auth.example.com/id')).toBe('https://auth.example.com/id/connect/token');
		expect(featuresUrl(BASE, 'P-1')).toBe(`${BASE}/esapi/api/v1/Plans/P-1/Features`);
		expect(pushFeaturesUrl(BASE, 'P-1', '')).toBe(`${BASE}/esapi/api/v1/Plans/P-1/PushFeatures`);
		expect(partnersUrl(BASE)).toBe(`${BASE}/esapi/api/v1/Partners`);
		expect(partnerClientsUrl(BASE, 'p/1')).toBe(`${BASE}/esapi/api/v1/Partners/p%2F1/Clients`);
	});

	it("are known to be a plan's or not", () => {
		const [plan, other] = [
			[featuresUrl(BASE, 'P'), pushFeaturesUrl(BASE, 'P', '')],
			[lookupUrl(`${BASE}/Plans/P`, 'floor', 'Plans'), partnersUrl(BASE)],
		];

		expect([...plan, ...other].map(isPlanUrl)).toEqual([true, true, false, false]);
	});
});

describe('the author of a push', () => {
	const anyAuthor = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/\p{Cc}/u.test(text));

	it('is one query parameter that decodes to itself', () => {
		fc.assert(
			fc.property(anyAuthor, (author) => {
				const { searchParams, pathname } = new URL(pushFeaturesUrl(BASE, 'P', author));
				expect([...searchParams]).toEqual([['author', author]]);
				expect(pathname).toBe('/esapi/api/v1/Plans/P/PushFeatures');
			}),
		);
	});

	it.each(['a\nb', 'a\rb', '\u0000', 'tab\t', '\u007f', '\u0085', 'a\ud800', '\udc00b'])('%j is refused', (author) => {
		expect(thrownBy(() => pushFeaturesUrl(BASE, 'P', author))).toMatchObject(
			inputProblem('Author must be plain text without control characters', 'author'),
		);
	});
});

describe('a partner code', () => {
	it.each([
		[' a', 'a'],
		['a\n', 'a'],
		[' ', ''],
		[undefined, ''],
		[7, '7'],
	])('%j is sent as %j', (code, sent) => {
		expect(partnerCodeHeader(code)).toBe(sent);
	});

	it('is sent in the header of section 4.2', () => {
		expect(PARTNER_HEADER).toBe('X-CSS-Partner-Code');
	});

	it.each(['ptnr_1', '!', '~', 'a:b/c', ''])('%j is a header value as it is', (code) => {
		expect(partnerCodeHeader(code)).toBe(code);
	});

	it('with a character that nobody sees is refused, and names it', () => {
		expect(thrownBy(() => partnerCodeHeader('ptnr\u200b_1'))).toMatchObject(
			inputProblem('The partner code contains an invisible character (U+200B); type it again', 'partnerCode'),
		);
	});

	it.each(['a b', 'a\r\nX-Evil: 1', 'é', '\u007f', 'a\u0000'])('%j is refused', (code) => {
		expect(thrownBy(() => partnerCodeHeader(code))).toMatchObject(
			inputProblem('The partner code must be printable ASCII without spaces or control characters', 'partnerCode'),
		);
	});
});
