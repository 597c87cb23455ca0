import fc from 'fast-check';
import { namedFeatures, readJson, readLookupAnswer, readPlanAnswer, serviceWords } from '../../../../service/answer';
import { Secrets, wordsOf } from '../../../../service/text';
import { anySecret, anyText } from '../../../support/generators/text.mts';
import { thrownBy } from '../../thrown.mts';

const hex = (character: string, digits: number) => character.charCodeAt(0).toString(16).padStart(digits, '0');
const inForm = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);

/** How services, proxies and frameworks write a text into another. */
const WRITINGS: Record<string, (text: string) => string> = {
	'as it is': (text) => text,
	'for an address': encodeURIComponent,
	'for an address, in small letters': (text) =>
		encodeURIComponent(text).replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase()),
	'for a form': inForm,
	'in JSON': (text) => JSON.stringify(text).slice(1, -1),
	'in JSON of .NET': (text) => text.replace(/[^A-Za-z0-9 ]/g, (character) => `\\u${hex(character, 4).toUpperCase()}`),
	'in JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)),
	'in HTML': (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`),
	'in HTML of .NET': (text) => text.replace(/[^A-Za-z0-9]/g, (character) => `&#x${hex(character, 1).toUpperCase()};`),
	'in HTML with names': (text) =>
		text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('+', '&plus;'),
	'in an address in a form': (text) => inForm(encodeURIComponent(text)),
	'in base64': (text) => Buffer.from(text).toString('base64'),
	'in base64 after one character': (text) => Buffer.from(`:${text}.`).toString('base64url'),
	'in base64 after two characters': (text) => Buffer.from(`a:${text}..`).toString('base64'),
	'in base64 of a form': (text) => Buffer.from(`id:${inForm(text)}`).toString('base64'),
	'in JavaScript': (text) => text.replace(/[^A-Za-z0-9]/g, (character) => `\\x${hex(character, 2)}`),
};

/** Every eight characters of a secret in a row. */
function runsOf(secret: string): string[] {
	const length = Math.min(8, secret.length);
	return Array.from({ length: secret.length - length + 1 }, (_, start) => secret.slice(start, start + length));
}

function expectNoRun(words: string, secret: string, write: (text: string) => string = (text) => text): void {
	for (const run of new Set([...runsOf(secret), ...runsOf(write(secret)).filter(tellsMuch)])) {
		if (words.includes(run))
			throw new Error(`${JSON.stringify(run)} of ${JSON.stringify(secret)} stands in ${JSON.stringify(words)}`);
	}
}

/** A stretch of a written form that is more than an escape or two. */
function tellsMuch(run: string): boolean {
	return /^[A-Za-z0-9]{8}$/.test(run) && !/^(u?00)/.test(run);
}

/** What could stand in a token or a password. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~+/=&%!"<>\\ \'#?:;@';
const secret = fc
	.string({ unit: fc.constantFrom(...letters), minLength: 5, maxLength: 2000, size: 'max' })
	.filter((text) => text.trim() === text);
const writing = fc.constantFrom(...Object.values(WRITINGS));

/** Every way from an answer to words. */
const PATHS: Record<string, (said: string, secrets: Secrets) => string> = {
	'words of a text': (said, secrets) => wordsOf(said, secrets),
	'a summary': (said, secrets) => serviceWords(JSON.stringify({ message: said }), secrets),
	'a web page': (said, secrets) => serviceWords(`<html><p>${said}</p></html>`, secrets),
	'a list of errors': (said, secrets) =>
		serviceWords(JSON.stringify({ title: 'no', errors: [said, { message: said }] }), secrets),
	'errors by path': (said, secrets) => serviceWords(JSON.stringify({ errors: { [said]: [said] } }), secrets),
	'a named feature': (said, secrets) =>
		namedFeatures(JSON.stringify({ errors: [{ index: 0, path: said, message: said }] }), secrets)[0].message,
	'an answer that is no JSON': (said, secrets) => String(thrownBy(() => readJson(`{${said}`, secrets))),
	'a plan that is none': (said, secrets) =>
		String(thrownBy(() => readPlanAnswer(JSON.stringify({ [said]: 1 }), secrets))),
	'a lookup that is none': (said, secrets) =>
		String(thrownBy(() => readLookupAnswer(JSON.stringify({ code: said, viewerTokens: said }), secrets))),
};

describe.each(Object.entries(PATHS))('%s', (_path, say) => {
	it('shows no eight characters of a secret in a row, wherever it stands and however it is written', () => {
		const place = fc.oneof(
			fc.nat(320),
			fc.integer({ min: 70, max: 90 }),
			fc.integer({ min: 280, max: 310 }),
			fc.integer({ min: 19_700, max: 20_010 }),
		);
		fc.assert(
			fc.property(secret, writing, place, (one, write, before) => {
				expectNoRun(say(`${'x '.repeat(before / 2)}${write(one)} and more`, new Secrets([one])), one, write);
			}),
			{ numRuns: 50 },
		);
	});
});

