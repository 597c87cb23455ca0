import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { readSettings } from '../../credentials/credential-settings';
import type { CredentialSettings } from '../../credentials/credential-settings';
import { bondIn, usableBond } from '../../credentials/token-bond';
import { secretsOf } from '../../service/login';
import type { Secrets } from '../../service/text';
import type { Asker } from './advice';
import type { ItemFailure } from './item-error';
import { RunLimiter } from './run-limiter';
import { limiterOf } from './service-limiter';

/** The contexts in which nodes of this package call the service. */
export type ServiceContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** What one run of a node shares between its calls: the credential, read once, and what the calls learned. */
export interface Session {
	context: ServiceContext;
	asker: Exclude<Asker, 'push'>;
	settings: CredentialSettings;
	/** n8n's own object of the credential. n8n writes a renewed token into it, so the calls of a run share it. */
	raw: ICredentialDataDecryptedObject;
	limiter: RunLimiter;
	/** Ends when the execution is stopped. */
	cancelSignal: AbortSignal | undefined;
	/** What no error may repeat: the secrets of the credential, and every token that was in hand. */
	secrets: Secrets;
	/** A login that failed: no further login, no further request. */
	loginFailure?: ItemFailure;
	/** Set when the run ends early: nothing more is sent. */
	endedBy?: ItemFailure;
}

/** @throws InvalidInputError when the credential is incomplete */
export async function openSession(
	context: ServiceContext,
	asker: Session['asker'],
	concurrency: number,
): Promise<Session> {
	const raw = await context.getCredentials<ICredentialDataDecryptedObject>('planServiceApi');
	const settings = readSettings(raw);
	const alone = usableBond(raw, settings, Date.now()) === undefined;
	// With no token yet the first call goes alone: one login, and one answer if it fails.
	const limiter = new RunLimiter(limiterOf(settings.baseUrl), concurrency, alone);
	const cancelSignal = cancelSignalOf(context);
	// "Retry On Fail" runs the node of a stopped execution again.
	if (cancelSignal?.aborted) limiter.release();
	cancelSignal?.addEventListener('abort', () => limiter.release(), { once: true });
	return { context, asker, settings, raw, limiter, cancelSignal, secrets: secretsOf(settings, tokenIn(raw)) };
}

export function cancelSignalOf(context: ServiceContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** A signal that aborts with the first of the two. */
export function joinSignals(signal: AbortSignal, cancelSignal: AbortSignal | undefined): AbortSignal {
	return cancelSignal === undefined ? signal : AbortSignal.any([cancelSignal, signal]);
}

/** To be called after each request, because n8n may have renewed the token. */
export function rememberToken({ raw, secrets }: Session): void {
	for (const token of tokenIn(raw)) secrets.add(token);
}

function tokenIn(raw: ICredentialDataDecryptedObject): string[] {
	const bond = bondIn(raw);
	return bond === undefined ? [] : [bond.token];
}
