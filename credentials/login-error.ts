import { UserError } from 'n8n-workflow';
import { invisibleIn, tokenUrl } from '../service/api';
import type { LoginData, NoToken, NoTokenReason } from '../service/api';
import { inertText, withoutTrailing } from '../service/text';
import { labelOf } from './credential-fields';

/**
 * Why the credential can't be used, a rejection by the service or a field that is wrong, for n8n's screen. Contains no
 * secret. The credential's Test shows the message alone, so the message says what to do as well.
 */
export class LoginFailure extends UserError {
	constructor(
		readonly what: string,
		readonly advice: string,
		/** Logging in again can't help. */
		readonly isRejected = true,
		/** How long the service wants no further login. */
		readonly retryAfterMs = 0,
	) {
		super(`${withoutTrailing(what, '.')}. ${withoutTrailing(advice, '.')}`, { description: advice });
		this.name = 'LoginFailure';
	}
}

/** The name of the error by which signing requests a token from n8n. */
export const TOKEN_REQUIRED = 'TokenRequired';

/** Recognized by name: the error may come from n8n's other copy of the module. */
export function isLoginFailure(error: unknown): error is LoginFailure {
	return error instanceof Error && error.name === 'LoginFailure';
}

interface Rejection {
	what: (facts: { url: string; scope: string; status: number; detail: string }) => string;
	advice: string;
	/** The cause is not what was typed, so typos are not searched for. */
	isInputValid?: true;
}

const [ID, APP_SECRET, KEY, SECRET] = ['applicationId', 'applicationSecret', 'apiKey', 'apiSecret'].map(labelOf);
const [URL_LABEL, SCOPE] = ['authUrl', 'scope'].map(labelOf);
const PASSWORD_GRANT = 'Set Allowed Grant Type of the Application to Resource Owner Password.';
const NOT_THE_SERVICE = `Check ${URL_LABEL} in the credential: it must be the URL of the authentication service.`;

const asMessage = ({ status, detail }: { status: number; detail: string }) =>
	`The authentication service responded with status ${status}${detail === '' ? '' : `: ${detail}`}`;

/** Each response to a login that gives no token. A reason without its row does not compile. */
const REJECTIONS: Record<NoTokenReason, Rejection> = {
	invalid_scope: {
		what: ({ scope }) => `The authentication service rejected the scopes "${scope}" (invalid_scope)`,
		advice:
			`${SCOPE} must equal the Allowed Scopes of the Application, separated by spaces. Correct it here or in the ` +
			'account management console.',
	},
	invalid_client: {
		what: () => 'The authentication service does not know this application, or its secret is wrong (invalid_client)',
		advice: `Check ${ID} and ${APP_SECRET} in the credential.`,
	},
	unauthorized_client: {
		what: () => 'The application may not log in with an API key (unauthorized_client)',
		advice: PASSWORD_GRANT,
	},
	unsupported_grant_type: {
		what: () =>
			'The authentication service does not take the password grant for this application (unsupported_grant_type)',
		advice: PASSWORD_GRANT,
	},
	invalid_grant: {
		what: () => 'The authentication service does not know this API key, or its secret is wrong (invalid_grant)',
		advice: `Check ${KEY} and ${SECRET} in the credential; the key may have been deleted.`,
	},
	redirect: {
		what: ({ url, status }) => `${url} redirects elsewhere (status ${status}); secrets are not sent on`,
		advice: `Set ${URL_LABEL} in the credential to the final URL, with https:// if it has it.`,
	},
	notFound: {
		what: ({ url, status }) => `There is no token service at ${url} (status ${status})`,
		advice: `Check ${URL_LABEL} in the credential: it is the URL without /connect/token.`,
	},
	notAToken: {
		what: ({ url, detail }) => `${url} responded, but not with a token (${detail})`,
		advice: NOT_THE_SERVICE,
	},
	expired: {
		what: () => 'The authentication service gave a token that has already expired',
		advice: "Have the Application's token lifetime checked in the account management console.",
		isInputValid: true,
	},
	otherRejection: {
		what: asMessage,
		advice: 'Check the application, the API key and their secrets in the credential.',
	},
	busy: {
		what: asMessage,
		advice: "The authentication service can't respond at the moment. Try again later.",
		isInputValid: true,
	},
};

/** A response to a login that gave no token, as a message: likely typos come before the advice. */
export function noTokenFailure(
	{ reason, status, detail }: NoToken,
	login: LoginData,
	retryAfterMs?: number,
): LoginFailure {
	const { what, advice, isInputValid } = REJECTIONS[reason];
	const facts = { url: tokenUrl(login.authUrl), scope: inertText(login.scope), status, detail };
	const typos = isInputValid ? [] : typosIn(login);
	return new LoginFailure(what(facts), [...typos, advice].join(' '), reason !== 'busy', retryAfterMs);
}

function typosIn(login: LoginData): string[] {
	const typos: string[] = [];
	for (const name of ['applicationId', 'applicationSecret', 'apiKey', 'apiSecret', 'scope'] as const) {
		const [label, invisible] = [labelOf(name), invisibleIn(login[name])];
		if (invisible !== undefined) typos.push(`${label} contains an invisible character (${invisible}): type it again.`);
		else if (login[name].trim() !== login[name]) typos.push(`${label} begins or ends with a space: remove it.`);
	}
	if (/\/connect\/token$/i.test(login.authUrl)) typos.push(`${URL_LABEL} ends with /connect/token: leave that out.`);
	return typos;
}
