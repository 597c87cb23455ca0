import { setTimeout as pause } from 'node:timers/promises';
import type { ExecutionResult } from '../../hosts/driver/execution-result.mts';
import { startFaultyHost } from './faulty-host.mts';
import type { FaultyHost } from './faulty-host.mts';
import { FaultDraw } from './proxy/fault-draw.mts';
import { PUSH, PushWorkflow } from './push-workflow.mts';
import type { PushNodeSettings } from './push-workflow.mts';
import { askedFeatures } from './random/asked-features.mts';
import type { AskedFeature } from './random/asked-features.mts';
import { differences } from './random/comparison.mts';
import { seed } from './random/seed.mts';
import { toldBy } from './random/told.mts';
import type { Fate, Told } from './random/told.mts';

/** Of each of the two runs, with Retry On Fail and without. */
const LEAST_PUSHES = 400;
const ODDS = { percent: 30, stormyPercent: 15, stormLength: 12 };
const OPTIONS = { batchSize: 3, timeoutSeconds: 2, maxWaitSeconds: 20, maxRetries: 3 };
const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
/** Of each On Error setting. */
const EXECUTIONS_AT_ONCE = 6;
const PLANS = 4;
const FEATURES_PER_PLAN = 24;
/** Many times what all waits of an execution and its tries can sum up to. */
const WAVE_MS = 280_000;

/** Longer than the latest effect of a fault. */
const LATEST_MS = 5000;

interface Ended {
	result: ExecutionResult;
	asked: AskedFeature[];
}

interface Compared extends Ended {
	told: Told;
}

/** What the run was made of, so that one that met no faults is seen. */
function summary(compared: Compared[]): string {
	const sum = (size: (one: Compared) => number) => compared.reduce((total, one) => total + size(one), 0);
	const summaries = compared.flatMap(({ result }) => [...result.json(PUSH, 0), ...result.json(PUSH, 1)]);
	const told = (fate: Fate) => sum(({ told: { fates } }) => [...fates.values()].filter((one) => one === fate).length);
	const recovered = summaries.reduce((total, { recovered: count = 0 }) => total + Number(count), 0);
	return [
		`${sum(({ asked }) => asked.length)} features in ${compared.length} executions`,
		`${sum((one) => (one.told.words.size > 0 ? 1 : 0))} of them with failures`,
		`${told('onPlan')} features told to be on the plan (${recovered} recovered)`,
		`${told('notOnPlan')} told not to be, ${told('unknown')} named as unknown, ${told('twice')} as there twice`,
	].join(', ');
}

describe(`pushes under random faults (FAULT_SEED=${seed})`, () => {
	let host: FaultyHost;
	let lastRun = 0;

	beforeAll(async () => {
		const draw = new FaultDraw(seed, ODDS);
		host = await startFaultyHost((planCode) => draw.next(planCode));
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

		const compared = ended.map(({ result, asked }) => ({ result, asked, told: toldBy(result, asked.length) }));
		console.log(`FAULT_SEED=${seed}, Retry On Fail ${name}: ${pushes() - before} pushes, ${summary(compared)}`);
		await delivered();
		expect(compared.flatMap(({ asked, told }) => differences(asked, told, heldOf(asked), isLate))).toEqual([]);

		await complete(name, ended.flatMap(({ asked }) => asked));
	});

	/** What gateways held back has arrived. */
	async function delivered(): Promise<void> {
		await pause(LATEST_MS);
	}

	/** A request with the feature took effect after the plan was looked at for the last time. */
	function isLate({ planCode, name }: AskedFeature): boolean {
		const own = host.proxy.requests.filter((request) => request.planCode === planCode);
		const lastLook = Math.max(...own.map(({ method, at }) => (method === 'GET' ? at : 0)));
		const lates = own.flatMap(({ body, lateAt }) => (body.includes(`"${name}"`) && lateAt !== undefined ? [lateAt] : []));
		return lates.some((at) => at >= lastLook);
	}

	function heldOf(asked: AskedFeature[]): Map<string, number> {
		return host.held([...new Set(asked.map(({ planCode }) => planCode))]);
	}

	/** What a person does in the morning: the same features again, with what the plans hold left out. */
	async function complete(name: string, asked: AskedFeature[]): Promise<void> {
		host.faults = false;
		const before = heldOf(asked);
		host.sandbox.clearIntercepts();
		const workflow = await PushWorkflow.create(host.n8n, `complete-${name}`, host.credential, { options: { existing: 'skip' } });
		await workflow.start(asked);
		const [{ status }] = await workflow.ends(1, WAVE_MS);
		expect(status).toBe('success');
		const counts = heldOf(asked);
		expect(asked.filter((feature) => (counts.get(feature.name) ?? 0) !== Math.max(1, before.get(feature.name) ?? 0))).toEqual([]);
		expect(counts.size).toBe(asked.length);
	}
});
