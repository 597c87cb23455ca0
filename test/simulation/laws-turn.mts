import { arrivals, asked, isLie, isToldDoubled, requestsOf } from './evidence.mts';
import type { Exchange } from './exchange.mts';
import { isSkipped } from './features.mts';
import type { Ended, History } from './history.mts';
import { held } from './worlds.mts';

/**
 * Who pushes with Skip, or by n8n's Retry, looks first: in its own turn, in each try, and after each 422. What that
 * look shows is not sent.
 */
export function looksFirst(history: History, { script, names, shown }: Ended, execution: number): string[] {
	const isJudged = held.turns || (held.retry && script.isRetry);
	const { exchanges } = history.service;
	const own = requestsOf(history, execution);
	const skipping = new Set(names.flatMap((list, item) => (isSkipped(script, item) ? list : [])));
	const others = exchanges.filter((one) => one.execution !== execution);
	return own.flatMap((send, at) => {
		const mine = send.names.filter((name) => skipping.has(name));
		if (send.method !== 'POST' || mine.length === 0) return [];
		const earlier = own.slice(0, at);
		// The POST after a 401 is the same one.
		if (earlier.findLast(({ method }) => method === 'POST')?.isUnauthorized) return [];
		const look = earlier.findLast(({ method, plan, isWell }) => method === 'GET' && plan === send.plan && isWell);
		const since = turnOf(send, earlier, others, shown.tries);
		if (isJudged && (look === undefined || look.sentAt < since))
			return [`execution ${execution} sends without a look in its turn`];
		if (look === undefined) return [];
		return mine.flatMap((name) => {
			const there = history.service.plans.heldAt(send.plan, (look.lookedAt ?? 0) - 1);
			const isThere = there.some((one) => one.name === name || one.name === `equal ${name}`);
			const isOwn = arrivals(earlier, name).length > 0;
			const isNear = held.before && there.some((one) => one.name === `near ${name}`);
			const count = names.flat().filter((one) => one === name).length;
			return count === 1 && !isOwn && (isThere || isNear) && !script.options.byLabel
				? [`execution ${execution} sends "${name}" although its look shows it`]
				: [];
		});
	});
}

/** A look counts since the try began, since the last 422, and since the last push of another in its process. */
function turnOf(send: Exchange, earlier: Exchange[], others: Exchange[], tries: number[]): number {
	const pushes = (one: Exchange) => one.method === 'POST' && one.plan === send.plan;
	const refusedAt = earlier.findLast((one) => pushes(one) && one.status === 422)?.endedAt ?? 0;
	const triedAt = tries.findLast((at) => at <= send.sentAt) ?? 0;
	const othersAt = others
		.filter((one) => pushes(one) && one.process === send.process && one.sentAt < send.sentAt)
		.reduce((latest, { sentAt }) => Math.max(latest, sentAt), 0);
	return Math.max(refusedAt, triedAt, othersAt);
}

/** A push with Skip that put something on the plan looks once more, and tells what that look shows too often. */
export function lookedLast(history: History, ended: Ended, execution: number): string[] {
	const { script, names, shown, told } = ended;
	if (!held.lastLook || shown.isStopped) return [];
	const own = requestsOf(history, execution);
	// What it left out, or sent without effect, others may have put there twice: they are told.
	const put = new Set(own.filter((one) => !isLie(one)).flatMap(({ effects }) => effects.map(({ name }) => name)));
	return names.flatMap((list, item) => {
		if (!isSkipped(script, item)) return [];
		const { plan } = script.items[item];
		const last = own.findLast((one) => one.method === 'POST' && one.plan === plan && one.isWell);
		if (last === undefined || !list.some((name) => last.names.includes(name))) return [];
		const looks = own.filter(
			(one) => one.method === 'GET' && one.plan === plan && one.sentAt >= (last.endedAt ?? Infinity),
		);
		const look = looks.findLast(({ isWell }) => isWell);
		const where = `item ${item} of execution ${execution}`;
		// What was acknowledged is done, also where the plan cannot be read any more, or refuses what comes after it.
		const isWhole = script.items.every((other, at) => other.plan !== plan || told[at].kind === 'done');
		// Once a fresh token, or the login for one, is refused nothing more is asked for.
		const isShut = own.some(({ status }) => status === 401 || status === 403);
		if (look === undefined)
			return isWhole && looks.length === 0 && !isShut ? [`${where} is not counted by a last look`] : [];
		const there = asked(history.service.plans.heldAt(plan, (look.lookedAt ?? 0) - 1).map(({ name }) => name));
		return [...asked(names.flat())].flatMap(([name, count]) =>
			list.includes(name) && put.has(name) && (there.get(name) ?? 0) > count && !isToldDoubled(ended, item)
				? [`"${name}" of ${where} is there twice at the last look, and nobody is told`]
				: [],
		);
	});
}
