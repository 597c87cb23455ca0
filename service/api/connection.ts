/** What went wrong below HTTP, told by the error codes of Node.js. */
export type ConnectionFault = 'dns' | 'refused' | 'unreachable' | 'tls' | 'brokenTls' | 'timeout' | 'lost';

const CODES: Partial<Record<string, ConnectionFault>> = {
	ENOTFOUND: 'dns',
	EAI_AGAIN: 'dns',
	EAI_FAIL: 'dns',
	ECONNREFUSED: 'refused',
	EHOSTUNREACH: 'unreachable',
	ENETUNREACH: 'unreachable',
	EADDRNOTAVAIL: 'unreachable',
	ECONNABORTED: 'timeout',
	ETIMEDOUT: 'timeout',
	EPROTO: 'tls',
};

/** @param code the `code` of a Node.js or axios error */
export function connectionFault(code: string): ConnectionFault {
	const known = CODES[code];
	if (known !== undefined) return known;
	if (isCertificateFault(code)) return 'tls';
	return /^ERR_(TLS|SSL)/.test(code) ? 'brokenTls' : 'lost';
}

/**
 * Whether a fault of TLS certainly came before anything was sent. Any other may be one damaged byte in the middle of an
 * answer: `EPROTO` is a handshake that failed, or a connection that broke while a long request was written.
 */
export function isCertificateFault(code: string): boolean {
	return /CERT|SIGNATURE/.test(code);
}

/** Whether nothing can have been sent. A time-out may have come before or after. */
export function hasNeverConnected(fault: ConnectionFault): boolean {
	return fault === 'dns' || fault === 'refused' || fault === 'unreachable' || fault === 'tls';
}

/** What happened, about an address that a person knows. */
export function connectionWords(fault: ConnectionFault, address: string): string {
	const host = hostOf(address);
	switch (fault) {
		case 'dns':
			return `Host not found: ${host}`;
		case 'refused':
			return `${host} refused the connection`;
		case 'unreachable':
			return `${host} cannot be reached from n8n`;
		case 'tls':
			return `No secure connection to ${host}: its TLS certificate was not accepted, or it does not speak TLS`;
		case 'brokenTls':
			return `The secure connection to ${host} broke before the answer was there`;
		case 'timeout':
			return `${host} did not answer in time (timed out)`;
		case 'lost':
			return `The connection to ${host} broke before the answer was there`;
	}
}

/** Host and port of an address, as a person knows it. */
export function hostOf(address: string): string {
	try {
		return new URL(address).host;
	} catch {
		return address;
	}
}
