import { setTimeout as pause } from 'node:timers/promises';
import type { FaultHistory } from './fault-history.mts';

/** Histories that a trigger has to live through. Each gives the versions that have to be delivered, each once. */
export const faultHistories: Record<string, (history: FaultHistory) => Promise<number[]>> = {
	'503 at publishing, then well and changed': async (history) => {
		history.respondWith({ status: 503 });
		expect(await history.publish({})).toBeUndefined();
		await history.untilFailed(1);
		history.respondWith();
		// The baseline is set by the first poll that is well: n8n's back-off decides when.
		await history.morePolls();
		return await emitted(history);
	},
	'503 for three minutes, then changed': async (history) => {
		await history.publish({});
		history.respondWith({ status: 503 });
		await pause(180_000);
		await history.untilFailed(1);
		history.respondWith();
		return await emitted(history);
	},
	'a known plan gives 404, then is changed': async (history) => {
		await history.publish({});
		history.respondWith({ status: 404 });
		await history.untilFailed(2);
		history.respondWith();
		return await emitted(history);
	},
	'responses take 15 s, polls 10 s apart': async (history) => {
		await history.publish({});
		history.delayResponses(15_000);
		return await emitted(history);
	},
	'Base URL changed while active, then the plan': async (history) => {
		await history.publish({});
		await history.changeBaseUrl();
		await history.untilRead(({ headers }) => String(headers.host).startsWith('localhost'));
		await history.morePolls();
		return await emitted(history);
	},
	'403 in a single poll, then changed': async (history) => {
		await history.publish({});
		// The poll asks once more with a renewed token.
		history.respondOnce({ status: 403 });
		history.respondOnce({ status: 403 });
		await history.untilFailed(1);
		return await emitted(history);
	},
	'one of two plans hangs, the other is changed': async (history) => {
		const [one, two] = history.planCodes;
		await history.publish({ planCodes: { plans: [{ planCode: one }, { planCode: two }] } });
		history.respondWith('hang', one);
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

async function emitted(history: FaultHistory): Promise<number[]> {
	const version = history.edit();
	await history.untilDelivered(version);
	return [version];
}
