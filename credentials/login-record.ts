import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { LoginError } from './login-error';
import type { LoginFault } from './login-fault';
import type { TokenBond } from './token-bond';

/** What this process knows of one credential object of n8n. */
export interface LoginRecord {
	/** Whether n8n has asked for a request to be signed with it. */
	signed: boolean;
	/** Whether a person's Test asked for a login, and whether that login and the probe after it went well. */
	test: 'no' | 'asked' | 'passed';
	/** The outcome of the first login, until it is known whether a Test or an execution had asked for it. */
	first?: TokenBond | LoginError;
	/** Why the last call of n8n failed. n8n 1.x drops what the credential threw, so the nodes read it here. */
	lastFault?: LoginFault;
}

/** n8n makes a new object for each execution and each Test, and drops it with them. */
const records = new WeakMap<ICredentialDataDecryptedObject, LoginRecord>();

export function recordOf(raw: ICredentialDataDecryptedObject): LoginRecord {
	const known = records.get(raw);
	if (known !== undefined) return known;
	const record: LoginRecord = { signed: false, test: 'no' };
	records.set(raw, record);
	return record;
}
