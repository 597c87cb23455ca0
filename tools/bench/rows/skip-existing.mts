import type { Bench, Row, RowGroup } from '../bench.mts';
import { mean } from '../measure.mts';
import { ratio, time } from '../report/words.mts';
import { ourNodes } from '../workflows/ours.mts';
import { chain, keepsNothing } from '../workflows/parts.mts';

const COUNT = 50_000;
const PLAN = 'pln_skip';
const MOST_OF_GET = 1.6;
const MOST_OF_HALF = 2.3;

/** Pushing with Existing Features = Skip what the plan already holds: it is fetched, compared, and nothing is sent. */
export const skipExisting: RowGroup = { name: 'skip', measure };

async function measure({ host, service, meanRuns }: Bench): Promise<Row[]> {
	const ours = ourNodes(host.credential);
	const parts = [ours.getMany(PLAN), ours.push('={{ $json.planCode }}', { existing: 'skip' })];
	const workflow = await host.create(chain('skip', parts, keepsNothing));
	// The sizes do not take turns: n8n would collect what one of them left while it measures the other.
	const skipped = async (count: number) => {
		await service.call('serve', PLAN, count);
		const results: Array<{ get: number; push: number }> = [];
		for (let run = 0; run <= meanRuns; run++) {
			await service.call('forget');
			const { nodes } = await host.success(workflow);
			const { pushes } = await service.call('seen');
			if (pushes > 0) throw new Error(`${pushes} requests were sent for features that the plan holds.`);
			if (run > 0) results.push({ get: nodes.Get?.ms ?? NaN, push: nodes.Push?.ms ?? NaN });
		}
		await service.call('serveAll');
		return { get: mean(results.map(({ get }) => get)), push: mean(results.map(({ push }) => push)) };
	};
	const once = await skipped(COUNT);
	const twice = await skipped(2 * COUNT);
	await host.remove(workflow);
	return [
		{
			work: 'Existing Features = Skip, 50,000 on the plan and 50,000 pushed, against getting them',
			target: `at most ${MOST_OF_GET}`,
			ours: time(once.push),
			against: time(once.get),
			ratio: ratio(once.push, once.get),
			met: once.push / once.get <= MOST_OF_GET,
		},
		{
			work: 'The same with 100,000 and 100,000, against 50,000 and 50,000',
			target: `at most ${MOST_OF_HALF}`,
			ours: time(twice.push),
			against: time(once.push),
			ratio: ratio(twice.push, once.push),
			met: twice.push / once.push <= MOST_OF_HALF,
		},
	];
}
