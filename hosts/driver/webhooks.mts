import { setTimeout as sleep } from 'node:timers/promises';

import axios from 'axios';
import type { AxiosResponse } from 'axios';

const POLL_MS = 100;
const REGISTERED_WITHIN_MS = 15_000;

/** POSTs to a production webhook; waits while a workflow just activated is not registered yet (404). */
export async function callWebhook(
	baseUrl: string,
	webhookPath: string,
	body: object = {},
): Promise<AxiosResponse<unknown>> {
	const giveUpAt = Date.now() + REGISTERED_WITHIN_MS;
	for (;;) {
		const answer = await axios.post<unknown>(`${baseUrl}/webhook/${webhookPath}`, body, {
			proxy: false,
			validateStatus: () => true,
		});
		if (answer.status !== 404 || Date.now() > giveUpAt) return answer;
		await sleep(POLL_MS);
	}
}
