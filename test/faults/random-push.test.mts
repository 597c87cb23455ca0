import type { ExecutionResult } from '../../hosts/driver/executionResult.mts';
import { startFaultyHost } from './faultyHost.mts';
import type { FaultyHost } from './faultyHost.mts';
import { PushWorkflow } from './pushWorkflow.mts';
import type { PushNodeSettings } from './pushWorkflow.mts';
import { askedFeatures } from './random/askedFeatures.mts';
import type { AskedFeature } from './random/askedFeatures.mts';
import { differences } from './random/comparison.mts';
import { seed } from './random/seed.mts';
import { toldBy } from './random/told.mts';

/** Of each of the two runs, with Retry On Fail and without. */
const LEAST_PUSHES = 2_000;
const ODDS = { percent: 35, stormyPercent: 10, stormLength: 14 };
const OPTIONS = { batchSize: 3, timeoutSeconds: 2, maxWaitSeconds: 20, maxRetries: 3 };
const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
/** Of each On Error setting. */
const EXECUTIONS_AT_ONCE = 7;
const PLANS = 8;
const FEATURES_PER_PLAN = 30;
const WAVE_MS = 150_000;

interface Ended {
	result: ExecutionResult;
	asked: AskedFeature[];
}

describe(`pushes under random faults (FAULT_SEED=${seed})`, () => {
	let host: FaultyHost;
	let lastRun = 0;

	beforeAll(async () => {
		host = await startFaultyHost(seed, ODDS);
	});

	afterAll(async () => {
		await host?.close();
	});

	const pushes = () => host.proxy.requests.filter(({ method, planCode }) => method === 'POST' && planCode !== undefined).length;

	async function workflowsFor(retry: Partial<PushNodeSettings>): Promise<PushWorkflow[]> {
		const make = async (onError: (typeof ON_ERROR)[number]) => {
			const path = `${onError}-${retry.retryOnFail ? 'retry' : 'once'}`;
			return await PushWorkflow.create(host.n8n, path, host.credential, { options: OPTIONS, onError, ...retry });
		};
		return await Promise.all(ON_ERROR.map(make));
	}

	/** Several executions of each workflow at once, each with plans of its own. */
	async function wave(workflows: PushWorkflow[], wavesBefore: number): Promise<Ended[]> {
		const asked = new Map<string, AskedFeature[]>();
		for (const workflow of workflows) {
			for (let execution = 0; execution < EXECUTIONS_AT_ONCE; execution++) {
				const run = `run${lastRun++}`;
				const planCodes = Array.from({ length: PLANS }, (_, plan) => host.sandbox.addPlan(`pln_${run}_${plan}`));
				const features = askedFeatures(run, planCodes, FEATURES_PER_PLAN);
				asked.set(planCodes[0], features);
				await workflow.start(features);
			}
		}
		const ends: Ended[] = [];
		for (const workflow of workflows) {
			const results = await workflow.ends((wavesBefore + 1) * EXECUTIONS_AT_ONCE, WAVE_MS);
			for (const result of results.slice(0, EXECUTIONS_AT_ONCE)) {
				ends.push({ result, asked: asked.get(String(result.json('Split')[0].planCode)) ?? [] });
			}
		}
		return ends;
	}

	test.each([
		['off', { retryOnFail: false }],
		['on', { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 }],
	])('Retry On Fail %s: nothing lost, nothing twice, everything explained', async (name, retry) => {
		host.faults = true;
		const before = pushes();
		const ended: Ended[] = [];
		const workflows = await workflowsFor(retry);
		for (let waves = 0; pushes() - before < LEAST_PUSHES; waves++) ended.push(...(await wave(workflows, waves)));

		const found = ended.flatMap(({ result, asked }) => {
			const planCodes = [...new Set(asked.map(({ planCode }) => planCode))];
			return differences(asked, toldBy(result, asked), host.held(planCodes));
		});
		const total = ended.flatMap(({ asked }) => asked).length;
		console.log(`Retry On Fail ${name}: ${pushes() - before} pushes of ${total} features in ${ended.length} executions`);
		expect(found).toEqual([]);
	});
});
