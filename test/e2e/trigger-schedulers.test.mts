import { chosenHost } from '../../tools/n8n/driver/host-folder.mts';
import { N8nHost } from '../../tools/n8n/driver/n8n-host.mts';
import { tarball } from '../../tools/n8n/driver/tarball.mts';
import { useListener } from '../support/http/listener.mts';
import { FaultTable } from '../support/trigger/fault-table.mts';
import { schedulers } from '../support/trigger/schedulers.mts';

const MAX_MS = 1_200_000;

describe(`the trigger on the schedulers of the ${chosenHost()} n8n`, () => {
	const listener = useListener();
	const tables = new Map<string, FaultTable>();

	beforeAll(async () => {
		await Promise.all(
			schedulers.map(async ([scheduler, env]) => {
				const host = await N8nHost.start({ host: chosenHost(), tarball, env });
				try {
					tables.set(scheduler, await FaultTable.run(scheduler, host.session, listener));
				} finally {
					await host.close();
				}
			}),
		);
	}, MAX_MS);

	test.each(schedulers)('%s: tells each change once and shows each failure, whatever the history', (scheduler) => {
		expect([...tables.keys()]).toContain(scheduler);
		tables.get(scheduler)?.expectAllDelivered();
	});
});
