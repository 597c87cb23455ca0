import { setTimeout as pause } from 'node:timers/promises';
import type { ExecutionResult } from '../../tools/n8n/driver/execution-result.mts';
import { startFaultyHost } from './faulty-host.mts';
import type { FaultyHost } from './faulty-host.mts';
import { FaultDraw } from './proxy/fault-draw.mts';
import { PUSH, PushWorkflow } from './push-workflow.mts';
import type { PushNodeSettings } from './push-workflow.mts';
import { requestedFeatures } from './random/requested-features.mts';
import type { RequestedFeature } from './random/requested-features.mts';
import { differences } from './random/comparison.mts';
import { seed } from './random/seed.mts';
import { reportedBy } from './random/reported.mts';
import type { Status, Reported } from './random/reported.mts';

/** Of each of the two runs, with Retry On Fail and without; each night's job has more, from another seed. */
const MIN_PUSHES = Number(process.env.FAULT_PUSHES ?? 40);
const ODDS = { percent: 30, stormyPercent: 15, stormLength: 12 };
const OPTIONS = { batchSize: 3, timeoutSeconds: 2, maxWaitSeconds: 20, maxRetries: 3 };
const RETRIES: Array<[name: string, retry: Partial<PushNodeSettings>]> = [
	['off', { retryOnFail: false }],
	['on', { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 }],
];
const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
/** Of each On Error setting. */
const EXECUTIONS_AT_ONCE = 6;
const PLANS = 4;
const FEATURES_PER_PLAN = 12;
/** Many times what all waits of an execution and its attempts can sum up to. */
const WAVE_MS = 280_000;
const HOOK_MS = 2 * WAVE_MS;

/** Longer than the latest effect of a fault. */
const LATEST_MS = 5000;

interface Ended {
	result: ExecutionResult;
	requested: RequestedFeature[];
}

interface Compared extends Ended {
	reported: Reported;
}

/** What the run was made of, so that one that met no faults is seen. */
function summary(compared: Compared[]): string {
	const sum = (size: (one: Compared) => number) => compared.reduce((total, one) => total + size(one), 0);
	const summaries = compared.flatMap(({ result }) => [...result.json(PUSH, 0), ...result.json(PUSH, 1)]);
	const countOf = (fate: Status) =>
		sum(({ reported: { statuses } }) => [...statuses.values()].filter((one) => one === fate).length);
	const confirmed = summaries.reduce((total, { confirmed: count = 0 }) => total + Number(count), 0);
	return [
		`${sum(({ requested }) => requested.length)} features in ${compared.length} executions`,
		`${sum((one) => (one.reported.words.size > 0 ? 1 : 0))} of them with failures`,
		`${countOf('onPlan')} features reported to be on the plan (${confirmed} confirmed)`,
		`${countOf('notOnPlan')} reported not to be and ${countOf('unknown')} named as unknown`,
	].join(', ');
}

describe(`pushes under random faults (FAULT_SEED=${seed})`, () => {
	const runs: Run[] = [];
	let pushed: Array<PromiseSettledResult<void>> = [];

	// Side by side, each against a service of its own, because runs against one service share its limiter.
	beforeAll(async () => {
		for (const [name] of RETRIES) {
			const draw = new FaultDraw(seed, ODDS);
			runs.push(new Run(name, await startFaultyHost((planCode) => draw.next(planCode))));
		}
		pushed = await Promise.allSettled(RETRIES.map(async ([, retry], index) => await runs[index].push(retry)));
		// The next process does not remember what this one has sent with an unknown outcome, so it sends that, too.
		await runs[0].host.n8n.killAndRestart();
	}, HOOK_MS);

	afterAll(async () => {
		for (const { host } of runs) await host.close();
	});

	test.each(RETRIES.map(([name], index) => [name, index] as const))(
		'Retry On Fail %s: nothing lost, nothing twice, everything explained',
		async (name, index) => {
			if (pushed[index].status === 'rejected') throw pushed[index].reason;
			const run = runs[index];
			const compared = run.ended.map(({ result, requested }) => ({
				result,
				requested,
				reported: reportedBy(result, requested.length),
			}));
			console.log(`FAULT_SEED=${seed}, Retry On Fail ${name}: ${run.pushes} pushes, ${summary(compared)}`);
			expect(
				compared.flatMap(({ requested, reported }) => differences(requested, reported, run.heldOf(requested))),
			).toEqual([]);

			await run.complete();
		},
	);
});

/** Executions that push while the service and the way to it have faults. */
class Run {
	readonly ended: Ended[] = [];

	constructor(
		private readonly name: string,
		readonly host: FaultyHost,
	) {}

	get pushes(): number {
		return this.host.proxy.requests.filter(({ method, planCode }) => method === 'POST' && planCode !== undefined)
			.length;
	}

	/** Until there were enough pushes, and what gateways held back has arrived. */
	async push(retry: Partial<PushNodeSettings>): Promise<void> {
		const { n8n, credential } = this.host;
		const make = async (onError: (typeof ON_ERROR)[number]) =>
			await PushWorkflow.create(n8n, `${onError}-${this.name}`, credential, { options: OPTIONS, onError, ...retry });
		const workflows = await Promise.all(ON_ERROR.map(make));
		for (let waves = 0; this.pushes < MIN_PUSHES; waves++) await this.wave(workflows, waves);
		await pause(LATEST_MS);
	}

	/** Several executions of each workflow at once, each with plans of its own. */
	private async wave(workflows: PushWorkflow[], wavesBefore: number): Promise<void> {
		const requested = new Map<string, RequestedFeature[]>();
		for (const [index, workflow] of workflows.entries()) {
			for (let execution = 0; execution < EXECUTIONS_AT_ONCE; execution++) {
				const run = `${this.name}_${wavesBefore}_${index}_${execution}`;
				const planCodes = Array.from({ length: PLANS }, (_, plan) => this.host.sandbox.addPlan(`pln_${run}_${plan}`));
				const features = requestedFeatures(run, planCodes, FEATURES_PER_PLAN);
				requested.set(planCodes[0], features);
				await workflow.start(features);
			}
		}
		for (const workflow of workflows) {
			const results = await workflow.ends((wavesBefore + 1) * EXECUTIONS_AT_ONCE, WAVE_MS);
			for (const result of results.slice(0, EXECUTIONS_AT_ONCE)) {
				const planCode = String(result.json('Split')[0].planCode);
				this.ended.push({ result, requested: requested.get(planCode) ?? [] });
				requested.delete(planCode);
			}
		}
		if (requested.size > 0)
			throw new Error(`${requested.size} executions have not ended: ${[...requested.keys()].join()}`);
	}

	heldOf(requested: RequestedFeature[]): Map<string, number> {
		return this.host.held([...new Set(requested.map(({ planCode }) => planCode))]);
	}

	/** What a person does in the morning: the same features again, with what the plans hold left out. */
	async complete(): Promise<void> {
		const { host } = this;
		const requested = this.ended.flatMap((one) => one.requested);
		host.faults = false;
		const before = this.heldOf(requested);
		host.sandbox.clearIntercepts();
		const workflow = await PushWorkflow.create(host.n8n, `complete-${this.name}`, host.credential, {
			options: { existing: 'skip' },
		});
		await workflow.start(requested);
		const [{ status }] = await workflow.ends(1, WAVE_MS);
		expect(status).toBe('success');
		const counts = this.heldOf(requested);
		expect(
			requested.filter((feature) => (counts.get(feature.name) ?? 0) !== Math.max(1, before.get(feature.name) ?? 0)),
		).toEqual([]);
		expect(counts.size).toBe(requested.length);
	}
}
