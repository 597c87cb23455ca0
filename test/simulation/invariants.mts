import type { Ended, History } from './history.mts';
import { cheap, repaired, stopsAtArchived } from './invariants-end.mts';
import { counts, reportedTrue, sentAsRequested } from './invariants-reported.mts';
import { readBack, sentOnce, sentOnceByProcess } from './invariants-sent.mts';
import { idle, overlaps, sentInTime, waits } from './invariants-time.mts';
import { readFirst } from './invariants-turn.mts';

/** Breaches of the rules of docs/delivery.md in a history, in words; none when all hold. */
export function breaches(history: History): string[] {
	return [
		...history.executions.flatMap((ended, index) => [
			...reportedOnce(ended, index),
			...reportedTrue(history, ended, index),
			...counts(history, ended, index),
			...waits(history, index),
		]),
		...[...history.executions, ...history.repairs].flatMap((ended, index) => [
			...sentOnce(history, ended, index),
			...readFirst(history, ended, index),
			...readBack(history, ended, index),
			...sentInTime(history, ended, index),
			...sentAsRequested(history, ended, index),
		]),
		...sentOnceByProcess(history),
		...repaired(history),
		...overlaps(history),
		...idle(history),
		...cheap(history),
		...stopsAtArchived(history),
	];
}

/** Every input item is accounted for exactly once. */
function reportedOnce({ reported, shown, script }: Ended, index: number): string[] {
	if (shown.isStopped) return [];
	const isMute = script.isTool && (shown.output ?? []).some(({ json }) => !('pushed' in json) && !('details' in json));
	if (isMute) return [`the agent of execution ${index} gets ${JSON.stringify(shown.output)}`];
	return reported.flatMap(({ kind }, item) =>
		kind === 'done' || kind === 'failed' ? [] : [`item ${item} of execution ${index} is reported ${kind}`],
	);
}
