import { chosenHost } from '../../hosts/driver/host-folder.mts';
import { N8nHost } from '../../hosts/driver/n8n-host.mts';
import { tarball } from '../../hosts/driver/tarball.mts';
import { useListener } from '../support/http/listener.mts';
import { machineOf } from '../support/trigger/incidents.mts';
import { RandomHistory } from '../support/trigger/random-history.mts';
import { expectAllTold } from '../support/trigger/random-outcome.mts';
import { schedulers } from '../support/trigger/schedulers.mts';

const COMPLAINTS = new RegExp(
	[
		'problem saving',
		'Failed to record',
		'SQLITE_BUSY',
		'database is locked',
		'Database connection timed out',
		'was abandoned',
	].join('|'),
);

/**
 * n8n loses events, or tells them twice, when it could not store or start something. How often it said so, by its
 * words.
 */
function complaintsOf({ log }: N8nHost): Record<string, number> {
	const complaints: Record<string, number> = {};
	for (const line of log) {
		if (!COMPLAINTS.test(line)) continue;
		const words = line.replace(/\d+|"[^"]*"/g, '…').slice(0, 160);
		complaints[words] = (complaints[words] ?? 0) + 1;
	}
	return complaints;
}

describe(`a random history of the trigger in the ${chosenHost()} n8n`, () => {
	const listener = useListener();
	let hosts: N8nHost[] = [];

	beforeAll(async () => {
		hosts = await Promise.all(
			schedulers.map(async ([, env]) => await N8nHost.start({ host: chosenHost(), tarball, env })),
		);
	});

	afterAll(async () => {
		await Promise.all(hosts.map(async (host) => await host.close()));
	});

	test(
		'edits, faults, restarts and kills: each event comes once and in order, but for polls under way when n8n was ' +
			'ended',
		async () => {
			const outcomes = await Promise.all(
				schedulers.map(async ([scheduler], index) => {
					const { session, process } = hosts[index];
					const outcome = await RandomHistory.run(scheduler, machineOf(session, process), listener);
					return { scheduler, ...outcome, complaints: complaintsOf(hosts[index]) };
				}),
			);
			console.info(outcomes.map((outcome) => JSON.stringify(outcome)).join('\n'));
			for (const { scheduler, ...outcome } of outcomes) expectAllTold(scheduler, outcome);
		},
		1_200_000,
	);
});
