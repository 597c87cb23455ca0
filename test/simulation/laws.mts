import type { History, Ended } from './history.mts';
import type { Exchange } from './service-model.mts';
import { itemsOf } from './told.mts';

/** Breaches of the laws of docs/faults.md in a history, in words; none when all hold. */
export function breaches(history: History): string[] {
	return [
		...history.executions.flatMap((ended, index) => [
			...toldOnce(ended, index),
			...toldTrue(history, ended, index),
			...counts(history, ended, index),
		]),
		...sentWell(history),
		...repaired(history),
		...overlaps(history),
		...history.executions.flatMap((_ended, index) => waits(history, index)),
	];
}

function heldOf({ service }: History): Map<string, number> {
	const held = new Map<string, number>();
	for (const { name } of service.plans.flat()) held.set(String(name), (held.get(String(name)) ?? 0) + 1);
	return held;
}

function asked(names: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

/** Every input item is accounted for exactly once. */
function toldOnce({ told, shown, script }: Ended, index: number): string[] {
	if (shown.isStopped) return [];
	const isMute = script.isTool && (shown.output ?? []).some(({ json }) => !('pushed' in json) && !('details' in json));
	if (isMute) return [`the agent of execution ${index} is answered with ${JSON.stringify(shown.output)}`];
	return told.flatMap(({ kind }, item) =>
		kind === 'done' || kind === 'failed' ? [] : [`item ${item} of execution ${index} is told ${kind}`],
	);
}

/** What is told of an item is so on the plan. */
function toldTrue({ service }: History, { told, names, shown, script }: Ended, index: number): string[] {
	if (shown.isStopped) return [];
	const effects = asked(
		service.exchanges
			.filter(({ execution }) => execution === index)
			.flatMap((exchange) => exchange.effects.map(({ name }) => name)),
	);
	const hasSent = service.exchanges.some(({ execution, method }) => execution === index && method === 'POST');
	return told.flatMap(({ kind, isSafe, isNamed, isCopied, isNothingSent }, item) => {
		const where = `item ${item} of execution ${index}`;
		const found: string[] = [];
		if (isNothingSent && hasSent) found.push(`execution ${index} says that nothing was sent`);
		if (isCopied && [...asked(names[item])].every(([name, count]) => (effects.get(name) ?? 0) <= count))
			found.push(`${where} is told to be there too often, and is not`);
		for (const [name, count] of asked(names[item])) {
			const there = effects.get(name) ?? 0;
			if (kind === 'done' && there < count && !script.options.skip)
				found.push(`lost: "${name}" of ${where} is told to be on the plan`);
			if (kind === 'failed' && isSafe && there > 0)
				found.push(`${where} is called safe to retry, and "${name}" is on the plan`);
			if (shown.error !== undefined && there < count && !isNamed && !isNothingSent && names[item].length > 0)
				found.push(`"${name}" of ${where} is missing, and the error does not name the item`);
		}
		return found;
	});
}

/** Counts of a summary are those of the requests. */
function counts({ service }: History, { shown, names, script }: Ended, index: number): string[] {
	return (shown.output ?? []).flatMap((one) => {
		const { planCode, pushed, skipped, requests, retries, recovered } = one.json;
		if (typeof planCode !== 'string' || shown.isStopped) return [];
		const posts = service.exchanges.filter(
			({ method, execution, plan }) => method === 'POST' && execution === index && planCode === `pln_${plan}`,
		);
		const done = itemsOf(one).reduce((sum, item) => sum + names[item].length, 0);
		const all = names.reduce(
			(sum, own, item) => sum + (planCode === `pln_${script.items[item].plan}` ? own.length : 0),
			0,
		);
		const isRight =
			requests === posts.length &&
			Number(retries) < Math.max(1, posts.length) &&
			Number(recovered) <= Number(pushed) &&
			Number(pushed) + Number(skipped) >= done &&
			Number(pushed) + Number(skipped) <= all &&
			(script.options.skip || skipped === 0);
		return isRight
			? []
			: [
					`execution ${index} reports ${JSON.stringify(one.json)} after ${posts.length} requests for ${done} of ` +
						`${all} features`,
				];
	});
}

/**
 * Features are sent again only after looks that could not find them, and are there twice only where a lost push arrived
 * after the last look before; which is told, if it was there at the look after.
 */
function sentWell(history: History): string[] {
	const { executions, repairs, service } = history;
	const held = heldOf(history);
	return [...executions, ...repairs].flatMap((ended, execution) => {
		const own = service.exchanges.filter((exchange) => exchange.execution === execution);
		const found: string[] = [];
		ended.names.forEach((names, item) => {
			for (const [name, count] of asked(names)) {
				const sends = own.filter((exchange) => exchange.method === 'POST' && exchange.names.includes(name));
				const verdicts =
					count > 1 ? [] : sends.slice(1).map((send, at) => sendVerdict(own, sends.slice(0, at + 1), send, name));
				for (const verdict of verdicts)
					if (verdict !== undefined && verdict !== 'late')
						found.push(`${verdict}: "${name}" of execution ${execution}`);
				if (count === 1 && ended.told[item].kind === 'done' && !isCounted(own, sends))
					found.push(
						`sent again after a lost answer, and its copies are not counted: "${name}" of execution ${execution}`,
					);
				if (
					(held.get(name) ?? 0) <= count ||
					execution >= executions.length ||
					verdicts.some((verdict) => verdict !== undefined && verdict !== 'late')
				)
					continue;
				if (count === 1 && !verdicts.includes('late')) found.push(`doubled: "${name}" of execution ${execution}`);
				if (!ended.shown.isStopped && wasSeenTwice(own, sends, name, count) && !isToldDoubled(ended, item))
					found.push(`doubled and not told: "${name}" of execution ${execution}`);
			}
		});
		return found;
	});
}

/** @returns what is wrong with sending once more; `late` where an earlier one arrived after the last look */
function sendVerdict(own: Exchange[], before: Exchange[], send: Exchange, name: string): string | undefined {
	const lost = before.filter(({ isLost }) => isLost);
	if (before.some(({ isWell }) => isWell)) return 'sent again after it was taken';
	if (lost.length === 0) return undefined;
	// The POST after a 401 belongs to the try that met it.
	const last = before.findLast(({ isUnauthorized }) => !isUnauthorized) ?? before[before.length - 1];
	const looks = own.filter(
		({ method, plan, isWell, lookedAt, endedAt = Infinity }) =>
			method === 'GET' &&
			plan === send.plan &&
			isWell &&
			endedAt <= send.sentAt &&
			(lookedAt ?? 0) >= (last.endedAt ?? Infinity),
	);
	const sinceLost = own.filter(
		({ method, plan, isWell, lookedAt, endedAt = Infinity }) =>
			method === 'GET' &&
			plan === send.plan &&
			isWell &&
			endedAt <= send.sentAt &&
			(lookedAt ?? 0) >= (lost[0].endedAt ?? Infinity),
	);
	if (looks.length === 0) return 'sent again without a look';
	if (sinceLost.length < 2) return 'sent again after a single look';
	const lookedAt = Math.max(...looks.map((look) => look.lookedAt ?? 0));
	const arrived = lost.flatMap(({ effects }) => effects.filter((effect) => effect.name === name).map(({ at }) => at));
	if (arrived.some((at) => at < lookedAt)) return 'sent again although a look could find it';
	return arrived.length > 0 ? 'late' : undefined;
}

/** Where a lost request was sent again, and taken, the plan was looked at once more. */
function isCounted(own: Exchange[], sends: Exchange[]): boolean {
	const last = sends.at(-1);
	if (last?.isWell !== true || !sends.slice(0, -1).some(({ isLost }) => isLost)) return true;
	return own.some(
		({ method, plan, isWell, lookedAt = 0 }) =>
			method === 'GET' && plan === last.plan && isWell && lookedAt >= (last.endedAt ?? Infinity),
	);
}

/** The execution looked at the plan when it held the feature more often than asked for. */
function wasSeenTwice(own: Exchange[], sends: Exchange[], name: string, count: number): boolean {
	const arrived = sends
		.flatMap(({ effects }) => effects.filter((effect) => effect.name === name).map(({ at }) => at))
		.sort((one, other) => one - other);
	const tooManyAt = arrived[count] ?? Infinity;
	const lastSend = sends[sends.length - 1];
	return own.some(
		({ method, plan, isWell, lookedAt = 0 }) =>
			method === 'GET' &&
			plan === lastSend.plan &&
			isWell &&
			lookedAt > tooManyAt &&
			lookedAt >= (lastSend.endedAt ?? Infinity),
	);
}

function isToldDoubled({ told }: Ended, item: number): boolean {
	const { isDoubled, isUnknown } = told[item];
	return isDoubled || isUnknown;
}

/** After a person did what the items say, everything is there, and as often as asked for. */
function repaired(history: History): string[] {
	const held = heldOf(history);
	return history.executions.flatMap(({ script, names, told, shown }, execution) => {
		if (script.isVolatile) return [];
		return names.flatMap((own, item) => {
			if (script.items[item].features.includes('bad') || (told[item].isDoubled && !shown.isStopped)) return [];
			return [...asked(own)].flatMap(([name, count]) => {
				const there = held.get(name) ?? 0;
				// A value that stands twice on the plan keeps Match By from pushing the item, which says so.
				const isUnclear = script.options.byLabel && own.some((one) => (held.get(one) ?? 0) > 1);
				if (there < count && !isUnclear) return [`missing in the end: "${name}" of execution ${execution}`];
				const isOwn = history.service.exchanges
					.filter((one) => one.execution === execution)
					.reduce((sum, { effects }) => sum + effects.filter((effect) => effect.name === name).length, 0);
				// Copies of the execution itself are judged by how they were sent.
				return there > Math.max(count, isOwn) ? [`doubled by the repair: "${name}" of execution ${execution}`] : [];
			});
		});
	});
}

/** Never two pushes of a plan at once by one credential. */
function overlaps({ service }: History): string[] {
	const lastEnd = new Map<string, number>();
	return service.exchanges.flatMap(({ method, plan, credential, sentAt, endedAt = Infinity, execution }) => {
		if (method !== 'POST') return [];
		const key = `${plan} ${credential}`;
		const before = lastEnd.get(key) ?? 0;
		lastEnd.set(key, Math.max(before, endedAt));
		return sentAt < before ? [`execution ${execution} pushes to plan ${plan} while another push is under way`] : [];
	});
}

/** Nobody who has a token waits for the login of another. */
function waits({ executions, service }: History, index: number): string[] {
	const { script, startedAt } = executions[index];
	const first = service.exchanges.find(({ execution }) => execution === index);
	// Who is asked to slow down keeps all others waiting, too.
	if ([...service.met].some((name) => /429|503/.test(name))) return [];
	if (script.login?.hasToken === false || first === undefined || first.sentAt <= startedAt) return [];
	const mayHold = executions.some(
		({ shown: { loggedInAt = Infinity }, endedAt }, other) =>
			other !== index && loggedInAt <= first.sentAt && endedAt >= startedAt,
	);
	return mayHold ? [] : [`execution ${index} waits for the login of another`];
}
