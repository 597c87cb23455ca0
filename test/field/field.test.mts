import { chosenHost } from '../../tools/n8n/driver/host-folder.mts';
import { sharePlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { dataOf } from '../support/host/plan-data.mts';
import { plan } from '../support/host/run-on-items.mts';
import { cases, filters } from './cases.mts';
import { featuresOf, runCase, runInput } from './field-case.mts';

describe(`real cases in the ${chosenHost()} n8n`, () => {
	let host: PlanHost;

	beforeAll(async () => {
		host = await sharePlanHost();
	});

	afterAll(async () => {
		await host?.close();
	});

	it.each(cases)('$name', async (one) => {
		expect(await runCase(host, one)).toEqual(one.expected);
	});

	it.each(filters)('$name', async ({ values, value, found }) => {
		const planCode = host.sandbox.addPlan();
		host.sandbox.setFeatures(planCode, featuresOf(values.map((text) => ({ Value: text }))));
		const condition = { field: { __rl: true, mode: 'code', value: 'Value' }, operator: 'is', value };
		const get = plan('Get', 'getFeatures', {
			planCode,
			options: { dataFormat: 'array' },
			filters: { data: { conditions: [condition] } },
		});

		const result = await runInput(host, { items: [{}] }, planCode, get);

		expect(result.json('Get').map((feature) => dataOf(feature).Value)).toEqual(found);
	});
});
