import { featuresAddress, namedInBatch, pushFeaturesAddress, readPlanAnswer, serviceWords } from '../../service/api';
import { advance, isAffirmative, nextStep } from '../../service/push';
import type { PushEvent, ServiceDate, Step } from '../../service/push';
import type { Secrets } from '../../service/text';
import { readAnswer, tryOnce, waitForTry } from '../shared/call';
import type { Answer } from '../shared/request-failure';
import { ItemFailure, asItemFailure } from '../shared/item-error';
import type { ServiceRequest } from '../shared/request';
import type { Session } from '../shared/session';
import { untilAborted } from '../shared/wait';
import type { PlanPush } from './plan-entries';

/**
 * Carries out what the machine says for one plan, request by request, until it says that the push is over (section
 * 4.2).
 */
export async function pushPlan(session: Session, plan: PlanPush): Promise<void> {
	const { state } = plan;
	for (let step = nextStep(state); step.do !== 'done' && step.do !== 'fail'; step = nextStep(state)) {
		advance(state, await carryOut(session, plan, step), Math.random());
	}
}

async function carryOut(
	session: Session,
	plan: PlanPush,
	step: Exclude<Step<ItemFailure>, { do: 'done' | 'fail' }>,
): Promise<PushEvent<ItemFailure>> {
	switch (step.do) {
		case 'wait': {
			const ended = await waitForTry(session, step.ms);
			return ended === undefined ? { kind: 'waited' } : { kind: 'stopped', reason: ended };
		}
		case 'look':
			return await look(session, plan);
		case 'send':
			return await send(session, plan, step.indices);
	}
}

/** Looks at the features of the plan as they are now (section 4.3). */
async function look(
	session: Session,
	{ planCode, partnerCode, entries, state }: PlanPush,
): Promise<PushEvent<ItemFailure>> {
	const [{ rules }] = entries;
	const { timeoutMs } = rules;
	const url = featuresAddress(session.settings.baseUrl, planCode);
	const request: ServiceRequest = { method: 'GET', url, partnerCode, timeoutMs, isFresh: true };
	const limits = state.ending === undefined ? rules : { ...rules, maxAttempts: 1 };
	const answer = await readAnswer(session, request, limits);
	if (answer instanceof ItemFailure)
		return { kind: session.whyNotSend() === undefined ? 'unseen' : 'stopped', reason: answer };
	try {
		const features = readPlanAnswer(answer.body, session.secrets);
		const { statusCode, headers } = answer;
		const doubt = statusCode === 200 ? undefined : doubtfulLook(`with status ${statusCode}`);
		const ageMs = Number(headers.age ?? 0) * 1000 || 0;
		return { kind: 'seen', features, doubt, old: doubtfulLook('by a cache'), ageMs, date: dateOf(answer) };
	} catch (error) {
		return { kind: 'unseen', reason: asItemFailure(error) };
	}
}

function doubtfulLook(how: string): ItemFailure {
	return new ItemFailure({
		code: 'unexpectedResponse',
		message: `The plan was given ${how}, so it may be an older state or a part of it`,
		advice: 'Have plans answered by the service itself, with status 200 and not from a cache.',
	});
}

function dateOf({ headers }: Answer): ServiceDate | undefined {
	const dateMs = Date.parse(String(headers.date));
	return Number.isNaN(dateMs) ? undefined : { dateMs, atMs: performance.now() };
}

async function send(session: Session, plan: PlanPush, indices: number[]): Promise<PushEvent<ItemFailure>> {
	const startedAt = performance.now();
	const tried = await tryOnce(session, requestOf(session, plan, indices));
	if (tried instanceof ItemFailure) return { kind: 'stopped', reason: tried };
	const tookMs = performance.now() - startedAt;
	if ('answer' in tried) return verdictOn(tried.answer, session, tookMs);
	const { failure } = tried;
	const { status, serviceMessage } = failure.details;
	if (failure.isLogin) return { kind: 'failed', reason: failure };
	if (status !== 400) return { kind: 'failed', fault: failure.requestError, reason: failure };
	const refusal = { words: serviceMessage ?? failure.message, named: namedInBatch(failure.named, indices.length) };
	return { kind: 'failed', fault: failure.requestError, reason: failure, refusal, tookMs };
}

