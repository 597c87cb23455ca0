import { setTimeout as pause } from 'node:timers/promises';
import type { FaultHistory } from './fault-history.mts';

/** Histories that a trigger has to live through. Each gives the versions that have to be delivered, each once. */
export const faultHistories: Record<string, (history: FaultHistory) => Promise<number[]>> = {
	'503 at publishing, then well and changed': async (history) => {
		history.answer({ status: 503 });
		expect(await history.publish({})).toBeUndefined();
		await history.untilFailed(1);
		history.answer();
		// The baseline is set by the first poll that is well: n8n's back-off decides when.
		await history.morePolls();
		return await told(history);
	},
	'503 for three minutes, then changed': async (history) => {
		await history.publish({});
		history.answer({ status: 503 });
		await pause(180_000);
		await history.untilFailed(1);
		history.answer();
		return await told(history);
	},
	'a known plan answers 404, then is changed': async (history) => {
		await history.publish({});
		history.answer({ status: 404 });
		await history.untilFailed(2);
		history.answer();
		return await told(history);
	},
	'answers take 15 s, polls 10 s apart': async (history) => {
		await history.publish({});
		history.delayAnswers(15_000);
		return await told(history);
	},
	'Base URL changed while active, then the plan': async (history) => {
		await history.publish({});
		await history.changeBaseUrl();
		await history.untilRead(({ headers }) => String(headers.host).startsWith('localhost'));
		await history.morePolls();
		return await told(history);
	},
	'403 in a single poll, then changed': async (history) => {
		await history.publish({});
		// The poll asks once more with a renewed token.
		history.answerOnce({ status: 403 });
		history.answerOnce({ status: 403 });
		await history.untilFailed(1);
		return await told(history);
	},
	'one of two plans hangs, the other is changed': async (history) => {
		const [one, two] = history.planCodes;
		await history.publish({ planCodes: { plans: [{ planCode: one }, { planCode: two }] } });
		history.answer('hang', one);
		await history.morePolls(one);
		const version = history.edit(two);
		await history.untilDelivered(version);
		return [version];
	},
	'only Changed: a feature added, then changed': async (history) => {
		await history.publish({ events: ['changed'] });
		const known = { id: 'r', type: 'room', version: 0 };
		history.set([known, { id: 'new', version: 1 }]);
		await history.morePolls();
		history.set([known, { id: 'new', version: 2 }]);
		await history.untilDelivered(2);
		return [2];
	},
	'only Added: a feature removed, then added again': async (history) => {
		await history.publish({ events: ['added'] });
		history.set([]);
		await history.morePolls();
		history.set([{ id: 'r', version: 2 }]);
		await history.untilDelivered(2);
		return [2];
	},
};

async function told(history: FaultHistory): Promise<number[]> {
	const version = history.edit();
	await history.untilDelivered(version);
	return [version];
}
