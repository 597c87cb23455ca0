import axios from 'axios';
import { chosenHost } from '../../tools/n8n/driver/host-folder.mts';
import { mainExample } from '../../tools/scripts/demo/example-workflows.mts';
import { runMainExample, verifyMainResult } from '../../tools/scripts/demo/main-example.mts';
import { importExample } from '../support/host/imported-example.mts';
import { sharePlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';

/** The labels of the plan page, one after the other. */
function wordsOf(page: string): string {
	return [...page.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, words]) => words).join(' ');
}

describe(`the main example in the ${chosenHost()} n8n`, () => {
	let host: PlanHost;

	beforeAll(async () => {
		// A pushed identity would stand on the plan twice.
		host = await sharePlanHost({ settings: { keepsPushedIdentity: true } });
	});

	afterAll(async () => {
		await host?.close();
	});

	test('pushes a zone for each room, once however often it runs, and gives an address that opens', async () => {
		const example = await importExample(host, mainExample);
		const first = await runMainExample(host.n8n, example);
		const plan = structuredClone(host.sandbox.features(first.planCode));
		const second = await runMainExample(host.n8n, example);

		expect(first).toMatchObject({ pushed: 3, skipped: 0 });
		await verifyMainResult(first, plan);
		expect(second).toMatchObject({ pushed: 0, skipped: 3 });
		expect(host.sandbox.features(first.planCode)).toEqual(plan);
		expect(new Set(plan.map(({ code }) => code)).size).toBe(plan.length);
		const { data: page } = await axios.get<string>(first.embedUrl, { proxy: false });
		for (const { name, tenant } of first.zones) expect(wordsOf(page)).toContain(`${name} ${tenant}`);
	});
});
