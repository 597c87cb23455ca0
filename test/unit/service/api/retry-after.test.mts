import fc from 'fast-check';
import { retryAfterMs, serviceNowMs } from '../../../../service/api';

const NOW = Date.UTC(2026, 4, 1, 12, 0, 0);

describe('the header Retry-After', () => {
	it('is read as whole seconds', () => {
		fc.assert(fc.property(fc.nat(), (seconds) => expect(retryAfterMs(String(seconds), NOW)).toBe(seconds * 1000)));
	});

	it.each([' 3 ', '\t3', '03'])('%j is 3 seconds', (header) => {
		expect(retryAfterMs(header, NOW)).toBe(3000);
	});

	it('is read as an HTTP date, in both formats', () => {
		const anyMoment = fc.date({ min: new Date(NOW), max: new Date('2049-12-31T23:59:59Z'), noInvalidDate: true });
		fc.assert(
			fc.property(anyMoment, (moment) => {
				const header = moment.toUTCString();
				const [, day, month, year, time] = header.split(' ');
				const weekday = moment.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' });
				const old = `${weekday}, ${day}-${month}-${year.slice(2)} ${time} GMT`;
				const expected = Math.floor(moment.getTime() / 1000) * 1000 - NOW;
				expect([retryAfterMs(header, NOW), retryAfterMs(` ${old} `, NOW)]).toEqual([expected, expected]);
			}),
		);
	});

	it('that is a moment in the past is no wait', () => {
		expect(retryAfterMs('Sun, 06 Nov 1994 08:49:37 GMT', NOW)).toBe(0);
		expect(retryAfterMs('Sunday, 06-Nov-94 08:49:37 GMT', NOW)).toBe(0);
	});

	it.each([
		'',
		' ',
		'-1',
		'+1',
		'1.5',
		'1e3',
		'0x10',
		'3s',
		'a 3',
		'3, 4',
		'soon',
		'2026-05-01T12:00:10Z',
		'Fri, 01 May 2026 12:00:10',
		'Fri, 01 May 2026 12:00:10 GMT+2',
		'x Fri, 01 May 2026 12:00:10 GMT',
		'Fri, 1 May 2026 12:00:10 GMT',
		'fri, 01 may 2026 12:00:10 gmt',
		'Fri, 01 May 2026 12:00 GMT',
		'Friday, 01 May 2026 12:00:10 GMT',
		'Fri, 01-May-26 12:00:10 GMT',
		'Friday, 01-May-2026 12:00:10 GMT',
		'Fri, 01 May 2026 25:00:10 GMT',
		'Friday, 01-May-26 12:00:99 GMT',
	])('%j is not read', (header) => {
		expect(retryAfterMs(header, NOW)).toBeUndefined();
	});

	it.each([undefined, null, 3, ['3'], {}])('%j, which is no text, is not read', (header) => {
		expect(retryAfterMs(header, NOW)).toBeUndefined();
	});
});

describe("the service's clock", () => {
	it('is the Date of its response', () => {
		expect(serviceNowMs('Fri, 01 May 2026 14:00:10 GMT', NOW)).toBe(Date.parse('2026-05-01T14:00:10Z'));
	});

	it.each([undefined, 7, 'soon', 'Fri, 01 May 2026 25:00:10 GMT'])('is ours where its Date is %j', (date) => {
		expect(serviceNowMs(date, NOW)).toBe(NOW);
	});
});
