import { untilAborted } from '../shared/wait';

/** The end of the line of each plan that is being pushed by this process. */
const lines = new Map<string, Promise<void>>();

/**
 * Pushes of one plan never overlap in this process, because an overlap makes the service migrate the
 * plan and refuse one of them (section 4.2). First come, first served; one that is stopped while it waits leaves the
 * line, and those behind it keep waiting for those before it.
 * @param key service and plan
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
		return signal?.aborted ? undefined : await work();
	} finally {
		leave();
	}
}
