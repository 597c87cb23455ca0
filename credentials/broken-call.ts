import { connectionFault } from '../service/answer';
import type { ConnectionFault } from '../service/answer';

/**
 * What went wrong with a call of the credential that has no answer. Only code and name are read: the error holds the
 * request, and so secrets.
 */
export function faultOfCall(error: unknown): ConnectionFault {
	const { code, name } = Object(error) as Record<string, unknown>;
	if (code === 'ERR_CANCELED' || name === 'AbortError' || name === 'TimeoutError') return 'timeout';
	return connectionFault(typeof code === 'string' ? code : '');
}
