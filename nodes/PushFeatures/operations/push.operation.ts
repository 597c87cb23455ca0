import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { featuresUrl, pushFeaturesUrl, readPlanResponse, readServiceMessage, rowOf } from '../../../service/api';
import { BoundedCache } from '../../../service/cache';
import { withoutUnsent } from '../../../service/plan';
import { endPush, pushPlan } from '../../../service/push';
import type { PlanService, Sent } from '../../../service/push';
import { cancelSignalOf, openSession } from '../../shared/client';
import type { ServiceRequest, Session } from '../../shared/client';
import { asItemFailure, knownFailure } from '../../shared/failures';
import type { ServiceResponse } from '../../shared/failures';
import { ItemFailure } from '../../shared/item-failure';
import type { Choice } from '../../shared/parameter';
import { ServiceRun } from '../../shared/service-run';
import { mapInChunks, untilAborted, wait } from '../../shared/wait';
import { isValid } from '../input-features';
import { invalidInputFailure, invalidItemFailure, ProblemWriter } from '../input-problems';
import { entriesOf, giveHints, prepareItems } from '../prepared-items';
import type { PlanPush } from '../prepared-items';
import { matchForPush } from '../plan-matching';
import {
	endRun,
	failuresOf,
	outcomeHints,
	runFailure,
	successesFirst,
	summaryOf,
	withOtherPlans,
} from '../push-report';
import { RetryMemory, forgetShown, markInDoubt, recordInDoubt } from '../retry-memory';

export const option = {
	name: 'Push Features',
	value: 'push',
	action: 'Push features to plan',
	description: 'Add features to plans',
} satisfies Choice<'push'>;

export const toolDescription =
	"Adds features to a plan, for good: what is there can't be changed or removed. Check them first, and push only " +
	'when the user has agreed. Needs the plan code and the features as JSON.';

