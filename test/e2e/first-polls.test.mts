import { chosenHost } from '../../hosts/driver/host-folder.mts';
import { createWorkflow } from '../../hosts/driver/workflows.mts';
import type { StoredWorkflow } from '../../hosts/driver/workflows.mts';
import { useListener } from '../support/http/listener.mts';
import { startPlanHost } from '../support/host/plan-host.mts';
import type { OwnPlanHost } from '../support/host/plan-host.mts';
import { activationError } from '../support/trigger/activation.mts';
import { createTriggerWorkflow } from '../support/trigger/trigger-workflow.mts';
import { until } from '../support/wait/until.mts';

/**
 * The longest that publishing may take while the service hangs, beyond what n8n takes for a workflow without a service.
 */
const LONGEST_PUBLISHING_MS = 20_000;
/**
 * How much longer an unrelated workflow may wait, after n8n is ready, for those of a hanging service than for those of
 * one that is well.
 */
const LONGEST_HOLD_UP_MS = 12_000;
/** One more than n8n publishes at once. */
const WATCHING = 6;

describe(`first polls in the ${chosenHost()} n8n`, () => {
	const listener = useListener();
	let host: OwnPlanHost;

	beforeAll(async () => {
		host = await startPlanHost();
	});

	afterAll(async () => {
		await host?.close();
	});

	/** Runs each second and has nothing to do with plans. */
	async function createUnrelated(): Promise<StoredWorkflow> {
		return await createWorkflow(host.n8n.session, {
			name: 'Unrelated',
			nodes: [
				{
					id: 'schedule',
					name: 'Each Second',
					type: 'n8n-nodes-base.scheduleTrigger',
					typeVersion: 1.2,
					position: [0, 0],
					parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } },
				},
				{
					id: 'tell',
					name: 'Tell',
					type: 'n8n-nodes-base.httpRequest',
					typeVersion: 4.2,
					position: [200, 0],
					parameters: { url: `${listener.url}/unrelated` },
				},
			],
			connections: { 'Each Second': { main: [[{ node: 'Tell', type: 'main', index: 0 }]] } },
		});
	}

	/** From the start of n8n, and from when it says that it is ready, to the first run of the unrelated workflow. */
	async function restart(): Promise<{ sinceStartMs: number; sinceReadyMs: number }> {
		await host.n8n.process.stop();
		listener.heard.length = 0;
		const startedAt = Date.now();
		await host.n8n.process.start();
		const readyAt = Date.now();
		await until('the unrelated workflow runs', () => listener.heard.some(({ url }) => url === '/unrelated'));
		return { sinceStartMs: Date.now() - startedAt, sinceReadyMs: Date.now() - readyAt };
	}

	const timed = async (work: () => Promise<unknown>) => {
		const startedAt = Date.now();
		await work();
		return Date.now() - startedAt;
	};

	test('a service that hangs holds up publishing, and a start of n8n, for seconds only', async () => {
		const { sandbox, n8n } = host;
		const planCodes = Array.from({ length: WATCHING }, (_, index) => sandbox.addPlan(`pln_hanging_${index}`));
		const workflows: StoredWorkflow[] = [];
		for (const planCode of planCodes) {
			workflows.push(await createTriggerWorkflow(host, listener, { planCodes: { plans: [{ planCode }] } }, planCode));
		}
		const hang = () => sandbox.intercept({ route: 'features', times: Infinity, reply: 'hang' });
		const publish = async (workflow: StoredWorkflow) => {
			expect(await activationError(n8n.session, workflow)).toBeUndefined();
		};

		hang();
		const first = await timed(async () => await publish(workflows[0]));
		const others = await timed(async () => await Promise.all(workflows.slice(1).map(publish)));
		sandbox.clearIntercepts();
		const unrelated = await createUnrelated();
		const own = await timed(async () => await publish(unrelated));
		const well = await restart();
		hang();
		const hanging = await restart();
		sandbox.clearIntercepts();
		console.info(JSON.stringify({ own, first, others, well, hanging }));

		expect(first - own).toBeLessThan(LONGEST_PUBLISHING_MS);
		expect(others - own).toBeLessThan(LONGEST_PUBLISHING_MS);
		expect(hanging.sinceReadyMs - well.sinceReadyMs).toBeLessThan(LONGEST_HOLD_UP_MS);
	}, 420_000);
});
