import { UserError } from 'n8n-workflow';
import { withoutTrailing } from '../service/text';
import type { LoginError } from './login-error';

/**
 * A login that failed, as n8n shows it. The credential's Test shows the message alone, so the message says what to do,
 * too, and a node says the same words.
 */
export class LoginFault extends UserError {
	readonly refused: boolean;

	constructor({ message, advice, refused }: Pick<LoginError, 'message' | 'advice' | 'refused'>) {
		super(`${withoutTrailing(message, '.')}. ${withoutTrailing(advice, '.')}`, { description: advice });
		this.name = 'LoginFault';
		this.refused = refused;
	}
}

/** Told by name: n8n may hand the error over from another copy of the module. */
export function isLoginFault(error: unknown): error is LoginFault {
	return error instanceof Error && error.name === 'LoginFault';
}
