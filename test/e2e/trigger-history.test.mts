import { countExecutions } from '../../hosts/driver/executions.mts';
import { chosenHost } from '../../hosts/driver/host-folder.mts';
import type { StoredWorkflow } from '../../hosts/driver/workflows.mts';
import type { Intercept } from '../../sandbox/server.mts';
import { useListener } from '../support/http/listener.mts';
import { startPlanHost } from '../support/host/plan-host.mts';
import type { OwnPlanHost } from '../support/host/plan-host.mts';
import { until } from '../support/wait/until.mts';
import { EditHistory, editOf } from '../support/trigger/edit-history.mts';
import { activeTriggerWorkflow, eachOnce, heard } from '../support/trigger/trigger-workflow.mts';

const PLANS = 4;
const LEAST_EDITS = 200;
const TIMEOUT_MS = 15 * 60 * 1000;

/** What happens in a round, beside the edits. */
type Incident =
	| 'nothing'
	/** n8n ends as it should, in the middle of a poll, and starts again. */
	| 'SIGTERM'
	/** A power cut in the middle of a poll, after everything before it was stored. */
	| 'SIGKILL'
	/** One plan answers like this so many times. */
	| { reply: Intercept['reply']; times: number };

const INCIDENTS: Incident[] = [
	'nothing',
	{ reply: { status: 503, headers: { 'retry-after': '0' } }, times: 2 },
	{ reply: { status: 500 }, times: 12 },
	'SIGTERM',
	{ reply: 'reset', times: 1 },
	{ reply: { status: 404 }, times: 2 },
	'SIGKILL',
	{ reply: { status: 200, body: '{"features":[' }, times: 1 },
];

describe(`the trigger in the ${chosenHost()} n8n`, () => {
	const listener = useListener();
	let host: OwnPlanHost;

	beforeAll(async () => {
		host = await startPlanHost();
	});

	afterAll(async () => {
		await host?.close();
	});

	/** While answers are held back, a poll cannot see the edits before n8n is gone. */
	async function restart(how: 'SIGTERM' | 'SIGKILL', edit: () => void): Promise<void> {
		const { sandbox, n8n } = host;
		const before = sandbox.requests.length;
		sandbox.settings.latencyMs = 60_000;
		await until('a poll is under way', () => sandbox.requests.length > before);
		edit();
		await (how === 'SIGTERM' ? n8n.process.stop() : n8n.process.kill());
		sandbox.settings.latencyMs = 0;
		await n8n.process.start();
	}

	/** n8n has stored what it remembers, and how the executions ended. */
	async function stored({ id }: StoredWorkflow): Promise<void> {
		await until(
			'no execution is under way',
			async () => (await countExecutions(host.n8n.session, id, ['new', 'running'])) === 0,
		);
	}

	test(
		`${LEAST_EDITS} edits, with faults and restarts in between, are told each once and in order`,
		async () => {
			const { sandbox } = host;
			const planCodes = Array.from({ length: PLANS }, (_, index) => sandbox.addPlan(`pln_history_${index}`));
			const history = new EditHistory(sandbox, planCodes, 12);
			const options = { includeBefore: true, maxWaitSeconds: 2 };
			const workflow = await activeTriggerWorkflow(host, listener, { planCodes, options });

			for (let round = 0; history.edits.length < LEAST_EDITS; round++) {
				const incident = INCIDENTS[round % INCIDENTS.length];
				await stored(workflow);
				if (incident === 'SIGTERM' || incident === 'SIGKILL') {
					await restart(incident, () => history.round(round));
				} else {
					if (incident !== 'nothing')
						sandbox.intercept({ route: 'features', planCode: planCodes[round % PLANS], ...incident });
					history.round(round);
				}
				await until(
					`${history.edits.length} edits are told`,
					() => eachOnce(heard(listener)).length >= history.edits.length,
				);
			}
			const polls = sandbox.requests.length;
			await until('two more polls have come', () => sandbox.requests.length >= polls + 2 * PLANS);
			await stored(workflow);

			const told = eachOnce(heard(listener)).map(editOf);
			for (const planCode of planCodes) {
				expect(told.filter((edit) => edit.planCode === planCode)).toEqual(history.of(planCode));
			}
			expect(told).toHaveLength(history.edits.length);
		},
		TIMEOUT_MS,
	);
});
