import { endOfWaiting } from './patience';
import type { PollNotes } from './poll-notes';

/** What is known of one plan when a poll ends. */
export interface Settled {
	/** The plan has something to report, so that the poll should end soon. */
	hasEvents: boolean;
	hasFailed: boolean;
}

/** A plan that fails later than this kept the poll waiting. */
const LATE_MS = 5_000;

/**
 * Reads plans side by side, those first that kept no poll waiting. A plan that does not answer holds up the others
 * for a moment only.
 * @param read never rejects, and is left alone when the poll ends before it
 * @returns what was read by then, in the order of the plans; undefined for a plan that did not answer
 */
export async function sideBySide<T extends Settled>(
	planCodes: readonly string[],
	{ missed }: PollNotes,
	pollMs: number,
	read: (planCode: string) => Promise<T>,
): Promise<Array<T | undefined>> {
	const startedAt = Date.now();
	const settled = new Map<string, T>();
	const pending = new Set(planCodes);
	const polls = (planCode: string) => missed.get(planCode) ?? 0;
	let lastAnswerMs: number | undefined;
	let hasEvents = false;
	let isOver = false;
	let tell = () => {};
	for (const planCode of [...planCodes].sort((one, other) => polls(one) - polls(other))) {
		void read(planCode).then((outcome) => {
			if (isOver) return;
			settled.set(planCode, outcome);
			pending.delete(planCode);
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
		const late = [...pending].map(polls);
		const leftMs = startedAt + endOfWaiting({ missed: late, lastAnswerMs, hasEvents }, pollMs) - Date.now();
		if (leftMs <= 0) break;
		await new Promise<void>((resume) => {
			tell = resume;
			AbortSignal.timeout(leftMs).addEventListener('abort', () => resume());
		});
	}
	isOver = true;
	for (const planCode of pending) missed.set(planCode, polls(planCode) + 1);
	return planCodes.map((planCode) => settled.get(planCode));
}
