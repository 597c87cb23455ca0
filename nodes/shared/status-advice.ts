import type { CredentialSettings } from '../../credentials/credential-settings';

/** What a person can do about a status that the service answered with. */
export function statusAdvice(status: number, { tokenHeader }: Pick<CredentialSettings, 'tokenHeader'>): string {
	switch (status) {
		case 400:
			return 'Correct what the service names, then run the item again.';
		case 401:
			return `The service does not accept a token that was just made. Check Base URL and Token Header ("${tokenHeader}") in the credential, and test the credential.`;
		case 403:
			return 'Check that the API key may access this partner (role Partner User) and that Partner Code is right.';
		case 404:
			return 'Check the code, and that it belongs to the partner of the credential.';
		case 409:
		case 422:
			return 'The plan is being changed or migrated. Try again in a while, or raise Max Retries in the options.';
		case 413:
			return 'Lower Batch Size in the options.';
		case 429:
		case 503:
			return 'The service asks to slow down. Lower Concurrency or raise Max Wait in the options, or run later.';
	}
	if (status >= 300 && status < 400) {
		return 'The service redirects elsewhere, and the token is not sent on. Set Base URL to the address that answers itself.';
	}
	if (status >= 500) return 'The service has a fault of its own. Try again later.';
	return 'Check the parameters of the node and the credential.';
}
