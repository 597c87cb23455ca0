import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { readSettings } from '../../../credentials/credential-settings';
import {
	boundTokenIn,
	boundTokenText,
	isUnexpired,
	parseBoundToken,
	rejectToken,
	usableToken,
} from '../../../credentials/login';
import type { BoundToken } from '../../../credentials/login';
import { credentialFor, withToken } from './sample.mts';

const raw = credentialFor('https://plans.example.com');
const settings = readSettings(raw);
const anyToken = fc.oneof(
	fc.string({ unit: 'grapheme-ascii', minLength: 1 }),
	fc.constantFrom('a|b', '|', 'v1|x|1|2|y', 'line\nbreak'),
);
const anySettingsDigest = fc.string({ maxLength: 8 }).map((text) => createHash('sha256').update(text).digest('hex'));
const anyBond: fc.Arbitrary<BoundToken> = fc.record({
	settingsDigest: anySettingsDigest,
	issuedAtMs: fc.nat(),
	expiresAtMs: fc.maxSafeNat(),
	token: anyToken,
});

describe('the text of a bond', () => {
	it('is read back as the same bond', () => {
		fc.assert(fc.property(anyBond, (bond) => expect(parseBoundToken(boundTokenText(bond))).toEqual(bond)));
	});

	const settingsDigest = 'a'.repeat(64);
	it.each([
		'',
		'token',
		`v1|${settingsDigest}|1|2|`,
		`v1|${settingsDigest}|1|2`,
		`v1|${settingsDigest}|1||t`,
		`v1|${settingsDigest}||2|t`,
		`v1|${settingsDigest}|-1|2|t`,
		`v1|${settingsDigest}|1|2.5|t`,
		`v1|${settingsDigest}|1e3|2|t`,
		`v2|${settingsDigest}|1|2|t`,
		`xv1|${settingsDigest}|1|2|t`,
		`v1|${settingsDigest}a|1|2|t`,
		`v1|${settingsDigest.slice(1)}|1|2|t`,
		`v1|${settingsDigest.toUpperCase()}|1|2|t`,
		`v1|${'g'.repeat(64)}|1|2|t`,
	])('is not read from %j', (text) => {
		expect(parseBoundToken(text)).toBeUndefined();
	});

	it('holds neither secrets nor keys', () => {
		const text = String(withToken(raw, 'T').accessToken);
		for (const { 1: value } of Object.entries(raw).filter(([name]) => /^ap/.test(name)))
			expect(text).not.toContain(value);
	});
});

describe('a token', () => {
	it('is left alone a tenth of its life before it expires, at most half a minute', () => {
		const fresh = (lifetimeMs: number, afterMs: number) =>
			isUnexpired({ settingsDigest: '', token: '', issuedAtMs: 1000, expiresAtMs: 1000 + lifetimeMs }, 1000 + afterMs);
		expect([0, 89, 90, 91].map((afterMs) => fresh(100, afterMs))).toEqual([true, true, false, false]);
		expect([3_569_999, 3_570_000].map((afterMs) => fresh(3_600_000, afterMs))).toEqual([true, false]);
		expect([269_999, 270_000].map((afterMs) => fresh(300_000, afterMs))).toEqual([true, false]);
	});

	it('is usable for exactly the credential that it was made for, until it expires', () => {
		const issuedAtMs = 5_000_000;
		const stored = withToken(raw, 'T', { issuedAtMs, lifetimeMs: 60_000 });
		expect(usableToken(stored, issuedAtMs)).toMatchObject({
			token: 'T',
			issuedAtMs,
			expiresAtMs: issuedAtMs + 60_000,
		});
		fc.assert(
			fc.property(fc.nat(200_000), (afterMs) => {
				expect(usableToken(stored, issuedAtMs + afterMs) !== undefined).toBe(afterMs < 54_000);
			}),
		);
	});

	it('is not usable once any field that it was made for has changed', () => {
		const stored = withToken(raw, 'T');
		const names = ['baseUrl', 'authUrl', 'applicationId', 'applicationSecret', 'apiKey', 'apiSecret', 'scope'] as const;
		fc.assert(
			fc.property(fc.constantFrom(...names), fc.string({ minLength: 1 }), (name, added) => {
				const edited = { ...stored, [name]: `${settings[name]}/${encodeURIComponent(added)}x` };
				expect(usableToken(edited, Date.now())).toBeUndefined();
			}),
		);
	});

	it('is not usable when two fields have exchanged what they hold', () => {
		const { applicationId, apiKey } = settings;
		const settingsDigest = (more: object) => readSettings({ ...raw, ...more }).settingsDigest;
		expect(settingsDigest({ applicationId: apiKey, apiKey: applicationId })).not.toBe(settings.settingsDigest);
		expect(settingsDigest({ apiKey: 'a', apiSecret: 'bc' })).not.toBe(settingsDigest({ apiKey: 'ab', apiSecret: 'c' }));
	});

	it('stays usable when only what does not decide about it has changed', () => {
		const edited = {
			...withToken(raw, 'T'),
			partnerCode: 'other',
			tokenHeader: 'authorization',
			allowUnauthorizedCerts: true,
		};
		expect(usableToken(edited, Date.now())).toMatchObject({ token: 'T' });
	});

	it.each(['', 'token', 'v1|x|1|2|t', 7])('is none in the stored text %j', (accessToken) => {
		expect(boundTokenIn({ ...raw, accessToken })).toBeUndefined();
		expect(usableToken({ ...raw, accessToken }, Date.now())).toBeUndefined();
	});

	it('that the service rejects leaves a credential without a token as it is: n8n logs in for an empty one', () => {
		const empty = { ...raw };
		rejectToken(empty, 'T');
		expect(empty.accessToken).toBe('');
	});

	it('that the service rejects is kept, but not used any more', () => {
		const stored = withToken(raw, 'T');
		const before = parseBoundToken(stored.accessToken);
		rejectToken(stored, 'T');
		expect(parseBoundToken(stored.accessToken)).toEqual({ ...before, expiresAtMs: 0 });
		expect(usableToken(stored, Date.now())).toBeUndefined();
	});
});
