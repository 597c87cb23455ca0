import type { HostileResponse } from './hostile-service.mts';

/** Texts that would do something in a page or a terminal, were they not escaped or taken out. */
export const BOMBS = [
	'<script>alert(1)</script>',
	'"><img src=x onerror=alert(1)>',
	"' onload='alert(1)",
	'</iframe><iframe src=javascript:alert(1)>',
	'<scr<script>ipt>alert(1)</scr</script>ipt>',
	'\u202e\u0000\u001b[31m<!-- -->',
	'&lt;b&gt;${7*7}{{ 7*7 }}',
];

/** Text without markup, control and format characters. */
export const INERT = /^[^<>\p{Cc}\p{Cf}]*$/u;

function nested(levels: number): string {
	return '['.repeat(levels) + ']'.repeat(levels);
}

const BOTTOMLESS = nested(100_000);

/** Responses that hold neither a plan nor a floor, and how an error tells it. */
export const UNREADABLE: Array<[what: string, response: HostileResponse, message: RegExp]> = [
	['text', { body: 'Bad Gateway' }, /is not complete JSON; it begins with "Bad Gateway"/],
	[
		'a web page',
		{ body: '<!doctype html><script>alert(1)</script><p>Sign in' },
		/is HTML or XML, not JSON; it begins with "Sign in"/,
	],
	['nothing', {}, /response is empty/],
	['status 204', { status: 204 }, /response is empty|with status 204/],
	['JSON that was cut', { body: '{"features":[{"type":"zo' }, /is not complete JSON/],
	['JSON and more', { body: '{"features":[]}{"features":[]}' }, /is not complete JSON/],
	[
		'a picture',
		{ headers: { 'content-type': 'image/png' }, body: Buffer.from('89504e470d0a1a0a00ff1b5b', 'hex') },
		/holds bytes that are no text in UTF-8/,
	],
	[
		'another character set than UTF-8',
		{
			headers: { 'content-type': 'application/json; charset=utf-16' },
			body: Buffer.from('{"features":[]}', 'utf16le'),
		},
		/is not complete JSON/,
	],
	['null', { body: 'null' }, /is not a JSON object/],
	['a list', { body: '[{"type":"zone"}]' }, /is not a JSON object/],
	['a number', { body: '1e999' }, /is not a JSON object/],
	['no features', { body: '{"__proto__":{"features":[]}}' }, /is not what the specification says/],
	['features that are no list', { body: '{"features":{"length":1,"0":{}}}' }, /is not what the specification says/],
	['features that are null', { body: '{"features":null}' }, /is not what the specification says/],
	['a feature that is null', { body: '{"features":[null]}' }, /is not what the specification says/],
	['lists in lists without end', { body: BOTTOMLESS }, /response nests too deep/],
	[
		'a feature without bottom',
		{ body: `{"features":[{"type":"zone","deep":${BOTTOMLESS}}]}` },
		/response nests too deep/,
	],
	[
		'an error without bottom',
		{ status: 400, body: `{"error":${'{"error":'.repeat(100_000)}1${'}'.repeat(100_000)}}` },
		/responded with status 400/,
	],
	[
		'half of what was announced',
		{ body: '{"features":[]}', breaksOff: true },
		/connection to .* broke before the response was there/,
	],
	[
		'text that calls itself compressed',
		{ headers: { 'content-encoding': 'gzip' }, body: '{"features":[]}' },
		/broke before the response was there/,
	],
	...BOMBS.map((bomb): [string, HostileResponse, RegExp] => [
		`the error ${JSON.stringify(bomb)}`,
		{
			status: 400,
			body: JSON.stringify({ message: `no: ${bomb}`, errors: [{ index: 0, path: bomb, message: bomb }] }),
		},
		/responded with status 400: no:/,
	]),
];

const feature = '"type":"zone","zoneType":"common"';

/** Features that are odd and yet features, as JSON: they are to be given as they are. */
export const ODD: Array<[what: string, feature: string, headers?: HostileResponse['headers']]> = [
	['that call themselves a web page', `{${feature},"name":"a"}`, { 'content-type': 'text/html' }],
	[
		'with the members of an object',
		`{${feature},"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1}`,
	],
	[
		'with such members within',
		`{${feature},"geometry":{"__proto__":{"polluted":true}},` +
			'"data":[{"key":"__proto__","name":"constructor","value":"polluted"}]}',
	],
	['that nest deep', `{${feature},"deep":${nested(190)}}`],
	...BOMBS.map((bomb): [string, string] => [
		`with the icon ${JSON.stringify(bomb)}`,
		`{${feature},"name":${JSON.stringify(bomb)},"icons":[{"iconType":${JSON.stringify(bomb)}}]}`,
	]),
];
