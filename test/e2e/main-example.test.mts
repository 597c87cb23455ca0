import { chosenHost } from '../../hosts/driver/host-folder.mts';
import type { StoredWorkflow } from '../../hosts/driver/workflows.mts';
import { createExamples, mainExample } from '../../scripts/demo/example-workflows.mts';
import { runMainExample, verifyMainResult } from '../../scripts/demo/main-example.mts';
import { startPlanHost } from '../support/host/plan-host.mts';
import type { OwnPlanHost } from '../support/host/plan-host.mts';

describe(`the main example in the ${chosenHost()} n8n`, () => {
	let host: OwnPlanHost;
	let example: StoredWorkflow;

	beforeAll(async () => {
		host = await startPlanHost();
		const examples = await createExamples(host.n8n.session, [host.credential]);
		const found = examples.get(mainExample);
		if (!found) throw new Error(`workflows/${mainExample} is missing.`);
		example = found;
	});

	afterAll(async () => {
		await host?.close();
	});

	test('pushes rooms with their tenants, and gives an embed address that opens', async () => {
		const result = await runMainExample(host.n8n, example);

		expect(result.rooms).toHaveLength(3);
		await verifyMainResult(result, host.sandbox.features(result.planCode));
	});

	test('uses one token for two runs and a restart', async () => {
		await runMainExample(host.n8n, example);
		const logins = () => host.sandbox.requests.filter(({ route }) => route === 'token');
		const before = logins().length;

		await host.n8n.killAndRestart();
		await runMainExample(host.n8n, example);

		expect(before).toBe(1);
		expect(logins().length).toBe(1);
	});
});
