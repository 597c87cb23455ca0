import type { IHttpRequestHelper } from 'n8n-workflow';
import { LoginError, connectionFault, connectionWords, partnerProblem, partnersAddress, readNamedList, secretsOf, serviceWords } from '../service';
import type { Partner, Secrets } from '../service';
import type { CredentialSettings } from './credential-settings';
import { signedHeaders } from './signing';
import type { TokenBond } from './token-bond';
import { isUnsent, unsentWords } from './unsent';

const PROBE_TIMEOUT_MS = 30_000;

/**
 * Asks the service itself with a token that was just made. Any answer of a service counts, as a
 * deployment need not list anything; a login it does not take, a website or no answer do not.
 * @throws LoginError in words
 */
export async function probeService(
	{ helpers }: IHttpRequestHelper,
	credential: CredentialSettings,
	bond: TokenBond,
): Promise<void> {
	const { baseUrl } = credential;
	let answer: unknown;
	try {
		answer = await helpers.httpRequest({
			method: 'GET',
			url: partnersAddress(baseUrl),
			headers: { ...signedHeaders(credential, bond.token), Accept: 'application/json' },
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: PROBE_TIMEOUT_MS,
			abortSignal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
			skipSslCertificateValidation: credential.allowUnauthorizedCerts,
		});
	} catch (error) {
		throw unreached(error, credential, bond);
	}
	judge(answer, credential, bond);
}

/** Only the code of the error is read, and what n8n itself said: the error holds the request and so the token. */
function unreached(error: unknown, credential: CredentialSettings, { token }: TokenBond): LoginError {
	const { baseUrl } = credential;
	if (isUnsent(error)) {
		const unsent = unsentWords(error, baseUrl, secretsOf(credential, [token]));
		return new LoginError(`The login works, but: ${unsent.message}`, unsent.advice, true);
	}
	const { code } = Object(error) as Record<string, unknown>;
	const fault = code === 'ERR_CANCELED' ? 'timeout' : connectionFault(String(code));
	const { message, advice } = connectionWords(fault, baseUrl, 'Base URL');
	return new LoginError(`The login works, but: ${message}`, advice, false);
}

function judge(answer: unknown, credential: CredentialSettings, { token }: TokenBond): void {
	const { baseUrl } = credential;
	const { statusCode, body } = Object(answer) as Record<string, unknown>;
	const status = typeof statusCode === 'number' ? statusCode : 0;
	const secrets = secretsOf(credential, [token]);
	const words = serviceWords(body, secrets);
	const said = words === '' ? '' : `: ${words}`;
	if (status === 401) {
		throw new LoginError(
			`The login works, but ${baseUrl} does not accept its token (status 401)${said}`,
			'Check Base URL, and Token Header: the service may read only one of the two headers.',
			true,
		);
	}
	if (status >= 300 && status < 400) {
		throw new LoginError(
			`The login works, but ${baseUrl} redirects elsewhere (status ${status})`,
			'Set Base URL to the address that answers itself, with https:// if it has it.',
			true,
		);
	}
	if (status >= 500) {
		throw new LoginError(
			`The login works, but ${baseUrl} answered with status ${status}${said}`,
			'The service cannot answer at the moment. Try again later.',
			false,
		);
	}
	if (status < 300 && typeof body === 'string' && /^\s*</.test(body)) {
		throw new LoginError(
			`The login works, but ${baseUrl} answers with a web page, not as a plan service`,
			'Check Base URL in the credential.',
			true,
		);
	}
	if (status === 200 && typeof body === 'string') judgePartner(body, credential, secrets);
}

/** Where the service lists partners, which it need not, the test tells whether Partner Code is one of them. */
function judgePartner(body: string, { partnerCode }: CredentialSettings, secrets: Secrets): void {
	let partners: Partner[];
	try {
		partners = readNamedList(body, secrets);
	} catch {
		return;
	}
	const problem = partnerProblem(partnerCode, partners, secrets);
	if (problem !== undefined) throw new LoginError('The login works, but a node could not read plans with it', problem, true);
}
