import { UserError } from 'n8n-workflow';
import type { LoginError } from '../service';

/** A login that failed, as n8n shows it: in the credential's test by its message, in a node by both texts. */
export class LoginFault extends UserError {
	readonly refused: boolean;

	constructor({ message, advice, refused }: Pick<LoginError, 'message' | 'advice' | 'refused'>) {
		super(message, { description: advice });
		this.name = 'LoginFault';
		this.refused = refused;
	}
}

/** Told by name: n8n may hand the error over from another copy of the module. */
export function isLoginFault(error: unknown): error is LoginFault {
	return error instanceof Error && error.name === 'LoginFault';
}
