import type { IHttpRequestHelper } from 'n8n-workflow';
import {
	connectionWords,
	mostBytesAt,
	partnersAddress,
	readBoundedText,
	readNamedList,
	serviceWords,
} from '../service/answer';
import { secretsOf } from '../service/login';
import type { Secrets } from '../service/text';
import { faultOfCall } from './broken-call';
import { connectionAdvice } from './credential-advice';
import { labelOf } from './credential-fields';
import type { CredentialSettings } from './credential-settings';
import { LoginError } from './login-error';
import { partnerProblem } from './partner-problem';
import type { Partner } from './partner-problem';
import { signedHeaders } from './signing';
import type { TokenBond } from './token-bond';
import { isUnsent, unsentWords } from './unsent';

const PROBE_TIMEOUT_MS = 30_000;

/**
 * Asks the service itself with a token that was just made. Any answer of a service passes, because a deployment need
 * not list anything. A refused token, a website or no answer at all does not.
 * @throws LoginError in words
 */
export async function probeService(
	{ helpers }: IHttpRequestHelper,
	credential: CredentialSettings,
	bond: TokenBond,
): Promise<void> {
	const url = partnersAddress(credential.baseUrl);
	let answer: ProbeAnswer;
	try {
		const given: unknown = await helpers.httpRequest({
			method: 'GET',
			url,
			// Without Partner Code, because a service may refuse to list partners for one that is wrong, and a refusal
			// passes.
			headers: { ...signedHeaders({ ...credential, partnerCode: '' }, bond.token), Accept: 'application/json' },
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: PROBE_TIMEOUT_MS,
			abortSignal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
			skipSslCertificateValidation: credential.allowUnauthorizedCerts,
		});
		const { statusCode, body } = Object(given) as Record<string, unknown>;
		// Of an answer that is too long the beginning tells enough: whether it is a web page, and what it says.
		const { text } = await readBoundedText(body, mostBytesAt(url));
		answer = { status: typeof statusCode === 'number' ? statusCode : 0, body: text };
	} catch (error) {
		throw unreachedError(error, credential, bond);
	}
	assertGoodAnswer(answer, credential, bond);
}

interface ProbeAnswer {
	status: number;
	body: string;
}

/** Only the code of the error is read, and what n8n itself said: the error holds the request and so the token. */
function unreachedError(error: unknown, credential: CredentialSettings, { token }: TokenBond): LoginError {
	const { baseUrl } = credential;
	if (isUnsent(error)) {
		const unsent = unsentWords(error, baseUrl, secretsOf(credential, [token]));
		return new LoginError(`The login works, but: ${unsent.message}`, unsent.advice, true);
	}
	const fault = faultOfCall(error);
	return new LoginError(
		`The login works, but: ${connectionWords(fault, baseUrl)}`,
		connectionAdvice(fault, 'baseUrl'),
		false,
	);
}

function assertGoodAnswer({ status, body }: ProbeAnswer, credential: CredentialSettings, { token }: TokenBond): void {
	const { baseUrl } = credential;
	const label = labelOf('baseUrl');
	const secrets = secretsOf(credential, [token]);
	const words = serviceWords(body, secrets);
	const said = words === '' ? '' : `: ${words}`;
	if (status === 401) {
		throw new LoginError(
			`The login works, but ${baseUrl} does not accept its token (status 401)${said}`,
			`Check ${label}, and ${labelOf('tokenHeader')}: the service may read only one of the two headers.`,
			true,
		);
	}
	if (status >= 300 && status < 400) {
		throw new LoginError(
			`The login works, but ${baseUrl} redirects elsewhere (status ${status})`,
			`Set ${label} to the address that answers itself, with https:// if it has it.`,
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
	if (status < 300 && body.trimStart().startsWith('<')) {
		throw new LoginError(
			`The login works, but ${baseUrl} answers with a web page, not as a plan service`,
			`Check ${label} in the credential.`,
			true,
		);
	}
	if (status === 200) assertPartner(body, credential, secrets);
}

/** Where the service lists partners, which it need not, the test tells whether Partner Code is one of them. */
function assertPartner(body: string, { partnerCode }: CredentialSettings, secrets: Secrets): void {
	let partners: Partner[];
	try {
		partners = readNamedList(body, secrets);
	} catch {
		return;
	}
	const problem = partnerProblem(partnerCode, partners, secrets);
	if (problem !== undefined)
		throw new LoginError('The login works, but a node could not read plans with it', problem, true);
}
