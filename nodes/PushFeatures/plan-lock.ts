import { untilAborted } from '../shared/wait';

/** The end of the line of each plan that is being pushed by this process. */
const lines = new Map<string, Promise<void>>();

/** How many turns of all plans have ended. The number serves as a clock. */
let turns = 0;

/** When each plan's last turn ended, by that clock; the oldest first. */
const lastTurns = new Map<string, number>();
const MOST_LAST_TURNS = 1000;
/** The last turn of a plan that is forgotten ended no later than this. */
let forgotten = 0;

/**
 * Pushes of one plan by one credential never overlap in this process, because an overlap makes the service migrate the
 * plan and refuse one of them (section 4.2). First come, first served; one that is stopped while it waits leaves the
 * line, and those behind it keep waiting for those before it.
 * @param key service, plan and credential, so that nobody waits for the login of another credential
 * @returns what the work gives; undefined when the execution was stopped before the work began
 */
export async function holdPlan<T>(
	key: string,
	signal: AbortSignal | undefined,
	work: () => Promise<T>,
): Promise<T | undefined> {
	const before = lines.get(key) ?? Promise.resolve();
	let leave = () => {};
	const mine = new Promise<void>((resolve) => {
		leave = resolve;
	});
	const line = before.then(async () => await mine);
	lines.set(key, line);
	// Only once all before it are through: a line that is dropped earlier lets the next one overlap with them.
	void line.then(() => {
		if (lines.get(key) === line) lines.delete(key);
	});
	try {
		await untilAborted(before, signal);
		return signal?.aborted ? undefined : await work().finally(() => noteTurn(key));
	} finally {
		leave();
	}
}

/** A moment, for `hasHadTurn`. */
export function turnsSoFar(): number {
	return turns;
}

/** Whether a push of the plan ended after that moment, so that what was read then may be out of date. */
export function hasHadTurn(key: string, since: number): boolean {
	return (lastTurns.get(key) ?? forgotten) > since;
}

function noteTurn(key: string): void {
	lastTurns.delete(key);
	lastTurns.set(key, ++turns);
	if (lastTurns.size <= MOST_LAST_TURNS) return;
	const [[oldest, ended]] = lastTurns;
	lastTurns.delete(oldest);
	forgotten = ended;
}
