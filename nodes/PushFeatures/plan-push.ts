import { featuresUrl, pushFeaturesUrl, readPlanResponse, rowOf, readServiceMessage } from '../../service/api';
import { has, isAccepted } from '../../service/push';
import type { PlanService, PushEntry, Sent } from '../../service/push';
import { openSession } from '../shared/client';
import type { ServiceRequest, Session } from '../shared/client';
import { ItemFailure } from '../shared/item-failure';
import type { ServiceResponse } from '../shared/failures';
import type { ServiceRun } from '../shared/service-run';
import { untilAborted, wait } from '../shared/wait';
import { invalidItemFailure, ProblemWriter } from './input-problems';
import { LoadedPlan } from './loaded-plan';
import type { PreparedItem } from './input-features';
import type { PlanPush } from './prepared-items';
import { validateOnPlan } from './prepared-items';

/**
 * The service, as the push of a plan needs it (sections 4.2 and 4.3).
 * @param onUnknown is called when a request has ended whose outcome is unknown
 */
export function serviceFor(
	run: ServiceRun,
	session: Session,
	plan: PlanPush,
	onUnknown: (batch: readonly PushEntry[]) => void,
): PlanService<ItemFailure> {
	const { planCode, partnerCode } = plan;
	return {
		send: async (batch, onSend) => {
			const { author, timeoutMs } = batch[0].policy;
			const url = pushFeaturesUrl(session.settings.baseUrl, planCode, author);
			const body = () => JSON.stringify({ features: batch.map(({ feature, sent = feature }) => sent) });
			const sent = await send(session, { method: 'POST', url, body, partnerCode, timeoutMs, onSend });
			if (sent.kind === 'unknown') onUnknown(batch);
			return sent;
		},
		readPlan: async (purpose) => {
			const { policy } = plan.entries[0];
			const isReadBack = purpose === 'readBack';
			const reader = isReadBack ? await sessionToRead(run, session) : session;
			const url = featuresUrl(session.settings.baseUrl, planCode);
			const request = { method: 'GET', url, partnerCode, timeoutMs: policy.timeoutMs, skipsCaches: true } as const;
			const limits = isReadBack ? { ...policy, maxAttempts: 1 } : policy;
			const features = await reader.read(request, limits, readPlanResponse);
			return features instanceof ItemFailure ? { reason: features } : { features };
		},
		validate: async (features) => {
			const items = await validateOnPlan(run, plan, new LoadedPlan(features));
			const failureOf = (own: PreparedItem[]) => invalidItemFailure(plan, own, new ProblemWriter());
			if (items.length > 0 && !run.context.continueOnFail()) return failureOf(items);
			const failures = new Map(items.map((item) => [item.itemIndex, failureOf([item])]));
			for (const entry of plan.entries.filter(has('pending'))) {
				const invalid = failures.get(entry.itemIndex);
				if (invalid !== undefined) Object.assign(entry, { invalid, status: { kind: 'notPushed' } });
			}
			return undefined;
		},
		wait: async (ms) => {
			await wait(ms, session.cancelSignal);
			return mayRead(session) ? undefined : session.whyNotSend();
		},
	};
}

/** With On Error: Stop the first plan that fails ends the run; the others may still read what they have in doubt. */
async function sessionToRead(run: ServiceRun, session: Session): Promise<Session> {
	if (session.whyNotSend() === undefined || !mayRead(session)) return session;
	return await openSession(run.reporter, 'execution', 1);
}

function mayRead(session: Session): boolean {
	return !session.cancelSignal.aborted && session.whyNotSend()?.isLogin !== true;
}

/** One attempt, and what it says about the features of the request (docs/delivery.md). */
async function send(session: Session, request: ServiceRequest): Promise<Sent<ItemFailure>> {
	const attempt = await session.request(request);
	if (attempt.kind === 'response') return readResponse(session, attempt.response);
	const { kind, failure: reason } = attempt;
	if (kind === 'ended') return { kind, reason };
	const { requestError: error, isLogin } = reason;
	const { code, status, serviceMessage = reason.message } = reason.details;
	if (status === 400) return { kind: 'rejected', reason, message: serviceMessage };
	// A response that could not be read says nothing, whatever its status.
	const isUnread = code === 'responseTooLarge' || code === 'unexpectedResponse';
	if (isUnread || (error !== undefined && rowOf(error).taken === 'maybe')) return { kind: 'unknown', reason };
	return { kind: 'notTaken', reason, ...(isLogin ? {} : { error }) };
}

/** Of a response that is no error: section 4.2 gives status 200 with no body, and proves that it is whole. */
function readResponse({ settings }: Session, { statusCode, body, isComplete }: ServiceResponse): Sent<ItemFailure> {
	if (isAccepted(statusCode, body) && isComplete) return { kind: 'taken' };
	const unknown = (what: string, advice: string, more = {}): Sent<ItemFailure> => {
		const message = `The response to the push ${what}`;
		const details = { status: statusCode, ...more };
		return { kind: 'unknown', reason: new ItemFailure({ code: 'unexpectedResponse', message, advice, details }) };
	};
	if (body.trimStart().startsWith('<'))
		return unknown('is a web page, not one of the service', 'Check Base URL in the credential, and the proxy of n8n.');
	if (isAccepted(statusCode, body))
		return unknown(
			'may have been cut off',
			'Let the service, or the proxy before it, send Content-Length or chunked responses.',
		);
	const serviceMessage = readServiceMessage(body, settings.secrets);
	const advice = 'Report the response to the operator of the service.';
	if (serviceMessage === '') return unknown(`has status ${statusCode}, which does not say that it was taken`, advice);
	const what = `has status ${statusCode} and says: ${serviceMessage}. That does not say that it was taken`;
	return unknown(what, advice, { serviceMessage });
}

/** The end of the queue of each plan that is being pushed by this process. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Pushes of one plan never overlap in this process, because an overlap makes the service migrate the
 * plan and reject one of them (section 4.2). First come, first served; one that is cancelled while it waits leaves the
 * queue, and those behind it keep waiting for those before it.
 * @param key service and plan
 * @returns what the work gives; undefined when the execution was stopped before the work began
 */
export async function withPlanLock<T>(
	key: string,
	signal: AbortSignal,
	work: () => Promise<T>,
): Promise<T | undefined> {
	const before = queues.get(key) ?? Promise.resolve();
	const turn = untilAborted(before, signal).then(async () => (signal.aborted ? undefined : await work()));
	// Only once all before it are through: a queue that ends earlier lets the next one overlap with them.
	const queue = Promise.allSettled([before, turn]);
	queues.set(key, queue);
	void queue.then(() => {
		if (queues.get(key) === queue) queues.delete(key);
	});
	return await turn;
}
