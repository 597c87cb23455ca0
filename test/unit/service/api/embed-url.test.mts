import fc from 'fast-check';
import { embedUrl, iframeElement } from '../../../../service/api';
import { anyText } from '../../../support/generators/text.mts';
import { inputProblem, thrownBy } from '../../thrown.mts';

const baseUrl = 'https://plans.example.com';
const PAGE = `${baseUrl}/plans-embed/v1/plan`;

describe('an embed address', () => {
	it('names the viewer token, and the plan code where one is given', () => {
		expect(embedUrl({ baseUrl, viewerToken: 'T', planCode: 'P' })).toBe(`${PAGE}?viewerToken=T&planCode=P`);
		expect(embedUrl({ baseUrl, viewerToken: 'T' })).toBe(`${PAGE}?viewerToken=T`);
		expect(embedUrl({ baseUrl, viewerToken: 'T', access: 'allAreas' })).toBe(`${PAGE}?viewerToken=T`);
		expect(embedUrl({ baseUrl, viewerToken: 'T', planCode: 'P', access: 'allAreasAndChildren' })).toBe(
			`${PAGE}?viewerToken=T&planCode=P`,
		);
	});

	it('has further query parameters behind them, encoded and in their order', () => {
		const parameters = [
			{ name: ' interactive ', value: 'true' },
			{ name: 'layers', value: 'structure,zone' },
			{ name: 'a b', value: '"=#' },
			{ name: 'layers', value: ' ' },
			{ name: 'floor', value: '' },
		];

		expect(embedUrl({ baseUrl, viewerToken: 'T', planCode: 'P', parameters })).toBe(
			`${PAGE}?viewerToken=T&planCode=P&interactive=true&layers=structure%2Czone&a%20b=%22%3D%23`,
		);
	});

	it.each([
		[['planCode'], 'The query parameter "planCode" is there twice'],
		[['viewerToken'], 'The query parameter "viewerToken" is there twice'],
		[['layers', 'layers'], 'The query parameter "layers" is there twice'],
		[[' '], 'A query parameter has no name'],
		[['layers=zone'], 'The name of the query parameter "layers=zone" holds one of = & ? #'],
		[['a&b'], 'The name of the query parameter "a&b" holds one of = & ? #'],
		[['?a'], 'The name of the query parameter "?a" holds one of = & ? #'],
		[['a#'], 'The name of the query parameter "a#" holds one of = & ? #'],
		[['\ud800'], 'The name holds broken Unicode'],
	])('has no query parameters %j', (names, message) => {
		const parameters = names.map((name) => ({ name, value: 'x' }));

		expect(thrownBy(() => embedUrl({ baseUrl, viewerToken: 'T', parameters }))).toMatchObject(
			inputProblem(message, 'queryParameter'),
		);
	});

	it('for all areas and children needs a plan code', () => {
		expect(thrownBy(() => embedUrl({ baseUrl, viewerToken: 'T', access: 'allAreasAndChildren' }))).toMatchObject(
			inputProblem('The plan code is missing', 'planOfManyPlans'),
		);
	});

	it.each(['', '  '])('needs a viewer token, not %j', (viewerToken) => {
		expect(thrownBy(() => embedUrl({ baseUrl, viewerToken, planCode: 'P' }))).toMatchObject(
			inputProblem('The viewer token is empty', 'viewerToken'),
		);
	});
});

describe('an iframe', () => {
	const size = { width: '100%', height: '600' };

	it('is one element that shows the address', () => {
		expect(iframeElement(`${PAGE}?viewerToken=T&planCode=P`, { title: 'Floor 1', ...size })).toBe(
			`<iframe src="${PAGE}?viewerToken=T&amp;planCode=P" title="Floor 1" width="100%" height="600" ` +
				'loading="lazy" referrerpolicy="no-referrer" style="border:0" allowfullscreen></iframe>',
		);
	});

	it('escapes each character that could end an attribute or begin a tag', () => {
		const title = iframeElement('', { title: `"'<>&&lt;`, ...size }).match(/title="(.*?)"/)?.[1];
		expect(title).toBe('&quot;&#39;&lt;&gt;&amp;&amp;lt;');
	});

	it('holds any texts as its attributes, and nothing else can come of them', () => {
		const hostile = fc.oneof(anyText, fc.constantFrom('"><script>alert(1)</script>', "' onload='x", '&quot;', 'a"b"c'));
		fc.assert(
			fc.property(hostile, hostile, hostile, hostile, (url, title, width, height) => {
				const element = iframeElement(url, { title, width, height });
				const given = ['src', 'title', 'width', 'height'].map((name) => `${name}="([^"'<>]*)"`).join(' ');
				const fixed = 'loading="lazy" referrerpolicy="no-referrer" style="border:0" allowfullscreen';
				const shape = new RegExp(`^<iframe ${given} ${fixed}></iframe>$`);
				const values = shape.exec(element)?.slice(1) ?? [];
				expect(values.map(unescaped)).toEqual([url, title, width, height]);
			}),
		);
	});
});

/** As a browser reads the value of an attribute. */
function unescaped(value: string): string {
	const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
	return value.replace(/&([^;]*);/g, (_reference, name: string) => characters[name] ?? 'unknown reference');
}
