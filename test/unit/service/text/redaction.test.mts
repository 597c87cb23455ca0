import { createHash } from 'node:crypto';
import fc from 'fast-check';
import ts from 'typescript';
import { readJson, readLookupResponse, readPlanResponse, readServiceMessage } from '../../../../service/api';
import { Secrets, textOf } from '../../../../service/text';
import { anySecret, anyText } from '../../../support/generators/text.mts';
import { seed } from '../../../support/seed.mts';
import { isLinear } from '../../growth.mts';
import { thrownBy } from '../../thrown.mts';
import { WRITINGS, inForm } from './writings.mts';

/** Bytes as if by chance, the same for the same name and seed. */
function bytesOf(name: string, outputLength: number): Buffer {
	return createHash('shake256', { outputLength }).update(`${seed}/${name}`).digest();
}

function uuidOf(name: string): string {
	return bytesOf(name, 16)
		.toString('hex')
		.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Every eight characters of a secret in a row. */
function runsOf(secret: string): string[] {
	const length = Math.min(8, secret.length);
	return Array.from({ length: secret.length - length + 1 }, (_, start) => secret.slice(start, start + length));
}

function expectNoRun(words: string, secret: string): void {
	for (const run of new Set(runsOf(secret))) {
		if (words.includes(run))
			throw new Error(`${JSON.stringify(run)} of ${JSON.stringify(secret)} stands in ${JSON.stringify(words)}`);
	}
}

/** What could stand in a token or a password. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~+/=&%!"<>\\ \'#?:;@';
const secret = fc
	.string({ unit: fc.constantFrom(...letters), minLength: 5, maxLength: 2000, size: 'max' })
	.filter((text) => text.trim() === text);
const writing = fc.constantFrom(...Object.values(WRITINGS));

/** Every way from a response to words. */
const PATHS: Record<string, (said: string, secrets: Secrets) => string> = {
	'words of a text': (said, secrets) => textOf(said, secrets),
	'a summary': (said, secrets) => readServiceMessage(JSON.stringify({ message: said }), secrets),
	'a web page': (said, secrets) => readServiceMessage(`<html><p>${said}</p></html>`, secrets),
	'a list of errors': (said, secrets) =>
		readServiceMessage(JSON.stringify({ title: 'no', errors: [said, { message: said }] }), secrets),
	'errors by path': (said, secrets) => readServiceMessage(JSON.stringify({ errors: { [said]: [said] } }), secrets),
	'an answer that is no JSON': (said, secrets) => String(thrownBy(() => readJson(`{${said}`, secrets))),
	'a plan that is none': (said, secrets) =>
		String(thrownBy(() => readPlanResponse(JSON.stringify({ [said]: 1 }), secrets))),
	'a lookup that is none': (said, secrets) =>
		String(thrownBy(() => readLookupResponse(JSON.stringify({ code: said, viewerTokens: said }), secrets))),
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
				expectNoRun(say(`${'x '.repeat(before / 2)}${write(one)} and more`, new Secrets([one])), one);
			}),
			{ numRuns: 50 },
		);
	});
});

