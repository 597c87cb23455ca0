import type { Bench, Row, RowGroup } from '../bench.mts';
import { alternating, mean, timed } from '../measure.mts';
import { ratio, time } from '../report/words.mts';
import { ourNodes } from '../workflows/ours.mts';
import { chain, keepsNothing } from '../workflows/parts.mts';

const COUNT = 50_000;
const PLAN = 'pln_get';
const MAX_RATIO = 1.5;

/**
 * 50,000 features as items, against the same bytes fetched and parsed; and what it costs to give data by name, which is
 * the default.
 */
export const getLargePlan: RowGroup = { name: 'get', measure };

async function measure({ host, service, floor, meanRuns }: Bench): Promise<Row[]> {
	const bytes = await service.call('serve', PLAN, COUNT);
	const { getMany } = ourNodes(host.credential);
	const byName = await host.create(chain('get', [getMany(PLAN)], keepsNothing));
	const list = await host.create(chain('get-list', [getMany(PLAN, { dataFormat: 'array' })], keepsNothing));
	const times = await alternating(meanRuns, {
		ours: async () => (await host.success(byName)).nodes.Get?.ms ?? NaN,
		list: async () => (await host.success(list)).nodes.Get?.ms ?? NaN,
		floor: async () => await timed(async () => await floor.get(PLAN)),
	});
	await service.call('serveAll');
	await host.remove(byName);
	await host.remove(list);
	const [ours, asList, least] = [mean(times.ours), mean(times.list), mean(times.floor)];
	return [
		{
			work: `Get 50,000 features (${Math.round(bytes / 1024 / 1024)} MB), against plain keep-alive fetch + JSON.parse`,
			target: `at most ${MAX_RATIO}`,
			ours: time(ours),
			against: time(least),
			ratio: ratio(ours, least),
			met: ours / least <= MAX_RATIO,
		},
		{
			work: 'The same By Name, the default, against List',
			target: '',
			ours: time(ours),
			against: time(asList),
			ratio: ratio(ours, asList),
		},
	];
}
