import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import axios, { isAxiosError } from 'axios';
import type { AxiosInstance, AxiosRequestConfig } from 'axios';

/** n8n refuses everything for a while when a machine under load has kept its database waiting. */
const NOT_READY = 'Database is not ready!';
const READY_WITHIN_MS = 180_000;

export interface Login {
	email: string;
	password: string;
}

/** The owner of every test instance: it listens on 127.0.0.1 only and lives as long as its folder. */
export const owner: Login = { email: 'owner@example.com', password: 'Plan-service-1' };

/** What the browser is to n8n: a cookie, a browser id, and requests to `/rest`. */
export class EditorSession {
	private readonly http: AxiosInstance;

	constructor(baseUrl: string) {
		this.http = axios.create({
			baseURL: baseUrl,
			proxy: false,
			timeout: 60_000,
			// n8n closes an idle connection whenever it likes; a request that is on its way there then is lost.
			httpAgent: new Agent({ keepAlive: false }),
			headers: { 'browser-id': randomUUID() },
		});
	}

	/** The first visit to a new instance: makes the owner, and is logged in by it. */
	async setUpOwner(): Promise<void> {
		await this.authenticate('/rest/owner/setup', { ...owner, firstName: 'Plan', lastName: 'Owner' });
	}

	async logIn(): Promise<void> {
		await this.authenticate('/rest/login', {
			emailOrLdapLoginId: owner.email,
			email: owner.email,
			password: owner.password,
		});
	}

	private async authenticate(path: string, body: object): Promise<void> {
		const answer = await this.answered(() => this.http.post(path, body));
		const cookies = answer.headers['set-cookie'] ?? [];
		const cookie = cookies.find((one) => one.startsWith('n8n-auth='));
		if (!cookie) throw new Error(`${path} gave no n8n-auth cookie.`);
		this.http.defaults.headers.common.Cookie = cookie.split(';')[0];
	}

	/** One request to n8n's own interface; what n8n wraps in `data` is given unwrapped. */
	async request<Answer>(
		method: 'get' | 'post' | 'patch' | 'delete',
		path: string,
		body?: object,
		config: AxiosRequestConfig = {},
	): Promise<Answer> {
		const answer = await this.answered(() =>
			this.http.request<{ data: Answer }>({ ...config, method, url: path, data: body }),
		);
		return answer.data.data;
	}

	private async answered<Answer>(send: () => Promise<Answer>): Promise<Answer> {
		const giveUpAt = Date.now() + READY_WITHIN_MS;
		for (;;) {
			try {
				return await send();
			} catch (error) {
				if (!isAxiosError(error) || !error.response) throw error;
				const { config, response } = error;
				const said = JSON.stringify(response.data);
				if (Date.now() > giveUpAt || !said.includes(NOT_READY)) {
					throw new Error(`n8n answered ${response.status} to ${config?.method} ${config?.url}: ${said}`);
				}
			}
			await pause(500);
		}
	}
}
