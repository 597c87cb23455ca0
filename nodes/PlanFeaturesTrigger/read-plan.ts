import { featuresAddress } from '../../service/answer';
import { readText } from '../shared/call';
import type { ItemFailure } from '../shared/item-error';
import type { RequestOptions } from '../shared/request-options';
import type { Session } from '../shared/session';
import type { PollTimes } from './patience';

/** A service that asks for more is read by the next poll. */
const LONGEST_WAIT_MS = 5_000;

/**
 * The text of a plan (section 4.3), or why there is none. A poll tries once or twice and leaves the rest to the next.
 */
export async function readPlan(
	session: Session,
	{ partnerCode, ...limits }: RequestOptions,
	{ requestMs, tries }: PollTimes,
	planCode: string,
): Promise<string | ItemFailure> {
	const url = featuresAddress(session.settings.baseUrl, planCode);
	const timeoutMs = Math.min(limits.timeoutMs, requestMs);
	const maxWaitMs = Math.min(limits.maxWaitMs, LONGEST_WAIT_MS);
	return await readText(
		session,
		{ method: 'GET', url, partnerCode, timeoutMs },
		{ ...limits, timeoutMs, maxWaitMs, maxTries: tries },
	);
}
