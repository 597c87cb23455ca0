import type { Ended, History } from './history.mts';
import { advised, counts, sentAsAsked, toldTrue } from './laws-told.mts';
import { sentWell } from './laws-sent.mts';
import { cheap, repaired, stopsAtArchived } from './laws-end.mts';
import { idle, overlaps, sentInTime, waits } from './laws-time.mts';
import { lookedLast, looksFirst } from './laws-turn.mts';

/** Breaches of the laws of docs/faults.md in a history, in words; none when all hold. */
export function breaches(history: History): string[] {
	return [
		...history.executions.flatMap((ended, index) => [
			...toldOnce(ended, index),
			...toldTrue(history, ended, index),
			...advised(history, ended, index),
			...counts(history, ended, index),
			...lookedLast(history, ended, index),
			...waits(history, index),
		]),
		...[...history.executions, ...history.repairs].flatMap((ended, index) => [
			...looksFirst(history, ended, index),
			...sentInTime(history, ended, index),
			...sentAsAsked(history, ended, index),
		]),
		...sentWell(history),
		...repaired(history),
		...overlaps(history),
		...idle(history),
		...cheap(history),
		...stopsAtArchived(history),
	];
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
