import { arrivals, asked, isEvidence, isLie, isToldDoubled, requestsOf } from './evidence.mts';
import type { Exchange } from './exchange.mts';
import { isSkipped } from './features.mts';
import type { Ended, History } from './history.mts';
import { held } from './worlds.mts';

/** Nothing is sent again sooner after its loss, and the looks before are so far apart. */
const LEAST_PATIENCE_MS = 10_000;

/**
 * Features are sent again only after looks that could not find them, and are there twice only where a lost push arrived
 * after the last look before; which is told, if it was there at the look after.
 */
export function sentWell(history: History): string[] {
	const { executions, repairs } = history;
	return [...executions, ...repairs].flatMap((ended, execution) => {
		const own = requestsOf(history, execution);
		return ended.names.flatMap((names, item) =>
			[...asked(names)].flatMap(([name, count]) =>
				judged(history, ended, { own, execution, item, name, count, isRepair: execution >= executions.length }),
			),
		);
	});
}

interface Sent {
	own: Exchange[];
	execution: number;
	item: number;
	name: string;
	count: number;
	isRepair: boolean;
}

function judged(history: History, ended: Ended, { own, execution, item, name, count, isRepair }: Sent): string[] {
	const sends = own.filter((exchange) => exchange.method === 'POST' && exchange.names.includes(name));
	if (sends.length === 0) return [];
	const verdicts =
		count > 1 ? [] : sends.slice(1).map((send, at) => sendVerdict(history, own, sends.slice(0, at + 1), send, name));
	const wrong = verdicts.filter((verdict) => verdict !== undefined && verdict !== 'late');
	const where = `"${name}" of execution ${execution}`;
	const found = wrong.map((verdict) => `${verdict}: ${where}`);
	if (count === 1 && ended.told[item].kind === 'done' && !isCounted(history, own, sends, name))
		found.push(`sent again after a lost answer, and its copies are not counted: ${where}`);
	// What a person has removed or renamed no look shows.
	if (history.service.plans.edited.has(name)) return found;
	if (arrivals(sends, name).length <= count || isRepair || wrong.length > 0) return found;
	const isTwiceDelivered = sends.some(({ isTwice }) => isTwice);
	if (count === 1 && !verdicts.includes('late') && !isTwiceDelivered) found.push(`doubled: ${where}`);
	// Without a look before nobody knows what of two equal ones was there already.
	if (isTwiceDelivered && !(held.lastLook && isSkipped(ended.script, item))) return found;
	// Of two that have a value which was there before nobody knows which one that was, once a person has edited it.
	if (ended.script.options.byLabel && history.service.plans.edited.has(`sameValue ${name}`)) return found;
	// What a refusal has put there is found as what was there before.
	if (sends.every((send) => isLie(send) || arrivals([send], name).length === 0)) return found;
	if (!ended.shown.isStopped && wasSeenTwice(own, sends, name, count) && !isToldDoubled(ended, item))
		found.push(`doubled and not told: ${where}`);
	return found;
}

/** @returns what is wrong with sending once more; `late` where an earlier one arrived after the last look */
function sendVerdict(
	history: History,
	own: Exchange[],
	before: Exchange[],
	send: Exchange,
	name: string,
): string | undefined {
	if (before.some(({ isWell }) => isWell)) return 'sent again after it was taken';
	if (held.answered && before.some(({ isAnswered }) => isAnswered)) return 'sent again after it was answered';
	const lost = before.filter(({ isLost }) => isLost);
	const looks = own.filter(
		(look) => look.plan === send.plan && (look.endedAt ?? Infinity) <= send.sentAt && isEvidence(history, own, look),
	);
	const lookedAt = (since: number) =>
		Math.max(...looks.filter(({ sentAt }) => sentAt >= since).map((look) => look.lookedAt ?? 0));
	const isEdited = history.service.plans.edited.has(name);
	const refused = before.filter((one) => one.status === 400 && arrivals([one], name).length > 0);
	if (refused.length > 0) {
		const at = lookedAt(refused[refused.length - 1].endedAt ?? Infinity);
		if (held.refusals && !isEdited && (at === -Infinity || arrivals(refused, name).some((effect) => effect < at)))
			return 'sent again after a refusal that took it';
		return 'late';
	}
	if (lost.length === 0) return before.some(isLie) ? 'late' : undefined;
	// The POST after a 401 belongs to the try that met it.
	const last = before.findLast(({ isUnauthorized }) => !isUnauthorized) ?? before[before.length - 1];
	const latest = lookedAt(last.endedAt ?? Infinity);
	const sinceLost = looks.filter(({ sentAt }) => sentAt >= (lost[0].endedAt ?? Infinity));
	if (latest === -Infinity) return 'sent again without a look';
	if (sinceLost.length < 2) return 'sent again after a single look';
	if (held.patience && !isPatient(own, lost, sinceLost, send)) return 'sent again too soon after it was lost';
	const arrived = arrivals(lost, name);
	if (!isEdited && arrived.some((at) => at < latest)) return 'sent again although a look could find it';
	return arrived.length > 0 || before.some(isLie) ? 'late' : undefined;
}

function isPatient(own: Exchange[], lost: Exchange[], looks: Exchange[], send: Exchange): boolean {
	const longest = own
		.filter(({ status, endedAt = Infinity }) => status > 0 && endedAt <= send.sentAt)
		.reduce((most, { sentAt, endedAt = 0 }) => Math.max(most, endedAt - sentAt), 0);
	const least = Math.max(LEAST_PATIENCE_MS, 3 * longest);
	const lostAt = lost[lost.length - 1].endedAt ?? Infinity;
	const [first, last] = [looks[0], looks[looks.length - 1]];
	// Who is told the age of a look counts from what it shows.
	const apart = Math.max(last.sentAt - first.sentAt, (last.lookedAt ?? 0) - (first.lookedAt ?? Infinity));
	return send.sentAt - lostAt >= least && apart >= least;
}

/** Where a lost request was sent again, and taken, one more look showed the one that is certain. */
function isCounted({ service }: History, own: Exchange[], sends: Exchange[], name: string): boolean {
	const last = sends.at(-1);
	if (last?.isWell !== true || !sends.slice(0, -1).some(({ isLost }) => isLost)) return true;
	return own.some(
		({ method, plan, isWell, isFresh, sentAt, lookedAt = 0 }) =>
			method === 'GET' &&
			plan === last.plan &&
			isWell &&
			sentAt >= (last.endedAt ?? Infinity) &&
			(!held.behind ||
				((isFresh || lookedAt >= (last.endedAt ?? Infinity)) &&
					service.plans.heldAt(plan, lookedAt).some((one) => one.name === name))),
	);
}

/** The execution looked at the plan when it held the feature more often than asked for. */
function wasSeenTwice(own: Exchange[], sends: Exchange[], name: string, count: number): boolean {
	const arrived = arrivals(sends, name).sort((one, other) => one - other);
	const tooManyAt = arrived[count] ?? Infinity;
	const lastSend = sends[sends.length - 1];
	return own.some(
		({ method, plan, isWell, sentAt, lookedAt = 0 }) =>
			method === 'GET' &&
			plan === lastSend.plan &&
			isWell &&
			lookedAt > tooManyAt &&
			sentAt >= (lastSend.endedAt ?? Infinity),
	);
}
