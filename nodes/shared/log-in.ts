import type { IExecuteFunctions } from 'n8n-workflow';
import { usableBond } from '../../credentials/token-bond';
import { whyNotSend } from './call';
import type { ItemFailure } from './item-error';
import { sendFailure } from './request-failure';
import { rememberToken } from './session';
import type { Session } from './session';

const ENDED = AbortSignal.abort();

/**
 * Logs in where no token is in hand, and sends nothing: n8n's helper has the credential log in before it finds that the
 * signal of the request has ended. For callers that keep others waiting while they send.
 * @param url of the service
 * @returns why nothing may be sent, if so
 */
export async function logInFirst(session: Session, url: string): Promise<ItemFailure | undefined> {
	const { context, raw, settings, limiter } = session;
	const isLoggedIn = () => usableBond(raw, settings, Date.now()) !== undefined;
	if (isLoggedIn()) return undefined;
	return await limiter.run(async () => {
		// Another plan of the run may have logged in meanwhile.
		if (whyNotSend(session) !== undefined || isLoggedIn()) return whyNotSend(session);
		const caller = Object.create(context, { getExecutionCancelSignal: { value: () => ENDED } }) as IExecuteFunctions;
		try {
			const data = { id: '', name: '', type: 'planServiceApi', data: raw };
			await context.helpers.httpRequestWithAuthentication.call(caller, 'planServiceApi', { method: 'GET', url }, { credentialsDecrypted: data });
		} catch (error) {
			const failure = sendFailure(error, session, { method: 'GET', partnerCode: '', timeoutMs: 0 }, false);
			if (failure.isLogin && !isLoggedIn()) session.loginFailure ??= failure;
		} finally {
			rememberToken(session);
		}
		if (session.loginFailure === undefined) limiter.open();
		else limiter.release();
		return whyNotSend(session);
	});
}
