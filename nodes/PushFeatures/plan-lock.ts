import { cancelled } from '../shared/request';

/** The end of the line of each plan that is being pushed by this process. */
const lines = new Map<string, Promise<void>>();

/**
 * Pushes of one plan never overlap in this process: an overlap makes the service migrate the plan and
 * refuse one of them (section 4.2).
 * @throws ItemFailure when the execution is stopped while it waits
 */
export async function holdPlan<T>(
	plan: string,
	signal: AbortSignal | undefined,
	work: () => Promise<T>,
): Promise<T> {
	const before = lines.get(plan) ?? Promise.resolve();
	let leave = () => {};
	const mine = new Promise<void>((resolve) => {
		leave = resolve;
	});
	const line = before.then(async () => await mine);
	lines.set(plan, line);
	try {
		await untilAborted(before, signal);
		return await work();
	} finally {
		leave();
		if (lines.get(plan) === line) lines.delete(plan);
	}
}

async function untilAborted(before: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
	if (signal === undefined) return await before;
	let stop = () => {};
	const aborted = new Promise<void>((resolve) => {
		stop = resolve;
		signal.addEventListener('abort', stop);
	});
	await Promise.race([before, aborted]);
	signal.removeEventListener('abort', stop);
	if (signal.aborted) throw cancelled();
}
