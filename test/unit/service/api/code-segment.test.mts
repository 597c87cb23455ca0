import fc from 'fast-check';
import { embedUrl, featuresUrl, lookupUrl, partnerClientsUrl, pushFeaturesUrl } from '../../../../service/api';
import { anyCode, anyText } from '../../../support/generators/text.mts';
import { inputProblem, thrownBy } from '../../thrown.mts';

const BASE = 'https://plans.example.com/eu';
function refusal(code: unknown): unknown {
	return thrownBy(() => featuresUrl(BASE, code));
}

describe('a code in an address', () => {
	it.each([
		['Floors/*', (code: string) => lookupUrl(BASE, 'floor', code)],
		['Clients/*', (code: string) => lookupUrl(BASE, 'client', code)],
		['Plans/*/Features', (code: string) => featuresUrl(BASE, code)],
		['Plans/*/PushFeatures', (code: string) => pushFeaturesUrl(BASE, code, '')],
		['Partners/*/Clients', (code: string) => partnerClientsUrl(BASE, code)],
	])('is exactly one path segment of %s, and decodes to itself without the blanks around it', (shape, addressOf) => {
		const segments = `/eu/esapi/api/v1/${shape}`.split('/');
		fc.assert(
			fc.property(anyCode, (code) => {
				const url = new URL(addressOf(code));
				const found = url.pathname.split('/').map(decodeURIComponent);
				expect(found).toEqual(segments.map((segment) => (segment === '*' ? code.trim() : segment)));
				expect([url.origin, url.search, url.hash]).toEqual(['https://plans.example.com', '', '']);
			}),
		);
	});

	it.each(['', ' ', '\n\t'])('%j is refused as empty', (code) => {
		expect(refusal(code)).toMatchObject(inputProblem('The plan code is empty', 'code'));
	});

	it.each(['.', '..'])('%j is refused, as URLs resolve it', (code) => {
		expect(refusal(code)).toMatchObject(inputProblem(`The plan code "${code}" is not a code`, 'code'));
	});

	it('with a character that nobody sees is rejected, and names it', () => {
		const words = 'The plan code contains an invisible character (U+200B); type it again';
		expect(refusal('pln_\u200bx')).toMatchObject(inputProblem(words, 'code'));
		expect(refusal('pln_\u202cx')).toMatchObject(inputProblem(words.replace('200B', '202C'), 'code'));
		expect(refusal('pln_\u00a0x')).toMatchObject(inputProblem(words.replace('200B', '00A0'), 'code'));
	});

	it.each(['https://host/plan?planCode=P&viewerToken=T', 'https://host', 'planCode=P&ViewerToken=T'])(
		'%j is refused as a URL, without a word of it',
		(code) => {
			expect(refusal(code)).toMatchObject(inputProblem('The plan code is a URL', 'code'));
		},
	);

	it('with broken Unicode is rejected', () => {
		expect(refusal('a\ud800b')).toMatchObject(inputProblem('The plan code holds broken Unicode', 'code'));
	});

	it.each([
		[7, 'a value of type number'],
		[true, 'a value of type boolean'],
		[['P'], 'an array'],
		[{ code: 'P' }, 'a value of type object'],
	])('%j is refused as no text', (code, what) => {
		expect(refusal(code)).toMatchObject(inputProblem(`The plan code must be text, but is ${what}`, 'code'));
	});

	it.each([undefined, null])('%j is none', (code) => {
		expect(refusal(code)).toMatchObject(inputProblem('No plan code', 'missingPlanCode'));
		expect(thrownBy(() => lookupUrl(BASE, 'building', code))).toMatchObject(inputProblem('No building code', 'code'));
	});

	it('of a partner is named as such when it is wrong', () => {
		expect(thrownBy(() => partnerClientsUrl(BASE, ''))).toMatchObject({ message: 'The partner code is empty' });
	});

	it('of a push is named as such when it is wrong', () => {
		expect(thrownBy(() => pushFeaturesUrl(BASE, undefined, ''))).toMatchObject({
			message: 'No plan code',
		});
	});
});

describe('an embed address', () => {
	it('holds any viewer token and plan code so that they decode to themselves', () => {
		fc.assert(
			fc.property(anyText, anyText, (token, planCode) => {
				fc.pre(token.trim() !== '');
				const url = new URL(embedUrl({ baseUrl: BASE, viewerToken: token, planCode }));
				expect(url.pathname).toBe('/eu/plans-embed/v1/plan');
				expect([...url.searchParams]).toEqual([
					['viewerToken', token],
					['planCode', planCode],
				]);
				expect(url.hash).toBe('');
			}),
		);
	});

	it('has no plan code where none is given', () => {
		expect(embedUrl({ baseUrl: BASE, viewerToken: 'a+/=' })).toBe(`${BASE}/plans-embed/v1/plan?viewerToken=a%2B%2F%3D`);
	});

	it.each([
		['viewer token', 'viewerToken', () => embedUrl({ baseUrl: BASE, viewerToken: '\udfff', planCode: 'P' })],
		['plan code', 'code', () => embedUrl({ baseUrl: BASE, viewerToken: 'T', planCode: '\udfff' })],
	] as const)('refuses a %s with broken Unicode', (what, rule, work) => {
		expect(thrownBy(work)).toMatchObject(inputProblem(`The ${what} holds broken Unicode`, rule));
	});
});
