import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { countExecutions } from '../../tools/n8n/driver/executions.mts';
import { projectRoot } from '../../tools/n8n/driver/host-folder.mts';
import { TIME_LIMIT_MS } from '../../tools/n8n/driver/time-limit.mts';
import { startPlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { PushWorkflow } from './push-workflow.mts';
import { requestedFeatures } from './random/requested-features.mts';

const RUNS = 100;
const WRITE_MS = 300;
const LIFETIME_SECONDS = 20;
const LOGIN_MS = 15_000;

describe('tokens of 20 s in an n8n that writes a credential slowly', () => {
	let host: PlanHost;

	beforeAll(async () => {
		const hook = path.join(projectRoot, 'test', 'support', 'host', 'slow-credentials.cjs');
		host = await startPlanHost({
			settings: { tokenLifetimeSeconds: LIFETIME_SECONDS },
			env: { NODE_OPTIONS: `--require ${hook}`, SLOW_CREDENTIAL_WRITE_MS: String(WRITE_MS) },
		});
	});

	afterAll(async () => {
		await host?.close();
	});

	test(`${RUNS} runs at once all end well`, async () => {
		const { n8n, sandbox, credential } = host;
		const workflow = await PushWorkflow.create(n8n, 'short', credential, { options: {} });
		const planCodes = Array.from({ length: RUNS }, () => sandbox.addPlan());
		sandbox.clearRequests();
		// All wait for one login, so that n8n writes its token once for each of them.
		sandbox.settings.latencyMs = LOGIN_MS;
		const startedAt = Date.now();
		await Promise.all(
			planCodes.map(async (planCode) => await workflow.start(requestedFeatures('short', [planCode], 1))),
		);
		sandbox.settings.latencyMs = 0;
		// A start that n8n could not store may leave an execution that failed.
		const ended = async () => await countExecutions(n8n.session, workflow.workflow.id, ['success']);
		const giveUpAt = Date.now() + TIME_LIMIT_MS;
		while ((await ended()) < RUNS && Date.now() < giveUpAt) await pause(500);

		expect(await ended()).toBe(RUNS);
		expect(planCodes.filter((planCode) => sandbox.features(planCode).length !== 1)).toEqual([]);
		// Longer than a token lives, so that some runs found theirs dead.
		expect(Date.now() - startedAt).toBeGreaterThan(LIFETIME_SECONDS * 1000);
		const count = (route: string) => sandbox.requests.filter((request) => request.route === route).length;
		expect(count('token')).toBeLessThanOrEqual(10);
		expect(sandbox.requests.filter(({ status }) => status === 401)).toEqual([]);
	});
});
