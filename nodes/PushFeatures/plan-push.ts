import {
	after,
	featuresAddress,
	isAffirmative,
	namedInBatch,
	next,
	pushFeaturesAddress,
	readPlanAnswer,
} from '../../service';
import type { PushEvent, Step } from '../../service';
import { read, tryOnce, waitForTry } from '../shared/call';
import { ItemFailure, asItemFailure } from '../shared/item-error';
import type { ServiceRequest } from '../shared/request';
import type { Session } from '../shared/session';
import type { PlanPush } from './plan-entries';
import { unclearAnswer } from './push-answer';

/** Carries out what the machine says for one plan, request by request, until it says that the push is over (section 4.2). */
export async function pushPlan(session: Session, plan: PlanPush): Promise<void> {
	const { state } = plan;
	for (let step = next(state); step.do !== 'done' && step.do !== 'fail'; step = next(state)) {
		after(state, await carriedOut(session, plan, step), Math.random());
	}
}

async function carriedOut(
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

async function look(session: Session, { planCode, partnerCode, entries }: PlanPush): Promise<PushEvent<ItemFailure>> {
	const [{ rules }] = entries;
	const { timeoutMs } = rules;
	const url = featuresAddress(session.settings.baseUrl, planCode);
	const text = await read(session, { method: 'GET', url, partnerCode, timeoutMs }, rules);
	if (text instanceof ItemFailure) return { kind: 'unseen', reason: text };
	try {
		return { kind: 'seen', features: readPlanAnswer(text, session.secrets) };
	} catch (error) {
		return { kind: 'unseen', reason: asItemFailure(error) };
	}
}

async function send(session: Session, plan: PlanPush, indices: number[]): Promise<PushEvent<ItemFailure>> {
	const tried = await tryOnce(session, requestOf(session, plan, indices));
	if (tried instanceof ItemFailure) return { kind: 'stopped', reason: tried };
	if ('answer' in tried) {
		const { statusCode: status, body } = tried.answer;
		if (isAffirmative(status, body)) return { kind: 'taken' };
		return { kind: 'failed', fault: { kind: 'status', status }, reason: unclearAnswer(tried.answer, session.secrets) };
	}
	const { failure } = tried;
	const { status, serviceSays } = failure.details;
	if (failure.isLogin) return { kind: 'failed', fault: { kind: 'final' }, reason: failure };
	if (status !== 400) return { kind: 'failed', fault: failure.fault, reason: failure };
	const refusal = { words: serviceSays ?? failure.message, named: namedInBatch(failure.named, indices.length) };
	return { kind: 'failed', fault: failure.fault, reason: failure, refusal };
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
		onSend: () => after(state, { kind: 'sending' }, 0),
	};
}
