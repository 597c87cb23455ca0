import { lookupUrl } from '../../../../service/api';
import { thrownBy } from '../../thrown.mts';

const BASE = 'https://plans.example.com/eu';

describe('a lookup address', () => {
	it.each([
		['client', 'Clients'],
		['campus', 'Campuses'],
		['building', 'Buildings'],
		['floor', 'Floors'],
	] as const)('of a %s has the path segment %s', (resource, segment) => {
		expect(lookupUrl(BASE, resource, 'C-1')).toBe(`${BASE}/esapi/api/v1/${segment}/C-1`);
	});

	it('of a client takes the singular path of the sample when asked to', () => {
		expect(lookupUrl(BASE, 'client', 'C-1', { clientPath: 'Client' })).toBe(`${BASE}/esapi/api/v1/Client/C-1`);
	});

	it('of another resource does not change with the path of clients', () => {
		expect(lookupUrl(BASE, 'floor', 'F-1', { clientPath: 'Client' })).toBe(`${BASE}/esapi/api/v1/Floors/F-1`);
	});

	it('asks for a lifetime of viewer tokens in minutes and in seconds', () => {
		expect(lookupUrl(BASE, 'floor', 'F-1', { viewerTokenLifetimeMinutes: 15 })).toBe(
			`${BASE}/esapi/api/v1/Floors/F-1?viewerTokenLifetime=15&expiry=900`,
		);
	});

	it('names the partner only beside a lifetime, URL-encoded', () => {
		const partnerCode = 'p&a=b';
		expect(lookupUrl(BASE, 'floor', 'F-1', { partnerCode })).toBe(`${BASE}/esapi/api/v1/Floors/F-1`);
		expect(lookupUrl(BASE, 'floor', 'F-1', { partnerCode, viewerTokenLifetimeMinutes: 1 })).toBe(
			`${BASE}/esapi/api/v1/Floors/F-1?viewerTokenLifetime=1&expiry=60&partnerCode=p%26a%3Db`,
		);
	});

	it('leaves an empty partner code out', () => {
		expect(lookupUrl(BASE, 'floor', 'F-1', { partnerCode: '', viewerTokenLifetimeMinutes: 1 })).toBe(
			`${BASE}/esapi/api/v1/Floors/F-1?viewerTokenLifetime=1&expiry=60`,
		);
	});

	it('rejects a partner code that no header can carry', () => {
		const lookup = () => lookupUrl(BASE, 'floor', 'F-1', { partnerCode: 'p\ud800', viewerTokenLifetimeMinutes: 1 });
		expect(thrownBy(lookup)).toMatchObject({ rule: 'partnerCode' });
	});

	it('has whole minutes and seconds', () => {
		expect(lookupUrl(BASE, 'floor', 'F-1', { viewerTokenLifetimeMinutes: 2.5 })).toContain(
			'?viewerTokenLifetime=2&expiry=150',
		);
	});

	it('names the resource whose code is wrong', () => {
		expect(thrownBy(() => lookupUrl(BASE, 'campus', ''))).toMatchObject({ message: 'The campus code is empty' });
	});
});