/** Of what is no refusal: taken, answered (never sent again), or lost. */
function verdictOn(answer: Answer, { secrets }: Session, tookMs: number): PushEvent<ItemFailure> {
	const { statusCode: status, body, isFramed } = answer;
	const reason = unclearAnswerFailure(answer, secrets);
	if (body.trimStart().startsWith('<')) return { kind: 'failed', fault: LOST, reason, tookMs };
	if (status === 200 && isFramed !== true) return { kind: 'failed', fault: LOST, reason: cutFailure(), tookMs };
	const date = dateOf(answer);
	return isAffirmative(status, body) ? { kind: 'taken', tookMs, date } : { kind: 'answered', tookMs, date, reason };
}

/** Delivered to nobody who said so. */
const LOST = { kind: 'connection', connection: 'reset' } as const;

function cutFailure(): ItemFailure {
	return new ItemFailure({
		code: 'unexpectedResponse',
		message: 'The push was answered, and nothing proves that the answer was whole',
		advice: 'Have the service, or the proxy before it, send Content-Length or chunks.',
		details: { status: 200 },
	});
}

function requestOf({ settings }: Session, plan: PlanPush, indices: number[]): ServiceRequest {
	const { planCode, partnerCode, entries, state } = plan;
	const { author, timeoutMs } = entries[indices[0]].rules;
	return {
		method: 'POST',
		url: pushFeaturesAddress(settings.baseUrl, planCode, author),
		body: () => JSON.stringify({ features: indices.map((index) => entries[index].feature) }),
		partnerCode,
		timeoutMs,
		onSend: () => advance(state, { kind: 'sending' }, 0),
	};
}

/** An answer to a push that says neither yes nor no (section 4.2 gives status 200 with no body), in words. */
function unclearAnswerFailure({ statusCode, body }: Answer, secrets: Secrets): ItemFailure {
	if (body.trimStart().startsWith('<')) {
		return new ItemFailure({
			code: 'unexpectedResponse',
			message: 'The push was answered with a web page, not by the service',
			advice: 'Check Base URL in the credential, and the proxy of n8n.',
			details: { status: statusCode },
		});
	}
	const serviceMessage = serviceWords(body, secrets);
	return new ItemFailure({
		code: 'unexpectedResponse',
		message:
			`The push was answered with status ${statusCode}${serviceMessage === '' ? '' : `: ${serviceMessage}`}, which ` +
			'does not say that it was taken',
		advice: 'Report the answer to the operator of the service.',
		details: { status: statusCode, ...(serviceMessage === '' ? {} : { serviceMessage }) },
	});
}

/** The end of the line of each plan that is being pushed by this process. */
const lines = new Map<string, Promise<void>>();

/**
 * Pushes of one plan never overlap in this process, because an overlap makes the service migrate the
 * plan and refuse one of them (section 4.2). First come, first served; one that is stopped while it waits leaves the
 * line, and those behind it keep waiting for those before it.
 * @param key service and plan
 * @returns what the work gives; undefined when the execution was stopped before the work began
 */
export async function holdPlan<T>(
	key: string,
	signal: AbortSignal | undefined,
	work: () => Promise<T>,
): Promise<T | undefined> {
	const before = lines.get(key) ?? Promise.resolve();
	let leave = () => {};
	const mine = new Promise<void>((resolve) => {
		leave = resolve;
	});
	const line = before.then(async () => await mine);
	lines.set(key, line);
	// Only once all before it are through: a line that is dropped earlier lets the next one overlap with them.
	void line.then(() => {
		if (lines.get(key) === line) lines.delete(key);
	});
	try {
		await untilAborted(before, signal);
		return signal?.aborted ? undefined : await work();
	} finally {
		leave();
	}
}
