const hex = (character: string, digits: number) => character.charCodeAt(0).toString(16).padStart(digits, '0');
const each =
	(write: (character: string) => string, separator = '') =>
	(text: string) =>
		[...text].map(write).join(separator);
const everyFourth = (text: string, between: string) => text.replace(/.{4}(?=.)/gs, `$&${between}`);
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

export const inForm = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** How services, proxies, frameworks and terminals write a text into another. */
export const WRITINGS: Record<string, (text: string) => string> = {
	'as it is': (text) => text,
	'in capitals': (text) => text.toUpperCase(),
	'in small letters': (text) => text.toLowerCase(),
	'in wide letters': each((one) => (/[!-~]/.test(one) ? String.fromCharCode(one.charCodeAt(0) + 0xfee0) : one)),
	'with blanks': (text) => everyFourth(text, ' '),
	'on several lines': (text) => everyFourth(text, '\n'),
	'with dashes': (text) => everyFourth(text, '-'),
	'with soft hyphens': (text) => everyFourth(text, '\u00ad'),
	'with soft hyphens of HTML': (text) => everyFourth(text, '&shy;'),
	'with spaces of no width': each((one) => `${one}\u200b`),
	'with spaces of no width, of HTML': (text) => everyFourth(text, '&#8203;'),
	'with joiners of HTML': (text) => everyFourth(text, '&zwj;'),
	'with <wbr>': (text) => everyFourth(text, '<wbr>'),
	'with tags': each((one) => `<b class="one">${one}</b>`),
	'with tags that are escaped': (text) => everyFourth(text, '&lt;wbr&gt;'),
	'letter by letter': (text) => JSON.stringify([...text]),
	'for an address': encodeURIComponent,
	'for an address, in small letters': (text) =>
		encodeURIComponent(text).replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase()),
	'for an address, each letter': each((one) => `%${hex(one, 2)}`),
	'for an address twice': (text) => encodeURIComponent(encodeURIComponent(text)),
	'for a form': inForm,
	'in an address in a form': (text) => inForm(encodeURIComponent(text)),
	'in mail': each((one) => `=${hex(one, 2).toUpperCase()}`),
	'in JSON': (text) => JSON.stringify(text).slice(1, -1),
	'in JSON of .NET': (text) => text.replace(/[^A-Za-z0-9 ]/g, (one) => `\\u${hex(one, 4).toUpperCase()}`),
	'in JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)),
	'in JSON, each letter': each((one) => `\\u${hex(one, 4)}`),
	'in JavaScript': (text) => text.replace(/[^A-Za-z0-9]/g, (one) => `\\x${hex(one, 2)}`),
	'in JavaScript with braces': each((one) => `\\u{${hex(one, 1)}}`),
	'in octal': each((one) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`),
	'in HTML': (text) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`),
	'in HTML of .NET': (text) => text.replace(/[^A-Za-z0-9]/g, (one) => `&#x${hex(one, 1).toUpperCase()};`),
	'in HTML with names': (text) =>
		text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('+', '&plus;'),
	'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
	'in hexadecimal with colons': each((one) => hex(one, 2).toUpperCase(), ':'),
	'in hexadecimal with 0x': each((one) => `0x${hex(one, 2)}`, ', '),
	'in hexadecimal of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('hex'),
	'in numbers': each((one) => `${one.charCodeAt(0)}`, ', '),
	'in base64': base64,
	'in base64 after one character': (text) => Buffer.from(`:${text}.`).toString('base64url'),
	'in base64 after two characters': (text) => base64(`a:${text}..`),
	'in base64 on several lines': (text) => base64(text).replace(/.{76}/g, '$&\r\n'),
	'in base64 of a form': (text) => base64(`id:${inForm(text)}`),
	'in base64 twice': (text) => base64(base64(text)),
	'in base64 of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
	'in base64 of UTF-16, the other way': (text) => utf16be(text).toString('base64'),
	'in base64 of hexadecimal': (text) => base64(Buffer.from(text).toString('hex')),
	'in hexadecimal of base64': (text) => Buffer.from(base64(text)).toString('hex'),
	'in base64 for an address': (text) => encodeURIComponent(base64(`~~${text}`)),
};
