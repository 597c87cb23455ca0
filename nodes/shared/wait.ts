import { sleep } from 'n8n-workflow';

/** Waits, and ends at once when the signal aborts. Whether it did is for the caller to see. */
export async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
	if (signal === undefined) return await sleep(ms);
	if (signal.aborted) return;
	let stop = () => {};
	const aborted = new Promise<void>((resolve) => {
		stop = resolve;
		signal.addEventListener('abort', stop);
	});
	await Promise.race([sleep(ms), aborted]);
	signal.removeEventListener('abort', stop);
}
