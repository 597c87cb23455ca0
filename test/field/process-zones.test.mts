import { chosenHost } from '../../tools/n8n/driver/host-folder.mts';
import { startPlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { edit } from './cases.mts';
import { runCase } from './field-case.mts';

describe.each(['America/New_York', 'Pacific/Auckland'])(
	`a date in the ${chosenHost()} n8n, whose process runs in %s`,
	(zone) => {
		let host: PlanHost | undefined;

		beforeAll(async () => {
			host = await startPlanHost({ env: { TZ: zone } });
		});

		afterAll(async () => {
			await host?.close();
		});

		test('17: at midnight of the process, as drivers of databases give it, it is that day', async () => {
			const expected = { results: ['same'], added: [] };
			if (host === undefined) throw new Error('No n8n');

			const outcome = await runCase(host, {
				name: 'a day',
				items: [{ Nr: '1' }],
				nodes: edit({ Day: 'new Date(2026, 10, 26)' }),
				settings: { timezone: 'UTC' },
				plan: [{ Nr: '1', Day: '2026-11-26' }],
				expected,
			});

			expect(outcome).toEqual(expected);
		});
	},
);
