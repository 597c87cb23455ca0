import { demo } from '../../sandbox/demo/constants.mts';
import type { Bench, Row, RowGroup } from '../bench.mts';
import { median, timed } from '../measure.mts';
import type { RunTimes } from '../n8n/run-times.mts';
import { ratio, time } from '../report/words.mts';
import { ourNodes } from '../workflows/ours.mts';
import { chain, rowsOfBody } from '../workflows/parts.mts';

const RUNS_AT_ONCE = 20;
const LOOKUPS = 50;
const RESPONSES = RUNS_AT_ONCE * LOOKUPS;
const AT_ONCE = 10;
/** So many lookups at once are rejected, and show how many the service takes. */
const TOO_MANY = 16;
const RETRY_AFTER_MS = 1_000;
const MAX_TIME_RATIO = 1.2;
const MAX_REJECTIONS = 0.1;
const MAX_WAIT_RATIO = 2;

/**
 * Twenty executions at once at a service that rejects more than ten requests, in an n8n that knows nothing of it yet.
 */
export const manyRuns: RowGroup = { name: 'runs', measure };

async function measure({ host, service, longRuns }: Bench): Promise<Row[]> {
	const options = { viewerTokenLifetime: '={{ $json.minutes }}' };
	const { lookup } = ourNodes(host.credential);
	const workflows = {
		ours: await host.create(chain('runs-ours', [rowsOfBody, lookup(options)])),
		best: await host.create(chain('runs-best', [rowsOfBody, lookup({ ...options, concurrency: AT_ONCE })])),
	};
	const rows = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ code: demo.floorCode, minutes: 60 + index }));
	const bodies = Array.from({ length: RUNS_AT_ONCE }, () => ({ rows: rows(LOOKUPS) }));
	/** The credential has its token, and nothing was rejected. */
	const startAnew = async () => {
		await host.n8n.killAndRestart();
		await host.success(workflows.best, { rows: rows(1) });
	};
	const together = async () => {
		await service.call('forget');
		let ended: RunTimes[] = [];
		const ms = await timed(async () => (ended = await host.successes(workflows.ours, bodies)));
		const good = ended.reduce(
			(sum, { nodes }) => sum + (nodes['Look Up']?.items ?? 0) - (nodes['Look Up']?.failed ?? 0),
			0,
		);
		if (good !== RESPONSES) throw new Error(`${good} of ${RESPONSES} lookups succeeded.`);
		const each = ended.map(({ nodes }) => nodes['Look Up']?.ms ?? NaN);
		const { rejected } = await service.call('seen');
		return { ms, rejected, wait: (Math.max(...each) * each.length) / each.reduce((sum, one) => sum + one, 0) };
	};
	const measured: Array<{ ms: number; bestMs: number; knownMs: number; rejections: number; wait: number }> = [];
	// A workflow that n8n is still publishing when it is killed is not active afterwards.
	for (const workflow of Object.values(workflows)) await host.success(workflow, { rows: rows(1) });
	await service.call('set', { maxInFlight: AT_ONCE, latencyMs: 50 });
	for (let run = 0; run < longRuns; run++) {
		await startAnew();
		const bestMs = await timed(async () => await host.success(workflows.best, { rows: rows(RESPONSES) }));
		await startAnew();
		const { ms, rejected, wait } = await together();
		await startAnew();
		await host.success(workflows.ours, { rows: rows(TOO_MANY) });
		const known = await together();
		if (known.rejected > 0)
			throw new Error(`${known.rejected} lookups were rejected, though it was known how many the service takes.`);
		measured.push({ ms, bestMs, knownMs: known.ms, rejections: rejected / RESPONSES, wait });
	}
	await service.call('set', { maxInFlight: 0, latencyMs: 0 });
	await host.remove(...Object.values(workflows));
	const of = (name: keyof (typeof measured)[number]) => median(measured.map((one) => one[name]));
	const work =
		`${RUNS_AT_ONCE} executions of ${LOOKUPS} lookups at once, the service rejects more than ${AT_ONCE} (429, ` +
		`Retry-After ${RETRY_AFTER_MS / 1000} s)`;
	const leastMs = of('knownMs') + RETRY_AFTER_MS;
	return [
		{
			work: `${work}: time, against one execution with the best Concurrency`,
			target: `at most ${MAX_TIME_RATIO}`,
			ours: time(of('ms')),
			against: time(of('bestMs')),
			ratio: ratio(of('ms'), of('bestMs')),
			met: of('ms') / of('bestMs') <= MAX_TIME_RATIO,
		},
		{
			work: 'The same, against the least that they can take',
			target: '',
			ours: time(of('ms')),
			against: time(leastMs),
			ratio: ratio(of('ms'), leastMs),
		},
		{
			work: 'The same: rejections for each lookup',
			target: `at most ${MAX_REJECTIONS}`,
			ours: of('rejections').toFixed(3),
			against: '',
			ratio: '',
			met: of('rejections') <= MAX_REJECTIONS,
		},
		{
			work: 'The same: the slowest execution, against their mean',
			target: `at most ${MAX_WAIT_RATIO}`,
			ours: '',
			against: '',
			ratio: of('wait').toFixed(2),
			met: of('wait') <= MAX_WAIT_RATIO,
		},
	];
}
