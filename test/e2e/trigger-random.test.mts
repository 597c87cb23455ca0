import { chosenHost } from '../../tools/n8n/driver/host-folder.mts';
import { N8nHost } from '../../tools/n8n/driver/n8n-host.mts';
import { tarball } from '../../tools/n8n/driver/tarball.mts';
import { useListener } from '../support/http/listener.mts';
import { startBusyLoops } from '../../tools/scripts/test/busy-loops.mts';
import { RandomHistory } from '../support/trigger/random-history.mts';
import { schedulers } from '../support/trigger/schedulers.mts';

/**
 * In CI a few minutes beside other suites; `npm run test:trigger-random` takes 300 steps beside busy loops, and
 * TRIGGER_SEED chooses another history.
 */
const {
	TRIGGER_STEPS = '40',
	TRIGGER_BUSY = '0',
	TRIGGER_SEED = 'one',
	TRIGGER_SCHEDULERS = 'in memory,durable,durable with cursors',
} = process.env;
const chosen = schedulers.filter(([name]) => TRIGGER_SCHEDULERS.split(',').includes(name));

/** What n8n says when it could not store or start something. */
const COMPLAINTS = /problem saving|Failed to record|SQLITE_BUSY|database is locked|connection timed out|was abandoned/;

describe(`a random history of the trigger in the ${chosenHost()} n8n, on a busy machine`, () => {
	const listener = useListener();
	let hosts: N8nHost[] = [];
	let endBusyLoops: ReturnType<typeof startBusyLoops> | undefined;

	beforeAll(async () => {
		hosts = await Promise.all(chosen.map(async ([, env]) => await N8nHost.start({ host: chosenHost(), tarball, env })));
		endBusyLoops = startBusyLoops(Number(TRIGGER_BUSY));
	});

	afterAll(async () => {
		await endBusyLoops?.();
		await Promise.all(hosts.map(async (host) => await host.close()));
	});

	test('edits, faults, kills, stops, publishes, renames, options: nothing lost, no change under two keys', async () => {
		const outcomes = await Promise.all(
			chosen.map(async ([scheduler], index) => {
				const name = `${scheduler} ${TRIGGER_SEED}`;
				return await RandomHistory.run(name, Number(TRIGGER_STEPS), hosts[index], listener);
			}),
		);
		const complaints = hosts.map(({ log }) => log.filter((line) => COMPLAINTS.test(line)).length);
		console.info(
			outcomes.map((outcome, index) => JSON.stringify({ ...outcome, complaints: complaints[index] })).join('\n'),
		);
		for (const { name, lost, twice } of outcomes) expect({ name, lost, twice }).toEqual({ name, lost: [], twice: [] });
		// There n8n may go on from a state of some polls ago, which one of the two triggers has stored for the other.
		const others = outcomes.filter((_outcome, index) => chosen[index][0] !== 'durable');
		for (const { name, merged, undone } of others)
			expect({ name, merged, undone }).toEqual({ name, merged: [], undone: [] });
	}, 3_600_000);
});
