import axios from 'axios';
import type { AxiosResponse } from 'axios';
import { startSandbox } from '../../../tools/sandbox/server.mts';
import type { Sandbox, SandboxOptions } from '../../../tools/sandbox/server.mts';

/** A sandbox and somebody who is logged in to it. Statuses are results here, never errors. */
export interface SandboxSession {
	sandbox: Sandbox;
	/** Under `/esapi/api/v1`. */
	get(path: string): Promise<AxiosResponse>;
	push(planCode: string, body: unknown, author?: string): Promise<AxiosResponse>;
	/** Without any login; an address below the base address, or a whole one. */
	open(address: string): Promise<AxiosResponse>;
}

export async function sandboxSession(options?: SandboxOptions): Promise<SandboxSession> {
	const sandbox = await startSandbox(options);
	const { baseUrl, authUrl, credential } = sandbox;
	const plain = axios.create({ baseURL: baseUrl, proxy: false, validateStatus: () => true });
	const form = new URLSearchParams({
		grant_type: 'password',
		scope: credential.scope,
		client_id: credential.applicationId,
		client_secret: credential.applicationSecret,
		username: credential.apiKey,
		password: credential.apiSecret,
	});
	const { data } = await plain.post(`${authUrl}/connect/token`, form);
	const signed = axios.create({
		baseURL: `${baseUrl}/esapi/api/v1`,
		proxy: false,
		validateStatus: () => true,
		headers: {
			Authentication: `Bearer ${data.access_token}`,
			'X-CSS-Partner-Code': credential.partnerCode,
		},
	});
	sandbox.clearRequests();
	return {
		sandbox,
		get: async (path) => await signed.get(path),
		push: async (planCode, body, author) =>
			await signed.post(`/Plans/${planCode}/PushFeatures`, body, { params: { author } }),
		open: async (address) => await plain.get(address),
	};
}

/** A new one for each test. */
export function useSandboxSession(options?: SandboxOptions): SandboxSession {
	let running: SandboxSession | undefined;
	beforeEach(async () => {
		running = await sandboxSession(options);
	});
	afterEach(async () => {
		await running?.sandbox.close();
	});
	const session = () => {
		if (running === undefined) throw new Error('The sandbox runs within tests only');
		return running;
	};
	return {
		get sandbox() {
			return session().sandbox;
		},
		get: async (path) => await session().get(path),
		push: async (...push) => await session().push(...push),
		open: async (address) => await session().open(address),
	};
}
