import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { lookup } from '../../support/engine/steps.mts';
import { demo } from '../../../tools/sandbox/server.mts';

const AT_ONCE = 10;
const LOOKUPS = 30;
const RUNS = 10;

const service = useService({ settings: { latencyMs: 50, maxInFlight: AT_ONCE, retryAfterSeconds: 1 } });

test('many runs at once share what the service takes, meet few rejections, and none is left behind', async () => {
	const credential = service.credential();
	const items = Array.from({ length: LOOKUPS }, (_, index) => ({ code: demo.floorCode, minutes: 60 + index }));
	const step = lookup({ options: { viewerTokenLifetime: '={{ $json.minutes }}' } });
	await runNode({ ...step, items: items.slice(0, 1), credential });
	service.sandbox.clearRequests();

	const took = await Promise.all(
		Array.from({ length: RUNS }, async () => {
			const startedAt = performance.now();
			const { success, error } = await runNode({ ...step, items, credential });
			expect(error).toBeUndefined();
			expect(success).toHaveLength(LOOKUPS);
			return performance.now() - startedAt;
		}),
	);

	const refusals = service.sandbox.requests.filter(({ status }) => status === 429).length;
	const mean = took.reduce((sum, one) => sum + one, 0) / RUNS;
	expect(refusals / (RUNS * LOOKUPS)).toBeLessThanOrEqual(0.1);
	expect(Math.max(...took)).toBeLessThanOrEqual(2 * mean);
});

test('a run with a lower Concurrency keeps it beside others', async () => {
	service.sandbox.settings.maxInFlight = 0;
	const credential = service.credential();
	const items = Array.from({ length: 20 }, (_, index) => ({ code: `flr_${index}` }));
	await runNode({ ...lookup(), items: items.slice(0, 1), credential, onError: 'continueRegularOutput' });

	await runNode({ ...lookup({ options: { concurrency: 2 } }), items, credential, onError: 'continueRegularOutput' });

	expect(service.sandbox.maxInFlightSeen).toBe(2);
});
