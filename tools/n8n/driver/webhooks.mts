import { setTimeout as sleep } from 'node:timers/promises';

import axios from 'axios';
import type { AxiosRequestConfig, AxiosResponse } from 'axios';

import { isNotReady } from './editor-session.mts';
import { TIME_LIMIT_MS } from './time-limit.mts';

const POLL_MS = 100;

/**
 * A request to a path of n8n that an active workflow responds to, such as `/webhook/…` or `/form/…`; waits
 * while a workflow just activated is not registered yet (404), or n8n rejects everything.
 */
export async function requestWhenRegistered(
	baseUrl: string,
	path: string,
	request: AxiosRequestConfig,
): Promise<AxiosResponse<unknown>> {
	const giveUpAt = Date.now() + TIME_LIMIT_MS;
	for (;;) {
		const response = await axios.request<unknown>({
			...request,
			url: `${baseUrl}${path}`,
			proxy: false,
			validateStatus: () => true,
		});
		const isRegistered = response.status !== 404 && !isNotReady(response);
		if (isRegistered || Date.now() > giveUpAt) return response;
		await sleep(POLL_MS);
	}
}

/** POSTs to a production webhook. */
export async function callWebhook(
	baseUrl: string,
	webhookPath: string,
	body: object = {},
	headers: Record<string, string> = {},
): Promise<AxiosResponse<unknown>> {
	return await requestWhenRegistered(baseUrl, `/webhook/${webhookPath}`, { method: 'post', data: body, headers });
}
