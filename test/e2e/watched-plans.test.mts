import { chosenHost } from '../../tools/n8n/driver/host-folder.mts';
import { countExecutions, executionEnd, listExecutions } from '../../tools/n8n/driver/executions.mts';
import { deactivateWorkflow } from '../../tools/n8n/driver/workflows.mts';
import type { StoredWorkflow } from '../../tools/n8n/driver/workflows.mts';
import { useListener } from '../support/http/listener.mts';
import { startPlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { activationError } from '../support/trigger/activation.mts';
import {
	activeTriggerWorkflow,
	createTriggerWorkflow,
	heard,
	pollEvery,
} from '../support/trigger/trigger-workflow.mts';
import { until } from '../support/wait/until.mts';

const FEATURES = 50_000;
const PLANS = 3;
/** On a machine under load the first poll has no time left to count its plans; then a later one does. */
const LATER_POLL_MS = 400_000;
const EACH_HALF_MINUTE = { item: pollEvery(30) };

const room = (id: number, version = 0) => ({
	id,
	version,
	type: 'zone',
	zoneType: 'tenanted',
	geometry: {
		type: 'Polygon',
		coordinates: [
			[
				[id, 0],
				[id, 5],
				[4, 0],
				[2.5, 1.25],
				[id, 0],
			],
		],
	},
	data: [{ key: 'dfld_0000000000000000000000001', name: 'Tenant', value: `Tenant ${id}` }],
	photos: [],
});

describe(`many features that are watched in the ${chosenHost()} n8n`, () => {
	const listener = useListener();
	let host: PlanHost;

	beforeAll(async () => {
		host = await startPlanHost();
	});

	afterAll(async () => {
		await host?.close();
	});

	const bodyOf = (changed?: number) =>
		JSON.stringify({ features: Array.from({ length: FEATURES }, (_, id) => room(id, id === changed ? 1 : 0)) });

	/** Responses as they are, which the sandbox would make anew and check each time. */
	function serve(planCodes: string[], body: string): void {
		host.sandbox.clearIntercepts();
		for (const planCode of planCodes) {
			const headers = { 'content-type': 'application/json' };
			host.sandbox.intercept({ route: 'features', planCode, times: Infinity, reply: { status: 200, headers, body } });
		}
	}

	const watching = (planCodes: string[]) => ({
		planCodes: { plans: planCodes.map((planCode) => ({ planCode })) },
		pollTimes: EACH_HALF_MINUTE,
	});

	async function wordsOfPoll({ id }: StoredWorkflow): Promise<string | undefined> {
		let words: string | undefined;
		await until(
			'a poll says what is wrong',
			async () => {
				const failed = await listExecutions(host.n8n.session, id, ['error']);
				const ends = await Promise.all(failed.map(async (one) => await executionEnd(host.n8n.session, one.id)));
				words = ends.map(({ error }) => error?.message).find((message) => message?.includes('characters to store'));
				return words !== undefined;
			},
			LATER_POLL_MS,
		);
		return words;
	}

	test(`${PLANS} plans of ${FEATURES} features are rejected in words`, async () => {
		const planCodes = Array.from({ length: PLANS }, (_, index) => `pln_large_${index}`);
		serve(planCodes, bodyOf());
		const workflow = await createTriggerWorkflow(host, listener, watching(planCodes));
		const startedAt = Date.now();
		const words = (await activationError(host.n8n.session, workflow)) ?? (await wordsOfPoll(workflow));
		console.info(JSON.stringify({ words, ms: Date.now() - startedAt }));

		expect(words).toMatch(
			new RegExp(
				'Plan pln_large_\\d takes 1600\\d{3} characters to store; ' +
					'39\\d{4} of 2000000 for all plans are free \\(\\d+ plans failed\\)',
			),
		);
		await deactivateWorkflow(host.n8n.session, workflow);
	}, 600_000);

	test(`${FEATURES} features of one plan are watched, and a change of each is reported`, async () => {
		const planCode = 'pln_large';
		serve([planCode], bodyOf());
		const workflow = await activeTriggerWorkflow(host, listener, watching([planCode]));
		await until(
			'the baseline is set',
			async () => (await countExecutions(host.n8n.session, workflow.id, ['success'])) > 0,
			LATER_POLL_MS,
		);
		serve([planCode], bodyOf(FEATURES - 1));
		await until('the change is reported', () => heard(listener).length > 0, LATER_POLL_MS);

		expect(heard(listener)).toMatchObject([{ change: 'changed', feature: { id: FEATURES - 1 } }]);
		await deactivateWorkflow(host.n8n.session, workflow);
	}, 900_000);
});
