import { sleep } from 'n8n-workflow';

/** Waits for a time, and ends at once when the signal aborts. */
export async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
	if (!signal?.aborted) await untilAborted(sleep(ms), signal);
}

/** Waits for something, and ends at once when the signal aborts. Whether it did is for the caller to see. */
export async function untilAborted(end: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
	if (signal === undefined) return await end;
	if (signal.aborted) return;
	let stop = () => {};
	const aborted = new Promise<void>((resolve) => {
		stop = resolve;
		signal.addEventListener('abort', stop);
	});
	await Promise.race([end, aborted]);
	signal.removeEventListener('abort', stop);
}
