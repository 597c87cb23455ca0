export const inForm = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const escapes = (text: string, signs: RegExp, write: (code: number) => string) =>
	text.replace(signs, (one) => write(one.charCodeAt(0)));

/** How services, proxies and frameworks write a text into another. */
export const WRITINGS: Record<string, (text: string) => string> = {
	'as it is': (text) => text,
	'in capitals': (text) => text.toUpperCase(),
	'in small letters': (text) => text.toLowerCase(),
	'for an address': encodeURIComponent,
	'for an address, in small letters': (text) =>
		encodeURIComponent(text).replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase()),
	'for a form': inForm,
	'in JSON': (text) => JSON.stringify(text).slice(1, -1),
	'in JSON of PHP': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
	'in JSON of .NET': (text) =>
		escapes(JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"'), /[<>&'+"`]/g, (code) => {
			return `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
		}),
	'in HTML': (text) =>
		text
			.replaceAll('&', '&amp;')
			.replaceAll('<', '&lt;')
			.replaceAll('>', '&gt;')
			.replaceAll('"', '&quot;')
			.replaceAll("'", '&#39;'),
	'in HTML of .NET': (text) =>
		text
			.replaceAll('&', '&amp;')
			.replaceAll('<', '&lt;')
			.replaceAll('>', '&gt;')
			.replaceAll('"', '&quot;')
			.replace(/['+]/g, (one) => `&#x${one.charCodeAt(0).toString(16).toUpperCase()};`),
	'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
	'in hexadecimal, in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
	'in base64': base64,
	'in base64 after one character': (text) => Buffer.from(`:${text}.`).toString('base64url'),
	'in base64 after two characters': (text) => base64(`a:${text}..`),
};
