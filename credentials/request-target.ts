import { InvalidInputError } from './invalid-input-error';

/** Where a request says that it goes. n8n's older request helper, which the HTTP Request node uses, says `uri`. */
interface Addressed {
	url?: unknown;
	uri?: unknown;
	baseURL?: unknown;
}

/**
 * The one address of a request, in full, so that what is checked is what is sent. Only a path is joined to a base.
 * Every other text is read without one, because beside a base "https:evil.test/x" is a path, and some HTTP clients take
 * it for the host evil.test.
 * @param baseUrl of the credential, for a request that names no base itself
 * @throws InvalidInputError for what is no address, and for one of another host than `baseUrl`
 */
export function targetOf({ url, uri, baseURL }: Addressed, baseUrl: string): string {
	const address = String(url ?? uri ?? '');
	const base = String(baseURL ?? baseUrl).replace(/\/$/, '');
	const whole = address === '' || isPath(address) ? `${base}${address}` : address;
	if (!URL.canParse(whole)) {
		throw new InvalidInputError(
			'The request has no address that can be read',
			'Give the whole address, beginning with the Base URL of the credential.',
		);
	}
	const home = new URL(baseUrl);
	const target = new URL(whole);
	if (target.origin !== home.origin) {
		throw new InvalidInputError(
			`The token is for ${home.host} and is not sent to ${target.host}`,
			'Use this credential for requests to its Base URL only.',
		);
	}
	return `${target.origin}${target.pathname}${target.search}`;
}

/** "//host" and "/\host" name a host. */
function isPath(address: string): boolean {
	return /^\/(?![/\\])/.test(address);
}
