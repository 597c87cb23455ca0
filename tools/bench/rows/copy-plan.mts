import type { StoredWorkflow } from '../../n8n/driver/workflows.mts';
import type { Bench, Row, RowGroup } from '../bench.mts';
import { alternating, median, timed } from '../measure.mts';
import type { Sampling } from '../../n8n/driver/process-usage.mts';
import { Patience } from '../n8n/patience.mts';
import type { RunTimes } from '../n8n/run-times.mts';
import { memory, ratio, time } from '../report/words.mts';
import { builtInNodes } from '../workflows/built-in.mts';
import { ourNodes } from '../workflows/ours.mts';
import { chain } from '../workflows/parts.mts';

const COUNT = 5000;
const FROM = 'pln_copy_from';
const TO = 'pln_copy_to';
const FEW = 'pln_copy_few';

/** 5,000 features from one plan to another, unchanged: time and memory. */
export const copyPlan: RowGroup = { name: 'copy', measure };

async function measure(bench: Bench): Promise<Row[]> {
	const { host, service, floor, runs } = bench;
	await service.call('serve', FROM, COUNT);
	await service.call('serve', FEW, 10);
	const ours = ourNodes(host.credential);
	const theirs = builtInNodes(service.credential);
	const builtIn = (name: string, from: string) =>
		chain(name, [theirs.token, theirs.get(from), theirs.split, theirs.aggregate, theirs.push(TO)]);
	const workflows = {
		ours: await host.create(chain('copy-ours', [ours.getMany(FROM), ours.push(TO)])),
		builtIn: await host.create(builtIn('copy-built-in', FROM)),
		// The least that n8n's own nodes can do where nothing is to be edited.
		bare: await host.create(chain('copy-bare', [theirs.token, theirs.get(FROM), theirs.push(TO)])),
		fewOurs: await host.create(chain('copy-few-ours', [ours.getMany(FEW), ours.push(TO)])),
		fewBuiltIn: await host.create(builtIn('copy-few-built-in', FEW)),
	};
	const copied = async (work: () => Promise<RunTimes | number | undefined>): Promise<number> => {
		await service.call('setFeatures', TO, 0);
		const result = await work();
		const arrived = await service.call('count', TO);
		if (arrived !== COUNT) throw new Error(`${arrived} of ${COUNT} features arrived.`);
		return typeof result === 'number' ? result : (result?.ms ?? NaN);
	};
	const patience = new Patience();
	const success = async (workflow: StoredWorkflow) =>
		await patience.untilSuccess(
			async () => await host.run(workflow),
			(run) => run,
		);
	const times = await alternating(runs, {
		ours: async () => await copied(async () => await host.success(workflows.ours)),
		builtIn: async () => await copied(async () => await success(workflows.builtIn)),
		bare: async () => await copied(async () => await success(workflows.bare)),
		floor: async () => await copied(async () => await timed(async () => await floor.copy(FROM, TO))),
	});
	const ms = {
		ours: median(times.ours),
		builtIn: median(times.builtIn),
		bare: median(times.bare),
		floor: median(times.floor),
	};

	const memoryOf = async (workflow: StoredWorkflow, warmUp: StoredWorkflow) => {
		const samples: Array<Sampling<RunTimes | undefined>> = [];
		for (let run = 0; run < bench.longRuns; run++) {
			samples.push(
				await patience.untilSuccess(
					async () => await host.memory(workflow, warmUp),
					({ result }) => result,
				),
			);
		}
		return median(samples.map(({ extraBytes }) => extraBytes ?? NaN));
	};
	const bytes = {
		ours: await memoryOf(workflows.ours, workflows.fewOurs),
		builtIn: await memoryOf(workflows.builtIn, workflows.fewBuiltIn),
	};
	await host.remove(...Object.values(workflows));
	const work = '5,000 features: get → push, no edit';
	return [
		row(
			`${work}: time`,
			'at most 0.2',
			time(ms.ours),
			`${time(ms.builtIn)}${patience.words}`,
			ms.ours,
			ms.builtIn,
			0.2,
		),
		row(
			`${work}: extra memory`,
			'at most 0.6',
			memory(bytes.ours),
			memory(bytes.builtIn),
			bytes.ours,
			bytes.builtIn,
			0.6,
		),
		row(
			`${work}, against HTTP Request alone (no Split Out, no Aggregate)`,
			'',
			time(ms.ours),
			time(ms.bare),
			ms.ours,
			ms.bare,
		),
		row(`${work}, against plain fetch in one request`, '', time(ms.ours), time(ms.floor), ms.ours, ms.floor),
	];
}

function row(
	work: string,
	target: string,
	ours: string,
	against: string,
	one: number,
	other: number,
	most?: number,
): Row {
	return {
		work,
		target,
		ours,
		against,
		ratio: ratio(one, other),
		...(most === undefined ? {} : { met: one / other <= most }),
	};
}
