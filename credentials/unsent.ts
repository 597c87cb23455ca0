import { hostOf } from '../service/answer';
import { wordsOf } from '../service/text';
import type { Secrets } from '../service/text';

/**
 * Whether n8n itself did not send a request, because its SSRF policy forbids the address. Such an error has words of
 * its own and no code, unlike one of a broken connection.
 */
export function isUnsent(error: unknown): boolean {
	const { code, response, name, message } = Object(error) as Record<string, unknown>;
	const givenUp = name === 'AbortError' || name === 'TimeoutError' || name === 'CanceledError';
	return code === undefined && response === undefined && !givenUp && typeof message === 'string' && message !== '';
}

/** What n8n did not send, and who can allow it. */
export function unsentWords(error: unknown, address: string, secrets: Secrets): { message: string; advice: string } {
	const { message } = Object(error) as Record<string, unknown>;
	const reason = wordsOf(typeof message === 'string' ? message : 'no reason given', secrets);
	return {
		message: `n8n did not send the request to ${hostOf(address)}: ${reason}`,
		advice: 'Ask the administrator of n8n which addresses its nodes may call.',
	};
}
