import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';
import { LoginError } from '../service';
import type { CredentialSettings } from './credential-settings';
import { bondIn } from './token-bond';
import type { TokenBond } from './token-bond';
import { ALL_TRIES } from './token-exchange';
import { obtainToken, obtainTokenAnew } from './token-source';

/** What came of the first login for an object of n8n: a token that was made for it, or a fault that may pass. */
const outcomes = new WeakMap<ICredentialDataDecryptedObject, TokenBond | LoginError>();

/**
 * The login that n8n asks for before a request is signed, when nothing tells an execution from a test: one try, whose
 * outcome the test takes for its own. After a fault that may pass, an execution goes on to further tries.
 * @returns undefined after a fault that may pass
 * @throws LoginError when the login is refused
 */
export async function firstLogin(
	helper: IHttpRequestHelper,
	raw: ICredentialDataDecryptedObject,
	settings: CredentialSettings,
): Promise<TokenBond | undefined> {
	const askedAtMs = Date.now();
	try {
		const bond = await obtainToken(helper, settings, bondIn(raw), { first: 1, last: 1 });
		if (bond.issuedAtMs >= askedAtMs) outcomes.set(raw, bond);
		return bond;
	} catch (error) {
		const failure = error instanceof LoginError ? error : undefined;
		if (failure === undefined || failure.refused) throw failure ?? error;
		outcomes.set(raw, failure);
		return undefined;
	}
}

/** The login of an execution, after `firstLogin` the further tries of it. @throws LoginError */
export async function furtherLogin(
	helper: IHttpRequestHelper,
	raw: ICredentialDataDecryptedObject,
	settings: CredentialSettings,
): Promise<TokenBond> {
	const failedBefore = outcomes.get(raw) instanceof LoginError;
	outcomes.delete(raw);
	return await obtainToken(helper, settings, bondIn(raw), failedBefore ? { ...ALL_TRIES, first: 2 } : ALL_TRIES);
}

/** The login of a test, made for it and no other: each test makes one. @throws LoginError */
export async function testLogin(
	helper: IHttpRequestHelper,
	raw: ICredentialDataDecryptedObject,
	settings: CredentialSettings,
): Promise<TokenBond> {
	const first = outcomes.get(raw);
	if (first instanceof LoginError) throw first;
	return first ?? (await obtainTokenAnew(helper, settings));
}
