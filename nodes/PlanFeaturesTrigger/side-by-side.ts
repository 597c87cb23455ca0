import { endOfWaiting } from './patience';
import type { PollNotes } from './poll-notes';

/** What is known of one plan when a poll ends. */
export interface Settled {
	/** The plan has something to report, so that the poll should end soon. */
	hasEvents: boolean;
	hasFailed: boolean;
}

/** What the reading of one plan and the poll have to tell each other. */
export interface Reading {
	/** The service has answered: the plan keeps the poll waiting no more than its own work does. */
	answered(): void;
	/** Whether the time of the poll is over, so that further work is in vain. */
	isOver(): boolean;
}

/** A plan that fails later than this kept the poll waiting. */
const LATE_MS = 5_000;

/**
 * Reads plans side by side, those first that kept no poll waiting. A plan that does not answer holds up the others
 * for a moment only.
 * @param pollMs how long the poll may take, as far as is known by now
 * @param read never rejects, and is left alone when the poll ends before it
 * @returns what was read by then, in the order of the plans; undefined for a plan that was not
 */
export async function readSideBySide<T extends Settled>(
	planCodes: readonly string[],
	{ missed }: PollNotes,
	pollMs: () => number,
	read: (planCode: string, reading: Reading) => Promise<T>,
): Promise<Array<T | undefined>> {
	const startedAt = Date.now();
	const settled = new Map<string, T>();
	const pending = new Set(planCodes);
	const silent = new Set(planCodes);
	const polls = (planCode: string) => missed.get(planCode) ?? 0;
	let lastAnswerMs: number | undefined;
	let hasEvents = false;
	let hasEnded = false;
	let tell = () => {};
	// The clock is looked at, too: work that keeps the process busy makes timers late.
	const isOver = () => hasEnded || Date.now() - startedAt >= pollMs();
	for (const planCode of [...planCodes].sort((one, other) => polls(one) - polls(other))) {
		const answered = () => void silent.delete(planCode);
		void read(planCode, { answered, isOver }).then((outcome) => {
			if (hasEnded) return;
			settled.set(planCode, outcome);
			pending.delete(planCode);
			silent.delete(planCode);
			const nowMs = Date.now() - startedAt;
			if (!outcome.hasFailed) {
				lastAnswerMs = nowMs;
				hasEvents ||= outcome.hasEvents;
			}
			if (outcome.hasFailed && nowMs > LATE_MS) missed.set(planCode, polls(planCode) + 1);
			else missed.delete(planCode);
			tell();
		});
	}
	while (pending.size > 0) {
		const late = [...silent].map(polls);
		const isAtWork = silent.size < pending.size;
		const endMs = isAtWork ? pollMs() : endOfWaiting({ missed: late, lastAnswerMs, hasEvents }, pollMs());
		const leftMs = startedAt + endMs - Date.now();
		if (leftMs <= 0) break;
		await new Promise<void>((resume) => {
			tell = resume;
			AbortSignal.timeout(leftMs).addEventListener('abort', () => resume());
		});
	}
	hasEnded = true;
	for (const planCode of silent) missed.set(planCode, polls(planCode) + 1);
	return planCodes.map((planCode) => settled.get(planCode));
}
