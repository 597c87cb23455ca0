import type { IExecuteFunctions } from 'n8n-workflow';
import { usableBond } from '../../credentials/token-bond';
import type { ItemFailure } from './item-error';
import { sendFailure } from './request-failure';
import { rememberToken } from './session';
import type { Session } from './session';

const ENDED = AbortSignal.abort();

export function hasToken({ raw, settings }: Session): boolean {
	return usableBond(raw, settings, Date.now()) !== undefined;
}

/**
 * Logs in where no token is in hand, and sends nothing: n8n's helper has the credential log in before it finds that the
 * signal of the request has ended. So a login has times of its own, and what is sent afterwards is certainly sent.
 * @param url of the service
 * @returns the login's failure, if so
 */
export async function logInFirst(session: Session, url: string): Promise<ItemFailure | undefined> {
	if (hasToken(session)) return undefined;
	const { context, raw } = session;
	const caller = Object.create(context, { getExecutionCancelSignal: { value: () => ENDED } }) as IExecuteFunctions;
	const credentialsDecrypted = { id: '', name: '', type: 'planServiceApi', data: raw };
	try {
		await context.helpers.httpRequestWithAuthentication.call(
			caller,
			'planServiceApi',
			{ method: 'GET', url },
			{ credentialsDecrypted },
		);
	} catch (error) {
		if (hasToken(session)) return undefined;
		const failure = sendFailure(error, session, { method: 'GET', partnerCode: '', timeoutMs: 0 }, false);
		return failure.isLogin ? failure : undefined;
	} finally {
		rememberToken(session);
	}
	return undefined;
}