/** One item for each plan. Several plans go side by side, each plan's requests one after the other. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const continues = context.continueOnFail();
	const run = new ServiceRun(context);
	const retryMemory = new RetryMemory(context);
	const { plans, failures } = await prepareItems(run, 'push');
	for (const plan of plans) matchForPush(plan, retryMemory.hasSent(plan));
	const invalid = continues ? undefined : invalidInputFailure(plans, failures);
	if (invalid !== undefined) {
		retryMemory.record([]);
		const title = 'An earlier attempt of this execution sent features to';
		const failure = withOtherPlans(invalid.failure, [...retryMemory.plans.values()], title);
		return [await endRun(run, { ...invalid, failure })];
	}
	for (const plan of plans) {
		plan.entries = entriesOf(plan.items.filter(isValid));
		retryMemory.restore(plan);
	}

	let endedBy: PlanPush | undefined;
	await Promise.all(
		plans.map(async (plan) => {
			await pushWithLock(run, plan);
			if (continues || plan.ended === undefined) return;
			endedBy ??= plan;
			// Only that there is a reason counts for the other plans: the report is about the plan that ended the run.
			run.end(plan.ended.reason ?? knownFailure('cancelled'));
		}),
	);

	giveHints(run, outcomeHints(plans));
	const ended = continues ? undefined : runFailure(plans, endedBy);
	if (ended !== undefined) {
		retryMemory.record(plans);
		return [await endRun(run, ended)];
	}
	const writer = new ProblemWriter();
	for (const plan of plans) {
		for (const [itemIndex, failure] of failuresOf(plan)) failures.set(itemIndex, failure);
		const others = plan.items.filter((item) => !isValid(item));
		await mapInChunks(others, (item) => failures.set(item.itemIndex, invalidItemFailure(plan, [item], writer)));
	}
	const successes = plans.flatMap((plan) => summaryOf(plan, failures));
	return [await successesFirst(run, successes, failures)];
}

async function pushWithLock(run: ServiceRun, plan: PlanPush): Promise<void> {
	const { planCode, partnerCode, entries, loaded } = plan;
	const signal = cancelSignalOf(run.context);
	const end = (reason: ItemFailure) => endPush(plan, { reason, attempts: 0 });
	if (entries.length === 0) return;
	try {
		const session = await run.session();
		const { baseUrl } = session.settings;
		// Before its turn, so that a login that hangs holds up nobody else; without a partner nothing is sent at all.
		const unsent = partnerCode === '' ? undefined : await session.ensureLogin(featuresUrl(baseUrl, planCode));
		if (unsent !== undefined) return end(unsent);
		const key = JSON.stringify([baseUrl, planCode]);
		const service = serviceFor(run, session, plan, key);
		await withPlanLock(key, signal, async () => {
			plan.planBefore = isCurrent(key, loaded.origin.readAtMs) ? loaded.index() : undefined;
			markInDoubt(key, entries);
			await pushPlan(plan, service);
			forgetShown(key, entries);
		});
		if (signal.aborted) end(knownFailure('cancelled'));
	} catch (error) {
		end(asItemFailure(error));
	}
}

/** The service, as the push of a plan needs it (sections 4.2 and 4.3). @param key service and plan */
function serviceFor(run: ServiceRun, session: Session, plan: PlanPush, key: string): PlanService<ItemFailure> {
	const { planCode, partnerCode } = plan;
	return {
		send: async (batch, onSend) => {
			const { author, timeoutMs } = batch[0].policy;
			const url = pushFeaturesUrl(session.settings.baseUrl, planCode, author);
			const body = () => JSON.stringify({ features: batch.map(({ feature, sent = feature }) => withoutUnsent(sent)) });
			const sent = await send(session, { method: 'POST', url, body, partnerCode, timeoutMs, onSend });
			if (sent.kind === 'unknown') recordInDoubt(key, batch, plan.entries);
			return sent;
		},
		readPlan: async (purpose) => {
			const { policy } = plan.entries[0];
			const isReadBack = purpose === 'readBack';
			const reader = isReadBack ? await sessionToRead(run, session) : session;
			const url = featuresUrl(session.settings.baseUrl, planCode);
			const { timeoutMs, maxWaitMs } = policy;
			const options = { partnerCode, timeoutMs, maxWaitMs, skipsCaches: true, ...(isReadBack && { maxAttempts: 1 }) };
			try {
				return { features: await reader.read(url, options, readPlanResponse) };
			} catch (error) {
				return { reason: asItemFailure(error) };
			}
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

const ACCEPTED_BODIES = new Set(['', 'null', 'true', '{}', '[]', '"ok"']);

/** Whether a response says plainly that a push was taken: section 4.2 gives status 200 with no body. */
export function isAccepted(status: number, body: string): boolean {
	return status === 200 && body.length < 100 && ACCEPTED_BODIES.has(body.replace(/\s/g, '').toLowerCase());
}

/** The end of the queue of each plan that is being pushed by this process. */
const queues = new Map<string, Promise<unknown>>();

/** What was read longer ago, other processes may have pushed to. */
const READ_FOR_MS = 30_000;

/** When the last push of a plan ended. */
const pushedAtMs = new BoundedCache<number>({ maxAgeMs: READ_FOR_MS, maxWeight: 100_000, weightOf: () => 1 });

/** Whether nobody of this process has pushed to a plan since it was read. @param key service and plan */
export function isCurrent(key: string, readAtMs: number): boolean {
	return readAtMs > Math.max(pushedAtMs.peek(key) ?? -Infinity, performance.now() - READ_FOR_MS);
}

/**
 * Pushes of one plan never overlap in this process, because an overlap makes the service migrate the plan and reject
 * one of them (section 4.2). First come, first served, also where one of them is cancelled while it waits.
 * @param key service and plan @returns undefined when the execution was stopped before the work began
 */
export async function withPlanLock<T>(
	key: string,
	signal: AbortSignal,
	work: () => Promise<T>,
): Promise<T | undefined> {
	const before = queues.get(key) ?? Promise.resolve();
	const turn = untilAborted(before, signal).then(async () => {
		if (signal.aborted) return undefined;
		return await work().finally(() => pushedAtMs.set(key, performance.now()));
	});
	// Only once all before it are through: a queue that ends earlier lets the next one overlap with them.
	const queue = Promise.allSettled([before, turn]);
	queues.set(key, queue);
	void queue.then(() => {
		if (queues.get(key) === queue) queues.delete(key);
	});
	return await turn;
}
