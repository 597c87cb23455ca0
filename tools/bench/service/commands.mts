import { startSandbox } from '../../sandbox/server.mts';
import type { SandboxSettings } from '../../sandbox/server.mts';
import { plainFeatures, surveyedFeatures } from './features.mts';

/** What the service saw since the last `forget`. */
export interface Seen {
	requests: number;
	pushes: number;
	logins: number;
	rejected: number;
	maxInFlight: number;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** The sandbox in a process of its own, and what the benchmark asks of it between measurements. */
export async function serviceCommands() {
	const sandbox = await startSandbox({ isChecked: false });
	return {
		open: () => ({ baseUrl: sandbox.baseUrl, authUrl: sandbox.authUrl, credential: { ...sandbox.credential } }),
		set: (settings: Partial<SandboxSettings>) => void Object.assign(sandbox.settings, settings),
		/**
		 * A plan whose response is made before, so that the service's own work is in no figure; gives its size in bytes.
		 */
		serve: (planCode: string, count: number, kind: 'surveyed' | 'plain' = 'surveyed') => {
			const features = kind === 'plain' ? plainFeatures(count) : surveyedFeatures(count);
			const body = JSON.stringify({ features });
			sandbox.setFeatures(planCode, []);
			sandbox.intercept({
				route: 'features',
				planCode,
				times: Infinity,
				reply: { status: 200, headers: JSON_TYPE, body },
			});
			return Buffer.byteLength(body);
		},
		/** Lookups of any code give this one floor. */
		serveLookups: (body: object) =>
			sandbox.intercept({
				route: 'lookup',
				times: Infinity,
				reply: { status: 200, headers: JSON_TYPE, body: JSON.stringify(body) },
			}),
		/** As an intercept gave them, a plan and the lookups are as the sandbox has them again. */
		serveAll: () => sandbox.clearIntercepts(),
		setFeatures: (planCode: string, count: number) => sandbox.setFeatures(planCode, surveyedFeatures(count)),
		count: (planCode: string) => sandbox.features(planCode).length,
		forget: () => sandbox.clearRequests(),
		seen: (): Seen => {
			const { requests, maxInFlightSeen: maxInFlight } = sandbox;
			const of = (route: string) => requests.filter((request) => request.route === route).length;
			const rejected = requests.filter(({ status }) => status === 429).length;
			return { requests: requests.length, pushes: of('push'), logins: of('token'), rejected, maxInFlight };
		},
	};
}

export type ServiceCommands = Awaited<ReturnType<typeof serviceCommands>>;

/** A command on its way to the process, and what came of it on its way back. */
export interface Call {
	id: number;
	name: keyof ServiceCommands;
	args: unknown[];
}

export interface Outcome {
	id: number;
	result?: unknown;
	error?: string;
}
