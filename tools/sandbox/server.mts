import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Feature } from './json.mts';
import { BearerTokens } from './bearer-tokens.mts';
import { credentialOf } from './credential.mts';
import type { SandboxCredential } from './credential.mts';
import { TrafficCheck } from './description/traffic-check.mts';
import { createApp } from './http/app.mts';
import { Intercepts } from './http/intercepts.mts';
import type { Hold, Intercept } from './http/intercepts.mts';
import type { RecordedRequest } from './http/recorded-request.mts';
import { serving } from './http/serve.mts';
import { Traffic } from './http/traffic.mts';
import { AUTH_PATH } from './paths.mts';
import { addRoutes } from './routes/routes.mts';
import { Messages } from './messages.mts';
import { emptyPlan } from './plan.mts';
import { readRecording } from './replay/recording.mts';
import { Replay } from './replay/replay.mts';
import { settingsOf } from './settings.mts';
import type { SandboxSettings } from './settings.mts';
import { StateFile } from './state-file.mts';
import { SandboxState } from './state.mts';

export { demo } from './demo/constants.mts';
export type { SandboxCredential } from './credential.mts';
export type { Intercept } from './http/intercepts.mts';
export type { RecordedRequest } from './http/recorded-request.mts';
export type { SandboxSettings } from './settings.mts';

export interface SandboxOptions {
	/** 0, the default, takes a free one. */
	port?: number;
	/** 127.0.0.1 unless given. */
	host?: string;
	/** Keeps the plans in this JSON file; without it they last as long as the process. */
	file?: string;
	/** How many requests are remembered; all unless given. */
	maxRequests?: number;
	/** A recording of `npm run probe -- --save`: its responses take the place of the demo account. */
	replay?: string;
	settings?: Partial<SandboxSettings>;
	/** Gets what is sent to `/messages`. */
	onMessage?: (text: string) => void;
	/**
	 * Whether everything that goes over the wire is compared with `tools/openapi/openapi.json` (true unless
	 * given): a request that departs from it and is not rejected, or such a response, makes `close` throw.
	 */
	isChecked?: boolean;
}

export interface Sandbox {
	baseUrl: string;
	authUrl: string;
	credential: SandboxCredential;
	/** Can be changed at any time. */
	settings: SandboxSettings;
	/** Everything that arrived, in order, unknown addresses included. */
	requests: RecordedRequest[];
	/** Forgets `requests` and `maxInFlightSeen`. */
	clearRequests(): void;
	/** The most lookups, lists, reads and pushes that were open at once. */
	readonly maxInFlightSeen: number;
	/** The stored features themselves, with their identities. */
	features(planCode: string): Feature[];
	/** Replaces what a plan holds; creates the plan if it is unknown. */
	setFeatures(planCode: string, features: object[]): void;
	/** An empty plan that belongs to no floor or campus; gives its code. */
	addPlan(planCode?: string): string;
	/** Every bearer token that was handed out, in order. */
	readonly tokens: string[];
	revokeTokens(): void;
	intercept(rule: Intercept | Hold): void;
	clearIntercepts(): void;
	/** Ends hanging connections too. @throws Error when what went over the wire departs from the description */
	close(): Promise<void>;
}

/** Starts the service. @throws Error when the port is taken, or the file is not a sandbox's */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, host = '127.0.0.1', maxRequests = Infinity } = options;
	const replay = options.replay === undefined ? undefined : new Replay(await readRecording(options.replay));
	const settings = settingsOf({ ...replay?.settings, ...options.settings });
	const state = new SandboxState(settings);
	for (const [code, features] of replay?.features ?? []) state.plans.set(code, { ...emptyPlan(code), features });
	const tokens = new BearerTokens();
	const file = options.file === undefined ? undefined : new StateFile(options.file, state.plans, settings);
	await file?.read();
	const unknown = Object.keys(settings.migratingPushes).find((code) => !state.plans.has(code));
	if (unknown !== undefined) throw new Error(`--reject-pushes: there is no plan "${unknown}" here.`);

	const messages = new Messages(options.onMessage);
	const requests: RecordedRequest[] = [];
	const traffic = new Traffic(settings);
	const intercepts = new Intercepts();
	const check = options.isChecked === false || replay ? undefined : new TrafficCheck();
	// Who lets it listen on other names of this machine wants a response there.
	const isOpen = !['127.0.0.1', 'localhost', '::1'].includes(host);
	const app = createApp(requests, traffic, tokens, check, { isOpen, maxRequests });
	addRoutes(app, serving(settings, traffic, intercepts), { state, settings, tokens, messages, replay, file });
	await listen(app, port, host);

	const baseUrl = addressOf(app.server.address());
	const authUrl = `${baseUrl}${AUTH_PATH}`;
	return {
		baseUrl,
		authUrl,
		credential: credentialOf(baseUrl, authUrl, settings.allowedScope),
		settings,
		requests,
		clearRequests: () => {
			requests.length = 0;
			traffic.maxSeen = 0;
		},
		get maxInFlightSeen() {
			return traffic.maxSeen;
		},
		features: (planCode) => state.plan(planCode).features,
		setFeatures: (planCode, features) => state.setFeatures(planCode, features),
		addPlan: (planCode) => state.addPlan(planCode),
		get tokens() {
			return tokens.all;
		},
		revokeTokens: () => tokens.revokeAll(),
		intercept: (rule) => intercepts.add(rule),
		clearIntercepts: () => intercepts.clear(),
		close: async () => {
			await app.close();
			check?.close();
		},
	};
}

/** @throws Error in words when the port is taken */
async function listen(app: FastifyInstance, port: number, host: string): Promise<void> {
	try {
		await app.listen({ port, host });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		throw new Error(
			`Port ${port} of ${host} is taken, maybe by another sandbox. Name another one with --port; 0 takes a free one.`,
		);
	}
}

/** An address that opens on this machine, also when the server listens on all of its names. */
function addressOf(address: AddressInfo | string | null): string {
	if (address === null || typeof address === 'string') throw new Error('The sandbox listens on no port.');
	const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
	const name = everywhere[address.address] ?? address.address;
	return `http://${name.includes(':') ? `[${name}]` : name}:${address.port}`;
}