describe('a text in which secrets are hidden', () => {
	it.each(Object.entries(WRITINGS))('holds none that is written %s, at any place around a cut', (_how, write) => {
		const token = `eyJ0eXAi+/${'0aB-_.9+/%&"<\\='.repeat(30)}`;
		const secrets = new Secrets([token]);
		for (let before = 200; before <= 310; before++)
			expectNoRun(wordsOf(`${'.'.repeat(before)}${write(token)}`, secrets), token, write);
	});

	it('holds none whose characters are escaped here and there', () => {
		const escapes = Object.values(WRITINGS).slice(1, 11);
		const mixed = fc.array(fc.tuple(fc.constantFrom(...letters), fc.nat(), fc.boolean()), {
			minLength: 8,
			maxLength: 60,
		});
		fc.assert(
			fc.property(mixed, fc.nat(escapes.length - 1), (characters, which) => {
				const one = characters.map(([character]) => character).join('');
				const text = characters
					.map(([character, , escaped]) =>
						escaped || '\\%&+'.includes(character) ? escapes[which](character) : character,
					)
					.join('');
				expectNoRun(new Secrets([one]).hide(`<${text}>`), one);
			}),
			{ numRuns: 500 },
		);
	});

	it('holds none of several, one of which may begin or end another', () => {
		const several = fc.tuple(
			fc.array(anySecret, { minLength: 1, maxLength: 4 }),
			fc.array(fc.tuple(fc.nat(), writing, anyText)),
		);
		fc.assert(
			fc.property(several, ([all, parts]) => {
				const hidden = new Secrets(all).hide(
					parts.map(([which, write, between]) => between + write(all[which % all.length])).join('\n'),
				);
				for (const one of all) if (one.length >= 5 && !one.includes('hidden')) expectNoRun(hidden, one);
			}),
			{ numRuns: 300 },
		);
	});

	it('holds no part of one that the service has cut', () => {
		const token = 'eyJhbGciOiJSUzI1NiJ9.payload-of-the-token.signature';
		expect(new Secrets([token]).hide(`Invalid token: ${token.slice(5, 30)}...`)).toBe('Invalid token: [hidden]...');
	});

	it('shows where something was hidden, each time, and keeps the rest', () => {
		const secrets = new Secrets(['s3cret!']);
		expect(secrets.hide('a s3cret! b s3cret%21 c s3cret! d')).toBe('a [hidden] b [hidden] c [hidden] d');
		expect(secrets.hide('100 %25 of &amp; nothing \\u0041 here')).toBe('100 %25 of &amp; nothing \\u0041 here');
		expect(new Secrets([]).hide('nothing here')).toBe('nothing here');
		expect(new Secrets(['', 'abc']).hide('abc')).toBe('abc');
		expect(new Secrets(['key-of-it', 'key-of-it-and-more']).hide('key-of-it-and-more')).toBe('[hidden]');
	});

	it('holds none with a space that a form writes as a plus sign, and keeps plus signs that are none', () => {
		expect(new Secrets(['another', 'two words']).hide('1+1 two+words b')).toBe('1+1 [hidden] b');
		expect(new Secrets(['another']).hide('1+1 another+b')).toBe('1+1 [hidden]+b');
		const one = "it's two words!";
		const write = (text: string) => Buffer.from(`id:${inForm(text)}`).toString('base64');
		expectNoRun(new Secrets([one]).hide(`a ${write(one)} b`), one, write);
	});

	it.each(['base64', 'base64url'] as const)(
		'holds none in %s, whatever stands before it, in the letters that are only there',
		(alphabet) => {
			const one = '~~?>~~??>>';
			for (const before of ['', ':', 'a:']) {
				const written = Buffer.from(`${before}${one}`).toString(alphabet);
				expect(written).toMatch(alphabet === 'base64' ? /[+/].*[+/]/ : /[-_].*[-_]/);
				expect(new Secrets([one]).hide(`a ${written} b`)).toMatch(/^a \w{0,3}\[hidden\][\w=]{0,4} b$/);
			}
		},
	);

	it('keeps what is too short for a secret, in base64 too', () => {
		expect(new Secrets(['abc']).hide('abc YWJj')).toBe('abc YWJj');
	});

	it('keeps escapes that stand for no character', () => {
		const odd = 'a &#9999999; %c0%80 %ff b';

		expect(new Secrets(['secret-word']).hide(`${odd} secret%2dword`)).toBe(`${odd} [hidden]`);
	});

	it('holds no token that was added later', () => {
		const secrets = new Secrets(['first-token']);
		expect(secrets.hide('second-token')).toBe('second-token');
		secrets.add('second-token');
		expect(secrets.hide('first-token second-token')).toBe('[hidden] [hidden]');
	});

	it('holds none that looked like markup, stood across a tag, or has broken Unicode', () => {
		expect(wordsOf('api<secret>-9876 x', new Secrets(['api<secret>-9876']))).toBe('[hidden] x');
		expect(wordsOf('half-of-<b></b>-a-secret', new Secrets(['half-of- -a-secret']))).toBe('[hidden] [hidden]');
		expect(wordsOf('a xyz\ud800y b', new Secrets(['xyz\ud800y']))).toBe('a [hidden] b');
		expect(wordsOf('a xyz%EF%BF%BDy b', new Secrets(['xyz\ud800y']))).toBe('a [hidden] b');
	});
});
