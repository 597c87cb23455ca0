import { demo } from '../../sandbox/demo/constants.mts';
import type { Bench, Row, RowGroup } from '../bench.mts';
import { alternating, median } from '../measure.mts';
import { time } from '../report/words.mts';
import { builtInNodes } from '../workflows/built-in.mts';
import { ourNodes } from '../workflows/ours.mts';
import { chain, hookAgain, rowsOfBody } from '../workflows/parts.mts';

const COUNT = 200;
const AT_ONCE = 10;

/**
 * 200 lookups of a service that rejects more than ten at once. Each asks for another lifetime, so none is like another.
 */
export const putOffLookups: RowGroup = { name: 'rejected', measure };

async function measure({ host, service, longRuns }: Bench): Promise<Row[]> {
	const options = { viewerTokenLifetime: '={{ $json.minutes }}' };
	const theirs = builtInNodes(service.credential);
	const workflows = {
		ours: await host.create(chain('rejected-ours', [rowsOfBody, ourNodes(host.credential).lookup(options)])),
		builtIn: await host.create(
			chain('rejected-built-in', [
				theirs.token,
				hookAgain,
				rowsOfBody,
				theirs.lookup('?viewerTokenLifetime={{ $json.minutes }}'),
			]),
		),
	};
	const rows = Array.from({ length: COUNT }, (_, index) => ({ code: demo.floorCode, minutes: 60 + index }));
	await service.call('set', { maxInFlight: AT_ONCE, latencyMs: 50 });
	const looked = async (side: keyof typeof workflows) => {
		const { nodes } = await host.success(workflows[side], { rows });
		const { ms = NaN, items = 0, failed = 0 } = nodes['Look Up'] ?? {};
		return { ms, good: items - failed };
	};
	const results = await alternating(longRuns, {
		ours: async () => await looked('ours'),
		builtIn: async () => await looked('builtIn'),
	});
	await service.call('set', { maxInFlight: 0, latencyMs: 0 });
	await host.remove(...Object.values(workflows));
	const worst = (side: keyof typeof workflows) => Math.min(...results[side].map(({ good }) => good));
	const words = (side: keyof typeof workflows) =>
		`${worst(side)} of ${COUNT} succeed, ${time(median(results[side].map(({ ms }) => ms)))}`;
	return [
		{
			work: `200 lookups, the service rejects more than ${AT_ONCE} at once (429, Retry-After 1 s)`,
			target: 'all succeed',
			ours: words('ours'),
			against: words('builtIn'),
			ratio: '',
			met: worst('ours') === COUNT,
		},
	];
}
