import { setTimeout as pause } from 'node:timers/promises';
import { createCredential } from '../../tools/n8n/driver/credentials.mts';
import { sharePlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { PUSH, PushWorkflow } from './push-workflow.mts';
import { requestedFeatures } from './random/requested-features.mts';

const EXECUTIONS = 20;
const ITEMS = 1_000;

describe('logins of unattended workflows', () => {
	let host: PlanHost;

	beforeAll(async () => {
		host = await sharePlanHost();
	});

	afterAll(async () => {
		await host?.close();
	});

	const count = (route: string) => host.sandbox.requests.filter((request) => request.route === route).length;

	test(`${EXECUTIONS} executions at once with an expired token make one login`, async () => {
		const { n8n, sandbox, credential } = host;
		const lifetimeSeconds = 3;
		sandbox.settings.tokenLifetimeSeconds = lifetimeSeconds;
		const first = await PushWorkflow.create(n8n, 'first', credential, { options: {} });
		await first.start(requestedFeatures('first', [sandbox.addPlan()], 1));
		expect((await first.ends(1)).map(({ status }) => status)).toEqual(['success']);
		await pause(lifetimeSeconds * 1000);
		sandbox.settings.tokenLifetimeSeconds = 3600;
		sandbox.clearRequests();

		const workflow = await PushWorkflow.create(n8n, 'expired', credential, { options: {} });
		const planCodes = Array.from({ length: EXECUTIONS }, () => sandbox.addPlan());
		await Promise.all(
			planCodes.map(async (planCode) => await workflow.start(requestedFeatures('expired', [planCode], 1))),
		);
		const results = await workflow.ends(EXECUTIONS);

		expect(results.map(({ status }) => status)).toEqual(planCodes.map(() => 'success'));
		expect(planCodes.map((planCode) => sandbox.features(planCode).length)).toEqual(planCodes.map(() => 1));
		expect(count('token')).toBe(1);
		expect(sandbox.requests.filter(({ status }) => status === 401)).toEqual([]);
	});

	test.each([
		['stopWorkflow', false],
		['stopWorkflow', true],
		['continueErrorOutput', false],
		['continueErrorOutput', true],
	] as const)(
		`${ITEMS} items with a wrong secret make one login: %s, Retry On Fail %p`,
		async (onError, retryOnFail) => {
			const { n8n, sandbox } = host;
			const name = `wrong ${onError} ${retryOnFail}`;
			const credential = await createCredential(n8n.session, {
				...host.credential,
				name,
				data: { ...sandbox.credential, applicationSecret: name },
			});
			const workflow = await PushWorkflow.create(n8n, name.replaceAll(' ', '-'), credential, {
				options: {},
				onError,
				retryOnFail,
				maxTries: 3,
				waitBetweenTries: 100,
			});
			sandbox.clearRequests();

			const planCodes = Array.from({ length: ITEMS / 5 }, () => sandbox.addPlan());
			await workflow.start(requestedFeatures(name, planCodes, 5));
			const [result] = await workflow.ends(1);

			expect(count('token')).toBe(1);
			expect(count('push') + count('features')).toBe(0);
			const words = /does not know this application, or its secret is wrong/;
			if (onError === 'stopWorkflow') {
				expect(result.error?.message).toMatch(words);
				return;
			}
			const failed = result.json(PUSH, 1);
			expect(failed).toHaveLength(ITEMS);
			expect(failed.filter(({ error }) => !words.test(String(error)))).toEqual([]);
		},
	);
});
