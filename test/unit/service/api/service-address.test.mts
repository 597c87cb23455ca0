import { serviceUrl } from '../../../../service/api';
import { inputProblem, thrownBy } from '../../thrown.mts';

function refusal(text: unknown): unknown {
	return thrownBy(() => serviceUrl(text));
}

describe('a base address', () => {
	it.each([
		['https://plans.example.com', 'https://plans.example.com'],
		['http://localhost:3000', 'http://localhost:3000'],
		['HTTPS://Plans.Example.com', 'https://plans.example.com'],
		['  https://plans.example.com \n', 'https://plans.example.com'],
		['https://plans.example.com/', 'https://plans.example.com'],
		['https://plans.example.com///', 'https://plans.example.com'],
		['https://plans.example.com/region/eu/', 'https://plans.example.com/region/eu'],
		['https://plans.example.com//eu//v1', 'https://plans.example.com//eu//v1'],
		['http://[::1]:8080/', 'http://[::1]:8080'],
	])('%j is used as %j', (text, address) => {
		expect(serviceUrl(text)).toBe(address);
	});

	it.each(['', '   ', undefined, null, 7, ['https://plans.example.com']])('%j is refused as empty', (text) => {
		expect(refusal(text)).toMatchObject(inputProblem('is empty', 'url'));
	});

	it.each([
		'plans.example.com',
		'ftp://plans.example.com',
		'file:///etc/passwd',
		'https:/plans',
		'x https://plans',
		'ftp://plans.example.com/https://',
		'https://',
		'https://a b',
		'https://plans:port',
	])('%j is refused as no http(s) address', (text) => {
		expect(refusal(text)).toMatchObject(inputProblem('is not an http(s) URL', 'url'));
	});

	it('with a character that nobody sees is refused, and names it', () => {
		expect(refusal('https://plans\u200b.example.com')).toMatchObject(
			inputProblem('contains an invisible character (U+200B); type it again', 'url'),
		);
	});

	it.each(['https://user@plans.example.com', 'https://:word@plans.example.com'])(
		'%j is refused for its login, which is not repeated',
		(text) => {
			expect(refusal(text)).toMatchObject(inputProblem('must not hold a user name or password', 'url'));
		},
	);

	it.each([
		'https://plans.example.com?a=b',
		'https://plans.example.com/?',
		'https://plans.example.com/#a',
		'https://plans.example.com#',
	])('%j is refused for its query or fragment', (text) => {
		expect(refusal(text)).toMatchObject(inputProblem('must not hold "?" or "#"', 'url'));
	});
});
