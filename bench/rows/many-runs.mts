import { demo } from '../../sandbox/demo/constants.mts';
import type { Bench, Row, RowGroup } from '../bench.mts';
import { median, timed } from '../measure.mts';
import { ratio, time } from '../report/words.mts';
import { ourNodes } from '../workflows/ours.mts';
import { chain, rowsOfBody } from '../workflows/parts.mts';

const RUNS_AT_ONCE = 20;
const LOOKUPS = 50;
const AT_ONCE = 10;
const MOST_TIME = 1.2;
const MOST_REFUSALS = 0.1;
const MOST_WAIT = 2;

/** Twenty executions at once at a service that refuses more than ten requests, in an n8n that knows nothing of it yet. */
export const manyRuns: RowGroup = { name: 'runs', measure };

async function measure({ host, service, longRuns }: Bench): Promise<Row[]> {
	const options = { viewerTokenLifetime: '={{ $json.minutes }}' };
	const { lookup } = ourNodes(host.credential);
	const workflows = {
		ours: await host.create(chain('runs-ours', [rowsOfBody, lookup(options)])),
		best: await host.create(chain('runs-best', [rowsOfBody, lookup({ ...options, concurrency: AT_ONCE })])),
	};
	const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ code: demo.floorCode, minutes: 60 + index }));
	const bodies = Array.from({ length: RUNS_AT_ONCE }, () => ({ rows: rows(LOOKUPS) }));
	const answers = RUNS_AT_ONCE * LOOKUPS;
	const told: Array<{ ms: number; bestMs: number; refusals: number; wait: number }> = [];
	// A workflow that n8n is still publishing when it is killed is not active afterwards.
	for (const workflow of Object.values(workflows)) await host.success(workflow, { rows: rows(1) });
	await service.call('set', { maxInFlight: AT_ONCE, latencyMs: 50 });
	for (let run = 0; run < longRuns; run++) {
		await host.n8n.killAndRestart();
		await host.success(workflows.best, { rows: rows(1) });
		const bestMs = await timed(async () => await host.success(workflows.best, { rows: rows(answers) }));
		await host.n8n.killAndRestart();
		await host.success(workflows.best, { rows: rows(1) });
		await service.call('forget');
		const startedAt = performance.now();
		const ended = await host.successes(workflows.ours, bodies);
		const ms = performance.now() - startedAt;
		const each = ended.map(({ nodes }) => nodes['Look Up']?.ms ?? NaN);
		const good = ended.reduce((sum, { nodes }) => sum + (nodes['Look Up']?.items ?? 0) - (nodes['Look Up']?.failed ?? 0), 0);
		if (good !== answers) throw new Error(`${good} of ${answers} lookups succeeded.`);
		const mean = each.reduce((sum, one) => sum + one, 0) / each.length;
		const { refused } = await service.call('seen');
		told.push({ ms, bestMs, refusals: refused / answers, wait: Math.max(...each) / mean });
	}
	await service.call('set', { maxInFlight: 0, latencyMs: 0 });
	await host.remove(...Object.values(workflows));
	const of = (name: keyof (typeof told)[number]) => median(told.map((one) => one[name]));
	const work = `${RUNS_AT_ONCE} executions of ${LOOKUPS} lookups at once, the service refuses more than ${AT_ONCE} (429, Retry-After 1 s)`;
	return [
		{
			work: `${work}: time, against one execution with the best Concurrency`,
			target: `at most ${MOST_TIME}`,
			ours: time(of('ms')),
			against: time(of('bestMs')),
			ratio: ratio(of('ms'), of('bestMs')),
			met: of('ms') / of('bestMs') <= MOST_TIME,
		},
		{
			work: 'The same: refusals for each answer',
			target: `at most ${MOST_REFUSALS}`,
			ours: of('refusals').toFixed(3),
			against: '',
			ratio: '',
			met: of('refusals') <= MOST_REFUSALS,
		},
		{
			work: 'The same: the slowest execution, against their mean',
			target: `at most ${MOST_WAIT}`,
			ours: '',
			against: '',
			ratio: of('wait').toFixed(2),
			met: of('wait') <= MOST_WAIT,
		},
	];
}
