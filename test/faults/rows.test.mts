import { setTimeout as pause } from 'node:timers/promises';
import { stopExecution } from '../../tools/n8n/driver/executions.mts';
import { plan, runOnItems } from '../support/host/run-on-items.mts';
import { until } from '../support/wait/until.mts';
import { startFaultyHost } from './faulty-host.mts';
import type { FaultyHost } from './faulty-host.mts';
import { PUSH, PushWorkflow } from './push-workflow.mts';
import { DONE_LATE_MS } from './proxy/tcp-faults.mts';
import type { Fault } from './proxy/faults.mts';
import { requestedFeatures } from './random/requested-features.mts';

const zone = {
	type: 'zone',
	zoneType: 'common',
	name: 'twin',
	geometry: {
		type: 'Polygon',
		coordinates: [
			[
				[0, 0],
				[4, 0],
				[4, 3],
				[0, 0],
			],
		],
	},
};

/**
 * What users met in the first version, in the real n8n. Row 2 is in test/agents; all rows in virtual time in
 * test/simulation.
 */
describe('a push', () => {
	let host: FaultyHost;
	/** What becomes of the next requests. */
	let faultOf: (method: string) => Fault = () => 'none';

	beforeAll(async () => {
		host = await startFaultyHost((_planCode, method) => faultOf(method));
	});

	beforeEach(() => {
		faultOf = () => 'none';
		host.sandbox.clearIntercepts();
	});

	afterAll(async () => {
		await host?.close();
	});

	async function pushed(parameters: object): Promise<Record<string, unknown>> {
		const result = await runOnItems(
			host.n8n,
			host.credential,
			[{}],
			[plan(PUSH, 'pushFeatures', { operation: 'push', source: 'json', ...parameters })],
		);
		return result.json(PUSH, 0)[0] ?? result.json(PUSH, 1)[0];
	}

	test('row 1: no response, and until the features arrive the plan is being migrated', async () => {
		const planCode = host.sandbox.addPlan();
		let doneAt: number | undefined;
		faultOf = (method) => {
			if (method !== 'POST') return 'none';
			if (doneAt !== undefined) return Date.now() < doneAt ? '422' : 'none';
			doneAt = Date.now() + DONE_LATE_MS;
			return '504, done late';
		};

		const summary = await pushed({ planCode, featureJson: JSON.stringify([zone, { ...zone, name: 'other' }]) });

		expect(summary).toMatchObject({ pushed: 2, confirmed: 2 });
		expect(host.held([planCode])).toEqual(
			new Map([
				['twin', 1],
				['other', 1],
			]),
		);
	});

	test('row 3: dates in a feature, no response, and Skip in the next run', async () => {
		const planCode = host.sandbox.addPlan();
		// Two braces in a row would end the expression.
		const featureJson =
			`={{ ({ ...${JSON.stringify(zone).replaceAll('}}', '} }')}, made: DateTime.fromISO('2026-01-05T09:00:00Z'), ` +
			`born: new Date('2026-01-05') }) }}`;
		host.sandbox.intercept({ route: 'push', when: 'after', reply: { status: 504 } });

		const first = await pushed({ planCode, featureJson });
		const second = await pushed({ planCode, featureJson, options: { existing: 'skip' } });

		expect(first).toMatchObject({ pushed: 1, requests: 1, confirmed: 1 });
		expect(second).toMatchObject({ pushed: 0, skipped: 1 });
		expect(host.held([planCode])).toEqual(new Map([['twin', 1]]));
	});

	test('row 4: one that waits for the plan is stopped, and then another comes', async () => {
		const planCode = host.sandbox.addPlan();
		const workflow = async (path: string) =>
			await PushWorkflow.create(host.n8n, path, host.credential, { options: { batchSize: 1 } });
		const [first, stopped, third] = [await workflow('first'), await workflow('stopped'), await workflow('third')];
		const from = host.proxy.requests.length;
		const posts = () => host.proxy.requests.slice(from).filter(({ method }) => method === 'POST');
		faultOf = (method) => (method === 'POST' ? 'slow' : 'none');

		await first.start(requestedFeatures('first', [planCode], 4));
		await until('the first request', () => posts().length > 0);
		await stopped.start(requestedFeatures('stopped', [planCode], 1));
		await pause(200);
		const [{ id }] = await stopped.executions();
		await stopExecution(host.n8n.session, id);
		await third.start(requestedFeatures('third', [planCode], 2));
		await Promise.all([first.ends(1), third.ends(1)]);

		const senders = posts().map(({ body }) => /"name":"(\w+)/.exec(body)?.[1]);
		expect(senders).toEqual(['first', 'first', 'first', 'first', 'third', 'third']);
	});

	test.each([408, 499, 520, 524])('row 7: status %d, and the feature is on the plan', async (status) => {
		const planCode = host.sandbox.addPlan();
		host.sandbox.intercept({ route: 'push', when: 'after', reply: { status } });

		expect(await pushed({ planCode, featureJson: JSON.stringify(zone) })).toMatchObject({
			pushed: 1,
			requests: 1,
			confirmed: 1,
		});
		expect(host.held([planCode])).toEqual(new Map([['twin', 1]]));
	});

	test('row 9: near twins in two requests, the second of which never arrives', async () => {
		const planCode = host.sandbox.addPlan();
		let sent = 0;
		faultOf = (method) => (method === 'POST' && ++sent === 2 ? 'stallUnsent' : 'none');
		const nearTwin = { ...zone, data: [{ key: `dfld_${'k'.repeat(25)}`, name: 'Label', value: '' }] };

		const failed = await pushed({
			planCode,
			featureJson: JSON.stringify([zone, nearTwin]),
			options: { batchSize: 1, timeoutSeconds: 2 },
		});

		expect(failed.details).toMatchObject({ pushed: [{ position: 0 }], unknown: [{ position: 1 }] });
		expect(host.held([planCode])).toEqual(new Map([['twin', 1]]));
	});
});
