import { demo } from '../../sandbox/demo/constants.mts';
import type { Bench, Row, RowGroup } from '../bench.mts';
import { alternating, median } from '../measure.mts';
import { ratio, time } from '../report/words.mts';
import { builtInNodes } from '../workflows/built-in.mts';
import { ourNodes } from '../workflows/ours.mts';
import { chain, hookAgain, rowsOfBody } from '../workflows/parts.mts';

const COUNT = 200;
const LATENCY_MS = 50;
const MAX_RATIO = 1.2;
const MAX_IN_FLIGHT = 64;

/** 200 different lookups, to a service that takes its time. */
export const lookups: RowGroup = { name: 'lookups', measure };

async function measure({ host, service, runs }: Bench): Promise<Row[]> {
	const workflows = {
		ours: await host.create(chain('lookups-ours', [rowsOfBody, ourNodes(host.credential).lookup()])),
		builtIn: await host.create(
			chain('lookups-built-in', [
				builtInNodes(service.credential).token,
				hookAgain,
				rowsOfBody,
				builtInNodes(service.credential).lookup(),
			]),
		),
	};
	const rows = Array.from({ length: COUNT }, (_, index) => ({ code: `flr_${String(index).padStart(25, '0')}` }));
	await service.call('serveLookups', {
		code: demo.floorCode,
		name: 'Level 3',
		planCode: demo.planCode,
		viewerTokens: {},
	});
	await service.call('set', { latencyMs: LATENCY_MS });
	const inFlight = { ours: 0, builtIn: 0 };
	const looked = async (side: keyof typeof workflows): Promise<number> => {
		await service.call('forget');
		const { nodes } = await host.success(workflows[side], { rows });
		const node = nodes['Look Up'];
		if (node?.items !== COUNT || node.failed > 0)
			throw new Error(`${side}: ${node?.failed} of ${node?.items} lookups failed.`);
		inFlight[side] = Math.max(inFlight[side], (await service.call('seen')).maxInFlight);
		return node.ms;
	};
	const times = await alternating(runs, {
		ours: async () => await looked('ours'),
		builtIn: async () => await looked('builtIn'),
	});
	await service.call('set', { latencyMs: 0 });
	await service.call('serveAll');
	await host.remove(...Object.values(workflows));
	const [ours, builtIn] = [median(times.ours), median(times.builtIn)];
	return [
		{
			work: `200 lookups, the service takes ${LATENCY_MS} ms`,
			target: `at most ${MAX_RATIO}, at most ${MAX_IN_FLIGHT} in flight`,
			ours: `${time(ours)}, ${inFlight.ours} in flight`,
			against: `${time(builtIn)}, ${inFlight.builtIn} in flight`,
			ratio: ratio(ours, builtIn),
			met: ours / builtIn <= MAX_RATIO && inFlight.ours <= MAX_IN_FLIGHT,
		},
	];
}
