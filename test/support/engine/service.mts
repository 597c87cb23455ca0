import { startSandbox } from '../../../tools/sandbox/server.mts';
import type { Sandbox, SandboxOptions } from '../../../tools/sandbox/server.mts';
import type { Feature } from '../../../service/plan';
import { atNewAddress } from '../http/new-address.mts';
import { StoredCredential } from './stored-credential.mts';

/**
 * The sandbox as the tests of one file see it: a new one for each test, so that no login and no late request is met
 * again.
 */
export interface Service {
	readonly sandbox: Sandbox;
	/** A new credential that is right for the sandbox but for the changes. */
	credential(changes?: object): StoredCredential;
	/** Adds plans and gives their codes. */
	plans(count: number, features?: Feature[]): string[];
	/** How many requests of a kind have arrived, or the whole number. */
	count(route?: string): number;
	/** How often the service holds each feature of a plan, by name. */
	held(planCode: string): Record<string, number>;
}

let lastPlan = 0;

export function useService(options: SandboxOptions = {}): Service {
	let running: Sandbox | undefined;
	beforeEach(async () => {
		running = await atNewAddress(async () => await startSandbox(options));
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await running?.close();
	});
	const sandbox = () => {
		if (running === undefined) throw new Error('The sandbox runs within tests only');
		return running;
	};
	return {
		get sandbox() {
			return sandbox();
		},
		credential: (changes = {}) => new StoredCredential({ ...sandbox().credential, accessToken: '', ...changes }),
		plans: (count, features = []) =>
			Array.from({ length: count }, () => {
				const planCode = `pln_test${++lastPlan}`;
				sandbox().addPlan(planCode);
				sandbox().setFeatures(planCode, features);
				return planCode;
			}),
		count: (route) => sandbox().requests.filter((request) => route === undefined || request.route === route).length,
		held: (planCode) => {
			const counts: Record<string, number> = {};
			for (const { name } of sandbox().features(planCode)) counts[String(name)] = (counts[String(name)] ?? 0) + 1;
			return counts;
		},
	};
}

/** Waits between attempts are drawn at random from zero up: these are the shortest of them. */
export function withShortestWaits(): void {
	beforeEach(() => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
	});
}
