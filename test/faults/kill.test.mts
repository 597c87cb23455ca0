import { setTimeout as pause } from 'node:timers/promises';
import { sharePlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { until } from '../support/wait/until.mts';
import { PUSH, PushWorkflow } from './push-workflow.mts';
import { requestedFeatures } from './random/requested-features.mts';

const PLANS = 4;
const FEATURES_PER_PLAN = 200;
const BATCH_SIZE = 5;
/** Pushes that have taken effect when the service no longer responds to one plan, and n8n is killed. */
const PUSHES_BEFORE = 50;

describe('kill -9 of n8n in the middle of a push', () => {
	let host: PlanHost;

	beforeAll(async () => {
		host = await sharePlanHost({ settings: { latencyMs: 20 } });
	});

	afterAll(async () => {
		await host?.close();
	});

	test('run again with Existing Features "Skip" it brings every feature onto its plan exactly once', async () => {
		const { n8n, sandbox, credential } = host;
		const options = { existing: 'skip', batchSize: BATCH_SIZE };
		const workflow = await PushWorkflow.create(n8n, 'killed', credential, { options });
		const planCodes = Array.from({ length: PLANS }, () => sandbox.addPlan());
		const requested = requestedFeatures('killed', planCodes, FEATURES_PER_PLAN);
		const held = () => planCodes.flatMap((planCode) => sandbox.features(planCode).map(({ name }) => name));

		await workflow.start(requested);
		await until('pushes before the kill', () => held().length >= PUSHES_BEFORE * BATCH_SIZE);
		// One push is sure to be taken and without a response when the end comes; the others are at any point.
		sandbox.intercept({ route: 'push', planCode: planCodes[0], when: 'after', reply: 'hang' });
		await pause(100);
		await n8n.process.kill();
		await pause(500);
		const heldAtTheKill = held().length;
		await n8n.process.start();
		expect(held()).toHaveLength(heldAtTheKill);
		expect(heldAtTheKill).toBeLessThan(requested.length);

		await workflow.start(requested);
		const [again] = await workflow.ends(2);

		expect(again.status).toBe('success');
		expect(held().sort()).toEqual(requested.map(({ name }) => name).sort());
		const skipped = again.json(PUSH).map((summary) => Number(summary.skipped));
		expect(skipped.reduce((sum, one) => sum + one)).toBe(heldAtTheKill);
	});
});
