import { createCredential } from '../../tools/n8n/driver/credentials.mts';
import { countExecutions } from '../../tools/n8n/driver/executions.mts';
import type { QueueHost } from '../../tools/n8n/driver/queue/queue-host.mts';
import { startSandbox } from '../../tools/sandbox/server.mts';
import type { Sandbox } from '../../tools/sandbox/server.mts';
import { useListener } from '../support/http/listener.mts';
import { FaultTable } from '../support/trigger/fault-table.mts';
import { RandomHistory } from '../support/trigger/random-history.mts';
import { schedulers } from '../support/trigger/schedulers.mts';
import { activeTriggerWorkflow, eachOnce, heard } from '../support/trigger/trigger-workflow.mts';
import { until } from '../support/wait/until.mts';
import { startQueue } from './start-queue.mts';

const WORKERS = 2;
/** What a main process had begun when it was killed is taken up again when its lease is over. */
const WITHIN_MS = 300_000;
/** Longer than any process of the test takes to end. */
const HELD_BACK_MS = 60_000;

describe.each(schedulers.filter(([name]) => name !== 'in memory'))(
	'the trigger on the scheduler %s, in queue mode on PostgreSQL',
	(scheduler, env) => {
		const listener = useListener();
		let n8n: QueueHost;
		let sandbox: Sandbox;

		beforeAll(async () => {
			sandbox = await startSandbox();
			n8n = await startQueue(WORKERS, env);
		});

		afterAll(async () => {
			await n8n?.close();
			await sandbox?.close();
		});

		test(
			'workers tell each change once, also after a failed poll, a stop of main and a kill -9 of main in the middle ' +
				'of a poll',
			async () => {
				const planCode = sandbox.addPlan();
				let version = 0;
				const edit = () => sandbox.setFeatures(planCode, [{ id: 'r', type: 'room', version: ++version }]);
				edit();
				const credential = await createCredential(n8n.session, {
					name: 'Sandbox',
					type: 'planServiceApi',
					data: { ...sandbox.credential },
				});
				const workflow = await activeTriggerWorkflow({ n8n, credential }, listener, {
					planCodes: { plans: [{ planCode }] },
				});

				const count = async (...states: string[]) => await countExecutions(n8n.session, workflow.id, states);
				const emitted = () => eachOnce(heard(listener)).map(({ feature }) => feature.version);
				const untilEmitted = async () =>
					await until(`version ${version} is reported`, () => emitted().includes(version), WITHIN_MS);
				const polls = () => sandbox.requests.filter(({ route }) => route === 'features').length;
				const untilPolled = async (times: number) => {
					const before = polls();
					await until(`${times} more polls`, () => polls() >= before + times, WITHIN_MS);
				};
				// The node polls again only when n8n has stored what the last poll handed over.
				const untilStored = async () => {
					await untilPolled(2);
					await until('no execution is under way', async () => (await count('new', 'running')) === 0, WITHIN_MS);
				};

				// With cursors n8n itself loses a change before the first tick.
				await untilStored();
				edit();
				await untilEmitted();

				await untilStored();
				sandbox.intercept({ route: 'features', planCode, reply: { status: 404 } });
				await until('a poll has failed', async () => (await count('error')) > 0, WITHIN_MS);
				edit();
				await untilEmitted();

				for (const how of ['stop', 'kill'] as const) {
					await untilStored();
					// While responses are held back, a poll can't see the edit before main is gone.
					sandbox.settings.latencyMs = HELD_BACK_MS;
					await untilPolled(1);
					edit();
					await n8n.main.process[how]();
					sandbox.settings.latencyMs = 0;
					await n8n.main.process.start();
					await untilEmitted();
				}
				await untilStored();

				expect(emitted()).toEqual([2, 3, 4, 5]);
				const run = new Set(n8n.workers.flatMap(({ executions }) => executions));
				expect(run.size).toBeGreaterThanOrEqual(emitted().length);
			},
			1_800_000,
		);

		test('workers tell each change once, and each failure is shown, whatever the history', async () => {
			(await FaultTable.run(scheduler, n8n.session, listener)).expectAllDelivered();
		}, 1_800_000);

		test('a random history of edits, faults and ends of main: nothing lost, no change under two keys', async () => {
			const main = { session: n8n.session, process: n8n.main.process };
			const outcome = await RandomHistory.run(scheduler, 100, main, listener);
			console.info(JSON.stringify(outcome));
			expect(outcome).toMatchObject({ lost: [], twice: [] });
		}, 1_800_000);
	},
);
