import { createCredential } from '../../tools/n8n/driver/credentials.mts';
import type { StoredCredential } from '../../tools/n8n/driver/credentials.mts';
import { executionEnd } from '../../tools/n8n/driver/executions.mts';
import { changeNames, changes, richFeature } from '../simulation/changes.mts';
import { sharePlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { plan, runOnItems } from '../support/host/run-on-items.mts';
import { until } from '../support/wait/until.mts';
import { PUSH, PushWorkflow } from './push-workflow.mts';
import { BareService, responses } from './reconciliation/bare-service.mts';
import type { PlanTraits } from './reconciliation/bare-service.mts';

const TEN = Array.from({ length: 10 }, (_one, index) => richFeature(`zone ${index}`));

/**
 * What users met with services that are behind, change what they store or respond oddly, in the real n8n. All rows in
 * virtual time in test/simulation.
 */
describe('a push to a service that is seen over bare TCP', () => {
	let host: PlanHost;
	let service: BareService;
	let credential: StoredCredential;
	let other: StoredCredential;
	let plans = 0;

	beforeAll(async () => {
		host = await sharePlanHost();
		service = await BareService.start();
		const stored = async (name: string) => {
			const data = { ...host.credential.data, baseUrl: service.baseUrl };
			return await createCredential(host.n8n.session, { ...host.credential, name, data });
		};
		[credential, other] = [await stored('Bare'), await stored('Bare, once more')];
	});

	afterAll(async () => {
		await host?.close();
		await service?.close();
	});

	function newPlan(traits: PlanTraits): string {
		const code = `pln_bare${++plans}`;
		service.addPlan(code, traits);
		return code;
	}

	/** An item for each plan, each with the same features. */
	async function pushed(planCodes: string[], features: object[], options: object = {}) {
		const parameters = { operation: 'push', source: 'json', featureJson: '={{ $json.features }}', options };
		const items = planCodes.map((planCode) => ({ planCode, features }));
		const result = await runOnItems(host.n8n, credential, items, [plan(PUSH, 'pushFeatures', parameters)]);
		return { done: result.json(PUSH, 0), failed: result.json(PUSH, 1) };
	}

	test('row 1: ten zones in ten requests, reads are three seconds behind, the last one gets no response', async () => {
		const code = newPlan({ behindMs: 3_000, response: (push) => (push === 10 ? responses.lost : responses.well) });

		const { done } = await pushed([code], TEN, { batchSize: 1 });

		expect(done).toEqual([expect.objectContaining({ pushed: 10, requests: 10, confirmed: 1 })]);
		expect(service.countsOf(code)).toEqual({ pushes: 10, held: 10 });
	});

	test('row 2: a lost response of each service that changes what it stores, and then Skip', async () => {
		const codes = changeNames.map((name) =>
			newPlan({ change: changes[name].change, response: (push) => (push === 1 ? responses.lost : responses.well) }),
		);
		const near = changeNames.filter((name) => changes[name].leaves === 'near');

		const lost = await pushed(codes, [richFeature('room')]);
		const skipped = await pushed(codes, [richFeature('room')]);

		expect(lost.done).toHaveLength(codes.length);
		for (const json of lost.done) expect(json).toMatchObject({ pushed: 1, confirmed: 1 });
		expect(skipped.failed).toEqual([]);
		for (const json of skipped.done) expect(json).toMatchObject({ pushed: 0, skipped: 1, requests: 0 });
		expect(skipped.done.filter((json) => json.skippedDifferent === 1)).toHaveLength(near.length);
		for (const code of codes) expect(service.countsOf(code)).toEqual({ pushes: 1, held: 1 });
	});

	test('row 3: a response that is no plain yes is never taken for a no', async () => {
		const odd = [responses.noContent, responses.accepted, responses.message];
		const codes = odd.map((response) => newPlan({ change: changes.case.change, response: () => response }));

		const { done, failed } = await pushed(codes, TEN.slice(0, 3), { existing: 'push' });

		expect(done).toEqual([]);
		expect(failed).toHaveLength(3);
		for (const code of codes) expect(service.countsOf(code)).toEqual({ pushes: 1, held: 3 });
	});

	test('row 9: a 200 that is cut is no yes: what is not there is unknown, and is not sent again', async () => {
		const codes = [responses.cut, responses.cutGzip].map((cut) =>
			newPlan({ response: (push) => (push === 1 ? cut : responses.well) }),
		);

		const { done, failed } = await pushed(codes, TEN.slice(0, 2));

		expect(done).toEqual([]);
		for (const { details } of failed) expect(details).toMatchObject({ code: 'outcomeUnknown', unknown: [{}, {}] });
		for (const code of codes) expect(service.countsOf(code)).toEqual({ pushes: 1, held: 0 });
	});

	const items = (planCode: string) => TEN.slice(0, 2).map((feature) => ({ planCode, ...feature }));
	const isDone = async (workflow: PushWorkflow) => (await workflow.ends(1))[0].json(PUSH, 0)[0];

	test('row 5: another execution pushes the same between two tries with Skip', async () => {
		const code = newPlan({ response: (push) => (push === 1 ? responses.migrating : responses.well) });
		const options = { maxRetries: 0 };
		const waiting = { onError: 'stopWorkflow', retryOnFail: true, maxTries: 2, waitBetweenTries: 5_000 } as const;
		const first = await PushWorkflow.create(host.n8n, 'tries', credential, { options, ...waiting });
		const second = await PushWorkflow.create(host.n8n, 'between', credential, { options });

		await first.start(items(code));
		await until('the first try has failed', () => service.countsOf(code).pushes === 1);
		await second.start(items(code));

		expect(await isDone(second)).toMatchObject({ pushed: 2, skipped: 0 });
		expect(await isDone(first)).toMatchObject({ pushed: 0, skipped: 2 });
		expect(service.countsOf(code)).toEqual({ pushes: 2, held: 2 });
	});

	test('row 6: two credentials of one n8n push the same at once with Skip', async () => {
		const code = newPlan({ response: (push) => (push <= 2 ? responses.migrating : responses.well) });
		const workflows = [
			await PushWorkflow.create(host.n8n, 'one', credential, { options: {} }),
			await PushWorkflow.create(host.n8n, 'other', other, { options: {} }),
		];

		await Promise.all(workflows.map(async (workflow) => await workflow.start(items(code))));
		const outcomes = await Promise.all(workflows.map(isDone));

		expect(outcomes.map((json) => json.pushed).sort()).toEqual([0, 2]);
		expect(outcomes.map((json) => json.skipped).sort()).toEqual([0, 2]);
		expect(service.countsOf(code).held).toBe(2);
	});

	test("row 8: n8n's own Retry of a failed execution adds nothing that is there", async () => {
		let isOpen = false;
		const code = newPlan({ response: (push) => (push === 1 || isOpen ? responses.well : responses.migrating) });
		const options = { existing: 'push', batchSize: 1, maxRetries: 0 };
		const workflow = await PushWorkflow.create(host.n8n, 'again', credential, { options });
		await workflow.start(items(code));
		const [failed] = await workflow.ends(1);
		expect(failed.status).toBe('error');
		isOpen = true;

		const { id } = await host.n8n.session.request<{ id: string }>('post', `/rest/executions/${failed.id}/retry`, {
			loadWorkflow: false,
		});
		const again = await executionEnd(host.n8n.session, id);

		const [json] = again.json(PUSH, 0);
		expect(json).toMatchObject({ pushed: 1, skipped: 1 });
		expect(service.countsOf(code)).toEqual({ pushes: 3, held: 2 });
	});
});
