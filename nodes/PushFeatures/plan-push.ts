import { featuresAddress, namedInBatch, pushFeaturesAddress, readPlanAnswer } from '../../service/answer';
import { advance, isAffirmative, nextStep } from '../../service/push';
import type { Feature } from '../../service/plan';
import type { PushEvent, Step } from '../../service/push';
import { readText, tryOnce, waitForTry } from '../shared/call';
import { ItemFailure, asItemFailure } from '../shared/item-error';
import type { ServiceRequest } from '../shared/request';
import type { Session } from '../shared/session';
import type { PlanPush } from './plan-entries';
import { unclearAnswerFailure } from './push-answer';

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
			return asSeen(await look(session, plan));
		case 'send':
			return await send(session, plan, step.indices);
	}
}

/** The features of the plan as they are now, or why they cannot be read (section 4.3). */
async function look(session: Session, { planCode, partnerCode, entries }: PlanPush): Promise<Feature[] | ItemFailure> {
	const [{ rules }] = entries;
	const { timeoutMs } = rules;
	const url = featuresAddress(session.settings.baseUrl, planCode);
	const text = await readText(session, { method: 'GET', url, partnerCode, timeoutMs, isFresh: true }, rules);
	if (text instanceof ItemFailure) return text;
	try {
		return readPlanAnswer(text, session.secrets);
	} catch (error) {
		return asItemFailure(error);
	}
}

function asSeen(plan: readonly Feature[] | ItemFailure): PushEvent<ItemFailure> {
	return plan instanceof ItemFailure ? { kind: 'unseen', reason: plan } : { kind: 'seen', features: plan };
}

async function send(session: Session, plan: PlanPush, indices: number[]): Promise<PushEvent<ItemFailure>> {
	const tried = await tryOnce(session, requestOf(session, plan, indices));
	if (tried instanceof ItemFailure) return { kind: 'stopped', reason: tried };
	if ('answer' in tried) {
		const { statusCode: status, body, isFramed } = tried.answer;
		// What was cut may look like a plain yes.
		if (status === 200 && isFramed !== true) return { kind: 'failed', fault: { kind: 'lost' }, reason: cutFailure() };
		if (isAffirmative(status, body)) return { kind: 'taken' };
		return {
			kind: 'failed',
			fault: { kind: 'status', status },
			reason: unclearAnswerFailure(tried.answer, session.secrets),
		};
	}
	const { failure } = tried;
	const { status, serviceSays } = failure.details;
	if (failure.isLogin) return { kind: 'failed', fault: { kind: 'final' }, reason: failure };
	if (status !== 400) return { kind: 'failed', fault: failure.fault, reason: failure };
	const refusal = { words: serviceSays ?? failure.message, named: namedInBatch(failure.named, indices.length) };
	return { kind: 'failed', fault: failure.fault, reason: failure, refusal };
}

function cutFailure(): ItemFailure {
	return new ItemFailure({
		message: 'The push was answered, and nothing proves that the answer was whole',
		advice: 'Have the service, or the proxy before it, send Content-Length or chunks.',
		details: { status: 200, safeToRetry: true },
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
