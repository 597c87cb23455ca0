import { isExpired, viewerTokenOf } from '../../../../service/api';
import { inputProblem, thrownBy } from '../../thrown.mts';

const EXPIRY = '2026-05-01T12:00:00Z';
const NOW = Date.parse(EXPIRY);
const tokens = { allAreas: 'one', allAreasAndChildren: 'many', expiry: EXPIRY };

describe('the viewer token of a lookup', () => {
	it('is the one of the access level, with its expiry', () => {
		expect(viewerTokenOf({ viewerTokens: tokens }, 'allAreas')).toEqual({ value: 'one', expiresAt: EXPIRY });
		expect(viewerTokenOf({ viewerTokens: tokens }, 'allAreasAndChildren')).toEqual({
			value: 'many',
			expiresAt: EXPIRY,
		});
	});

	it.each([{ allAreas: 'one' }, { allAreas: 'one', expiry: null }])('of %j has no known expiry', (viewerTokens) => {
		expect(viewerTokenOf({ viewerTokens }, 'allAreas')).toEqual({ value: 'one', expiresAt: null });
	});

	it.each([{}, { viewerTokens: null }, { viewerTokens: 'one' }, { viewerTokens: { allAreas: 7 } }])(
		'is missed in %j',
		(lookup) => {
			expect(thrownBy(() => viewerTokenOf(lookup, 'allAreas'))).toMatchObject(
				inputProblem('The item holds no viewer tokens', 'hasViewerTokens'),
			);
		},
	);

	it.each([
		[null, 'null'],
		[undefined, 'missing'],
		['', 'missing'],
		[' ', 'missing'],
	])('of a client or building, %j, is refused with the level to pick', (allAreas, what) => {
		expect(thrownBy(() => viewerTokenOf({ viewerTokens: { ...tokens, allAreas } }, 'allAreas'))).toMatchObject(
			inputProblem(`The viewer token "allAreas" is ${what}`, 'opensOwnPlan'),
		);
	});

	it('of all areas and children that is null is rejected, too', () => {
		const viewerTokens = { ...tokens, allAreasAndChildren: null };
		expect(thrownBy(() => viewerTokenOf({ viewerTokens }, 'allAreasAndChildren'))).toMatchObject(
			inputProblem('The viewer token "allAreasAndChildren" is null', 'opensPlansBelow'),
		);
	});
});

describe('a viewer token', () => {
	const expiredAt = (expiresAt: string | null, nowMs: number) => isExpired({ value: 'one', expiresAt }, nowMs);

	it('is expired from its very expiry on', () => {
		expect([NOW - 1, NOW, NOW + 1].map((nowMs) => expiredAt(EXPIRY, nowMs))).toEqual([false, true, true]);
	});

	it.each([
		'2026-05-01T12:00:00',
		'2026-05-01T12:00',
		'2026-05-01T12:00:00.000',
		'2026-05-01T12:00:00.0000000Z',
		'2026-05-01T14:00:00+02:00',
		'2026-05-01T10:00:00-02:00',
		'20260501T120000Z',
		'20260501T1200',
		'20260501T140000,0+0200',
		'2026-05-01T12:00:00,0000000Z',
		'2026-05-01T14+02',
		'2026-05-01t12:00:00z',
		'2026-05-01 12:00:00Z',
		'2026-W18-5T12:00Z',
		'2026W185T12Z',
		'2026-121T12:00Z',
		'+002026-05-01T12:00:00Z',
		'2026-04-30T24:00:00-12:00',
	])('expires at %s in UTC, whatever the time zone of n8n (row 7)', (expiresAt) => {
		expect([NOW - 1, NOW].map((nowMs) => expiredAt(expiresAt, nowMs))).toEqual([false, true]);
	});

	it('of unknown expiry is not expired', () => {
		expect(expiredAt(null, Number.MAX_SAFE_INTEGER)).toBe(false);
	});

	it.each([
		'',
		'soon',
		'tomorrow T12:00',
		'2026-13-01T12:00Z',
		'2026-02-30T12:00Z',
		'2026-05-01T25:00Z',
		'12:00',
		'T12:00Z',
		'1777636800',
	])('whose expiry is %j may be expired', (expiresAt) => {
		expect(expiredAt(expiresAt, NOW)).toBeUndefined();
	});
});
