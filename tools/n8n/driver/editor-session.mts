import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import axios, { isAxiosError } from 'axios';
import type { AxiosInstance, AxiosRequestConfig, AxiosResponse } from 'axios';

import { TIME_LIMIT_MS } from './time-limit.mts';

/** n8n rejects everything for a while when a machine under load has kept its database waiting. */
export function isNotReady({ status, data }: AxiosResponse<unknown>): boolean {
	return status === 503 && JSON.stringify(data).includes('Database is not ready!');
}

export interface Login {
	email: string;
	password: string;
}

/** An owner that nobody knows. n8n wants a digit and a capital letter in a password. */
function newOwner(): Login {
	return { email: 'owner@example.com', password: `Plan1-${randomBytes(12).toString('base64url')}` };
}

/** The owner of the n8n of a folder. Its password stands in the folder, for the owner of the folder alone. */
export function ownerOf(userFolder: string): Login {
	const file = path.join(userFolder, 'owner-password');
	const owner = newOwner();
	if (existsSync(file)) return { ...owner, password: readFileSync(file, 'utf8') };
	mkdirSync(userFolder, { recursive: true });
	writeFileSync(file, owner.password, { mode: 0o600 });
	return owner;
}

/** What the browser is to n8n: a cookie, a browser id, and requests to `/rest`. */
export class EditorSession {
	private readonly http: AxiosInstance;

	readonly login: Login;

	constructor(baseUrl: string, login = newOwner()) {
		this.login = login;
		this.http = axios.create({
			baseURL: baseUrl,
			proxy: false,
			timeout: TIME_LIMIT_MS,
			// n8n closes an idle connection whenever it likes; a request that is on its way there then is lost.
			httpAgent: new Agent({ keepAlive: false }),
		});
		this.http.defaults.headers.common['browser-id'] = randomUUID();
	}

	/** The first visit to a new instance: makes the owner, and is logged in by it. */
	async setUpOwner(): Promise<void> {
		await this.authenticate('/rest/owner/setup', { ...this.login, firstName: 'Plan', lastName: 'Owner' });
	}

	async logIn(): Promise<void> {
		await this.authenticate('/rest/login', {
			emailOrLdapLoginId: this.login.email,
			...this.login,
		});
	}

	/** Continues a session: n8n takes five logins of a user in five minutes (1.123.81) or in one (2.41.1). */
	resume({ identification }: EditorSession): void {
		Object.assign(this.http.defaults.headers.common, identification);
	}

	/** Headers that n8n knows the session by: it takes a cookie only with the browser id of its login. */
	get identification(): { Cookie: string; 'browser-id': string } {
		const { Cookie, 'browser-id': browserId } = this.http.defaults.headers.common;
		return { Cookie: String(Cookie), 'browser-id': String(browserId) };
	}

	private async authenticate(path: string, body: object): Promise<void> {
		const response = await this.untilReady(() => this.http.post(path, body));
		const cookies = response.headers['set-cookie'] ?? [];
		const cookie = cookies.find((one) => one.startsWith('n8n-auth='));
		if (!cookie) throw new Error(`${path} gave no n8n-auth cookie.`);
		this.http.defaults.headers.common.Cookie = cookie.split(';')[0];
	}

	/** One request to n8n's own interface; what n8n wraps in `data` is given unwrapped. */
	async request<Body>(
		method: 'get' | 'post' | 'patch' | 'delete',
		path: string,
		body?: object,
		config: AxiosRequestConfig = {},
	): Promise<Body> {
		const response = await this.untilReady(() =>
			this.http.request<{ data: Body }>({ ...config, method, url: path, data: body }),
		);
		return response.data.data;
	}

	private async untilReady<Body>(send: () => Promise<Body>): Promise<Body> {
		const giveUpAt = Date.now() + TIME_LIMIT_MS;
		for (;;) {
			try {
				return await send();
			} catch (error) {
				if (!isAxiosError(error) || !error.response) throw error;
				const { config, response } = error;
				if (Date.now() > giveUpAt || !isNotReady(response)) {
					const said = JSON.stringify(response.data);
					throw new Error(`n8n responded with ${response.status} to ${config?.method} ${config?.url}: ${said}`);
				}
			}
			await pause(500);
		}
	}
}
