import { UserError } from 'n8n-workflow';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
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

/** n8n 1.x drops what the credential threw, so the last fault of each credential object is kept beside it. */
const lastFaults = new WeakMap<ICredentialDataDecryptedObject, LoginFault | undefined>();

export function noteLogin(credentials: ICredentialDataDecryptedObject, fault: LoginFault | undefined): void {
	lastFaults.set(credentials, fault);
}

/** Why the last login with this object failed; undefined when it went well. */
export function loginFaultOf(credentials: ICredentialDataDecryptedObject): LoginFault | undefined {
	return lastFaults.get(credentials);
}
