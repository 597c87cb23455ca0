import type { Bench, Row, RowGroup } from '../bench.mts';
import { median } from '../measure.mts';
import type { RunTimes } from '../n8n/run-times.mts';
import { count, memory, time } from '../report/words.mts';
import { builtInNodes } from '../workflows/built-in.mts';
import { ourNodes } from '../workflows/ours.mts';
import { chain, keepsNothing } from '../workflows/parts.mts';

const COUNTS = [50_000, 200_000];
const FROM = 'pln_large_from';
const TO = 'pln_large_to';

/** Plans that are larger than the built-in nodes can move. n8n keeps no data of these runs, on either side. */
export const largePlans: RowGroup = { name: 'large', measure };

async function measure(bench: Bench): Promise<Row[]> {
	const { host, service } = bench;
	const ours = ourNodes(host.credential);
	const theirs = builtInNodes(service.credential);
	await service.call('serve', 'pln_large_few', 10);
	const warmUp = await host.create(chain('large-few', [ours.getMany('pln_large_few'), ours.push('pln_large_few')]));
	const moved = await host.create(chain('large-ours', [ours.getMany(FROM), ours.push(TO)], keepsNothing));
	const builtIn = await host.create(
		chain(
			'large-built-in',
			[theirs.token, theirs.get(FROM), theirs.split, theirs.aggregate, theirs.push(TO)],
			keepsNothing,
		),
	);
	const rows: Row[] = [];
	for (const features of COUNTS) {
		await service.call('serveAll');
		await service.call('serve', 'pln_large_few', 10);
		await service.call('serve', FROM, features);
		const runs: RunTimes[] = [];
		const extra: number[] = [];
		let arrivedAll = true;
		for (let run = 0; run < bench.longRuns; run++) {
			await service.call('setFeatures', TO, 0);
			const { result, extraBytes } = await host.memory(moved, warmUp);
			if (result?.status === 'success') runs.push(result);
			extra.push(extraBytes ?? NaN);
			arrivedAll &&= (await service.call('count', TO)) === features;
		}
		const works = arrivedAll && runs.length === bench.longRuns;
		rows.push({
			work: `${count(features)} features: get → push`,
			target: 'works',
			ours: works ? `${time(median(runs.map(({ ms }) => ms)))}, ${memory(median(extra))} more` : 'fails',
			against: features === COUNTS[0] ? failure(await host.run(builtIn)) : 'not tried',
			ratio: '',
			met: works,
		});
	}
	await service.call('serveAll');
	await service.call('setFeatures', TO, 0);
	await host.remove(warmUp, moved, builtIn);
	return rows;
}

function failure(run: RunTimes | undefined): string {
	if (run === undefined) return 'fails: n8n ended';
	return run.status === 'success'
		? `works in ${time(run.ms)}`
		: `fails after ${time(run.ms)}: ${run.error ?? run.status}`;
}
