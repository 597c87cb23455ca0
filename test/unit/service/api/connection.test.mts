import { connectionFault, connectionWords, hasNeverConnected } from '../../../../service/api';
import type { ConnectionFault } from '../../../../service/api';

describe('a connection that fails', () => {
	it.each<[ConnectionFault, string[]]>([
		['dns', ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL']],
		['refused', ['ECONNREFUSED']],
		['unreachable', ['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']],
		['timeout', ['ECONNABORTED', 'ETIMEDOUT']],
		[
			'tls',
			[
				'EPROTO',
				'ERR_TLS_CERT_ALTNAME_INVALID',
				'DEPTH_ZERO_SELF_SIGNED_CERT',
				'CERT_HAS_EXPIRED',
				'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
			],
		],
		[
			'brokenTls',
			['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'ERR_TLS_HANDSHAKE_TIMEOUT'],
		],
		['lost', ['ECONNRESET', 'EPIPE', 'ERR_BAD_RESPONSE', 'MY_ERR_TLS', '', 'undefined']],
	])('is told as "%s" by its code', (fault, codes) => {
		expect(codes.map(connectionFault)).toEqual(codes.map(() => fault));
	});

	it.each<[ConnectionFault, boolean]>([
		['dns', true],
		['refused', true],
		['unreachable', true],
		['tls', true],
		['brokenTls', false],
		['timeout', false],
		['lost', false],
	])('by "%s" can have sent nothing: %j', (fault, nothingSent) => {
		expect(hasNeverConnected(fault)).toBe(nothingSent);
	});
});

describe('the words about a connection', () => {
	it.each<[ConnectionFault, string]>([
		['dns', 'Host not found: plans.example.com:8443'],
		['refused', 'plans.example.com:8443 refused the connection'],
		['unreachable', 'plans.example.com:8443 cannot be reached from n8n'],
		[
			'tls',
			'No secure connection to plans.example.com:8443: its TLS certificate was not accepted, or it does not speak TLS',
		],
		['brokenTls', 'The secure connection to plans.example.com:8443 broke before the answer was there'],
		['timeout', 'plans.example.com:8443 did not answer in time (timed out)'],
		['lost', 'The connection to plans.example.com:8443 broke before the answer was there'],
	])('say for "%s" what happened', (fault, message) => {
		expect(connectionWords(fault, 'https://plans.example.com:8443/eu')).toBe(message);
	});

	it('repeat an address that is none', () => {
		expect(connectionWords('dns', 'nowhere')).toBe('Host not found: nowhere');
	});
});
