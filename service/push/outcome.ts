import type { PushEntry, PushState, Status } from './state';

export function has(...kinds: ReadonlyArray<Status['kind']>): (entry: PushEntry) => boolean {
	return ({ status }) => kinds.includes(status.kind);
}

type Count = 'pushed' | 'skipped' | 'requests' | 'retries' | 'confirmed' | 'skippedDifferent';

/**
 * What a push reports of a plan: features, but for `requests` (POSTs) and `retries`. `confirmed` are those of `pushed`
 * that a read of the plan showed, because no response said so; `skippedDifferent` those of `skipped` that differ from
 * the plan's.
 */
export function countsOf({ entries, requests, retries }: PushState<unknown>): Record<Count, number> {
	const counts = { pushed: 0, skipped: 0, requests, retries, confirmed: 0, skippedDifferent: 0 };
	for (const { status } of entries) {
		if (status.kind === 'skipped') {
			counts.skipped++;
			if (status.differs) counts.skippedDifferent++;
		}
		if (status.kind === 'pushed' || status.kind === 'confirmed') counts.pushed++;
		if (status.kind === 'confirmed') counts.confirmed++;
	}
	return counts;
}

const ACCEPTED_BODIES = new Set(['', 'null', 'true', '{}', '[]', '"ok"']);

/**
 * Whether a response to a push says plainly that it was taken. Section 4.2 gives status 200 with no body; after
 * anything else that is no error (`{"error":…}`, 202, a line of text) the outcome is unknown.
 */
export function isAccepted(status: number, body: string): boolean {
	return status === 200 && body.length < 100 && ACCEPTED_BODIES.has(body.replace(/\s/g, '').toLowerCase());
}
