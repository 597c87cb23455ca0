import fc from 'fast-check';

/** Names and codes that something on the way might interpret. */
const HOSTILE = [
	'__proto__',
	'constructor',
	'prototype',
	'toString',
	'a.b',
	'a[0]',
	'a/b',
	'../x',
	'...',
	'%2e%2e',
	'%2F',
	'?a=b',
	'#top',
	'a b',
	'a+b',
	'a&b=c;d',
	'\\',
	'"',
	"'",
	'<b>',
	'0',
	'007',
	'10',
	'naïve 楼层 🏢',
	'\u0000\n\r\t',
];

/**
 * Any character of Unicode; halves of surrogate pairs are none. The unit `binary` of fast-check would do,
 * but in each test file it takes half a second to list them all.
 */
export const anyCharacter = fc
	.integer({ min: 0, max: 0x10ffff - 0x800 })
	.map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));

/** Any well-formed text, often one that is hostile. */
export const anyText = fc.oneof(
	fc.constantFrom(...HOSTILE),
	fc.string({ unit: anyCharacter, maxLength: 12 }),
	fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
);

/**
 * Any name of a member of an object. Without a backslash: once there was an object with a lone one for a name,
 * V8 13.6 (Node 24) reads names that are a single escaped character wrongly out of JSON.
 */
export const anyName = anyText.map((text) => text.replaceAll('\\', '/'));

/** Any text that a code may be: not blank, and not one of the two that no path segment can carry. */
export const anyCode = anyText.filter(
	(text) =>
		text.trim() !== '' && text !== '.' && text !== '..' && !/[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/.test(text),
);

/** Text of printable ASCII that may be a secret: long enough to be one, and no part of what hides it. */
export const anySecret = fc
	.string({ unit: 'grapheme-ascii', minLength: 4, maxLength: 16 })
	.map((text) => text.replace(/[[\]]/g, '-'));