describe('a text that repeats a secret', () => {
	const apiKey = 'Kq7-vZ2m_Xw9.Lr4';

	it.each(Object.entries(WRITINGS))('shows the rest, without the secret %s', (_how, write) => {
		const secrets = new Secrets([apiKey, '<a+b>"c\'d&e/f`g']);

		for (const one of [apiKey, '<a+b>"c\'d&e/f`g']) {
			const redacted = secrets.redact(`The key ${write(one)} is unknown.`);
			expect(redacted).toMatch(/^The key .{0,3}\[redacted\].{0,6} is unknown\.$/);
		}
	});

	it('is redacted at each place', () => {
		const secrets = new Secrets([apiKey, 'another-secret']);

		expect(secrets.redact(`${apiKey}: ${apiKey.slice(2)}, another-secret`)).toBe('[redacted]: [redacted], [redacted]');
		expect(secrets.redact(`${apiKey}another-secret`)).toBe('[redacted]');
	});

	it('is hidden where it holds one of several, one of which may begin or end another', () => {
		const several = fc.tuple(
			fc.array(anySecret, { minLength: 1, maxLength: 4 }),
			fc.array(fc.tuple(fc.nat(), writing, anyText)),
		);
		fc.assert(
			fc.property(several, ([all, parts]) => {
				const written = parts.map(([which, write, between]) => between + write(all[which % all.length])).join('\n');
				const hidden = new Secrets(all).redact(written);
				for (const one of all) if (one.length >= 5) expectNoRun(hidden, one);
			}),
			{ numRuns: 300 },
		);
	});

	it.each([
		[
			'a part of a token that the service has cut',
			'eyJhbGciOiJSUzI1NiJ9.the-token',
			'no: iJSUzI1NiJ9.p',
			'no: [redacted]p',
		],
		['a short secret', 's3cret!', 'a s3cret! b', 'a [redacted] b'],
		['a secret of signs', '~~?>~~??>>', 'a ~~?>~~??>> b', 'a [redacted] b'],
		['a secret with blanks, of a form', "it's two words!", `a ${inForm("it's two words!")} b`, 'a [redacted] b'],
		['a secret that looked like markup', 'api<secret>-9876', 'api<secret>-9876 x', '[redacted] x'],
	])('is redacted: %s', (_what, one, text, redacted) => {
		expect(new Secrets([one]).redact(text)).toBe(redacted);
	});

	it('is hidden from when a token was added', () => {
		const secrets = new Secrets(['first-token']);
		expect(secrets.redact('second-token')).toBe('second-token');
		secrets.add('second-token');
		expect(secrets.redact('the second-token')).toBe('the [redacted]');
		expect(secrets.redact('the first-token')).toBe('the [redacted]');
	});

	it('is hidden where it repeats one of the newest tokens, of which there may be many', () => {
		const tokenOf = (index: number) => `token-number-${index}-of-many`;
		const secrets = new Secrets([apiKey]);
		for (let index = 1000; index < 2000; index++) {
			secrets.add(tokenOf(index));
			expect(secrets.redact(`no ${tokenOf(index).slice(6)}`)).toBe('no [redacted]');
		}

		for (const known of [apiKey, tokenOf(1999), tokenOf(1991)])
			expect(secrets.redact(`no ${known}`)).toBe('no [redacted]');
	});
});

describe('a text without a secret stands as it is', () => {
	it.each([
		[[], 'nothing here'],
		[['', 'abc'], 'abc YWJj'],
		[['another'], '1+1 two+words &amp; 100 %25 \\u0041 here'],
		[['secret-word'], 'a &#9999999; %c0%80 %ff b'],
	])('with the secrets %j: %s', (secrets, text) => {
		expect(new Secrets(secrets).redact(text)).toBe(text);
	});

	it('as 1,000 messages of a compiler do, every other one with the number of a trace, beside 300 secrets', () => {
		const known = (Object(ts) as { Diagnostics: Record<string, { message: string }> }).Diagnostics;
		const messages = Object.values(known)
			.map(({ message }, index) => (index % 2 === 0 ? message : `${message} (trace ${uuidOf(`trace ${index}`)})`))
			.slice(0, 1_000);
		const secrets = new Secrets(
			Array.from({ length: 100 }, (_, index) => [
				uuidOf(`secret ${index}`),
				bytesOf(`key ${index}`, 24).toString('base64'),
				`eyJhbGciOiJSUzI1NiJ9.${bytesOf(`token ${index}`, 300).toString('base64url')}`,
			]).flat(),
		);

		expect(messages).toHaveLength(1_000);
		// Of a hundred seeds one has a trace with eight digits that a secret has, too.
		expect(messages.filter((message) => secrets.redact(message) !== message).length).toBeLessThanOrEqual(1);
	});
});

test('hiding takes time in proportion to the secrets, also where one comes later', () => {
	let drawn = 0;
	const token = (size: number) => bytesOf(`long token ${drawn++}`, size).toString('base64url');

	expect(
		isLinear(
			(size) => ({ secrets: new Secrets([token(size)]), later: token(size) }),
			({ secrets, later }) => {
				secrets.redact('The key may not access this partner.');
				secrets.add(later);
				secrets.redact('The key may not access this partner.');
			},
		),
	).toBe(true);
});
