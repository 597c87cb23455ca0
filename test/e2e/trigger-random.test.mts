import { chosenHost } from '../../hosts/driver/host-folder.mts';
import { N8nHost } from '../../hosts/driver/n8n-host.mts';
import { tarball } from '../../hosts/driver/tarball.mts';
import { useListener } from '../support/http/listener.mts';
import { RandomHistory } from './trigger/random-history.mts';
import { schedulers } from './trigger/schedulers.mts';

describe(`a random history of the trigger in the ${chosenHost()} n8n`, () => {
	const listener = useListener();
	let hosts: N8nHost[] = [];

	beforeAll(async () => {
		hosts = await Promise.all(schedulers.map(async ([, env]) => await N8nHost.start({ host: chosenHost(), tarball, env })));
	});

	afterAll(async () => {
		await Promise.all(hosts.map(async (host) => await host.close()));
	});

	test('edits, faults, restarts and kills on each scheduler: each event comes once and in order, but for polls under way at a kill', async () => {
		const outcomes = await Promise.all(
			schedulers.map(async ([scheduler], index) => {
				const { session, process } = hosts[index];
				const machine = { session, start: async () => await process.start(), stop: async () => await process.stop(), kill: async () => await process.kill() };
				return { scheduler, ...(await RandomHistory.run(scheduler, machine, listener)) };
			}),
		);
		console.info(outcomes.map((outcome) => JSON.stringify(outcome)).join('\n'));
		expect(outcomes).toEqual(outcomes.map((outcome) => ({ ...outcome, lost: 0, twice: 0 })));
	}, 600_000);
});
