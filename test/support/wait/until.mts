import { TIME_LIMIT_MS } from '../../../tools/n8n/driver/time-limit.mts';

/** @throws when it does not hold within the time, which the test could otherwise wait for without an end */
export async function until(
	what: string,
	holds: () => boolean | Promise<boolean>,
	timeoutMs = TIME_LIMIT_MS,
): Promise<void> {
	const giveUpAt = Date.now() + timeoutMs;
	while (!(await holds())) {
		if (Date.now() > giveUpAt) throw new Error(`Not within ${timeoutMs / 1000} s: ${what}.`);
		await new Promise((resume) => setTimeout(resume, 5));
	}
}
