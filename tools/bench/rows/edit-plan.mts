import type { Bench, Row, RowGroup } from '../bench.mts';
import { alternating, median } from '../measure.mts';
import { Patience } from '../n8n/patience.mts';
import type { RunTimes } from '../n8n/run-times.mts';
import { ratio, time } from '../report/words.mts';
import { builtInNodes } from '../workflows/built-in.mts';
import { ourNodes } from '../workflows/ours.mts';
import { chain, edit } from '../workflows/parts.mts';

const COUNT = 5000;
const FROM = 'pln_edit_from';
const TO = 'pln_edit_to';
const MAX_RATIO = 0.05;

/** 5,000 features through Edit Fields: what the nodes of this package take of it. */
export const editPlan: RowGroup = { name: 'edit', measure };

async function measure({ host, service, runs }: Bench): Promise<Row[]> {
	await service.call('serve', FROM, COUNT);
	const ours = ourNodes(host.credential);
	const theirs = builtInNodes(service.credential);
	const workflows = {
		ours: await host.create(chain('edit-ours', [ours.getMany(FROM), edit, ours.push(TO)])),
		builtIn: await host.create(
			chain('edit-built-in', [theirs.token, theirs.get(FROM), theirs.split, edit, theirs.aggregate, theirs.push(TO)]),
		),
	};
	const patience = new Patience();
	const edited = async (run: () => Promise<RunTimes | undefined>): Promise<RunTimes | undefined> => {
		await service.call('setFeatures', TO, 0);
		const ended = await run();
		const arrived = await service.call('count', TO);
		if (arrived !== COUNT) throw new Error(`${arrived} of ${COUNT} features arrived.`);
		return ended;
	};
	const results = await alternating(runs, {
		ours: async () => await edited(async () => await host.success(workflows.ours)),
		builtIn: async () =>
			await edited(
				async () =>
					await patience.untilSuccess(
						async () => await host.run(workflows.builtIn),
						(run) => run,
					),
			),
	});
	const nodeMs = (run: RunTimes | undefined, name: string) => run?.nodes[name]?.ms ?? NaN;
	const share = median(results.ours.map((run) => nodeMs(run, 'Get') + nodeMs(run, 'Push')));
	const whole = {
		ours: median(results.ours.map((run) => run?.ms ?? NaN)),
		builtIn: median(results.builtIn.map((run) => run?.ms ?? NaN)),
	};
	await host.remove(...Object.values(workflows));
	const work = '5,000 features: get → Edit Fields → push';
	return [
		{
			work: `${work}: our two nodes, against the whole`,
			target: `at most ${MAX_RATIO}`,
			ours: time(share),
			against: `${time(whole.builtIn)}${patience.words}`,
			ratio: ratio(share, whole.builtIn),
			met: share / whole.builtIn <= MAX_RATIO,
		},
		{
			work: `${work}: whole against whole`,
			target: '',
			ours: time(whole.ours),
			against: time(whole.builtIn),
			ratio: ratio(whole.ours, whole.builtIn),
		},
	];
}
