import type { Bench, Row, RowGroup } from '../bench.mts';
import type { StoredWorkflow } from '../../n8n/driver/workflows.mts';
import { alternating, mean, median } from '../measure.mts';
import { memory, ratio, time } from '../report/words.mts';
import { ourNodes } from '../workflows/ours.mts';
import { chain, keepsNothing } from '../workflows/parts.mts';
import type { Part } from '../workflows/parts.mts';

const COUNT = 50_000;
const PLAN = 'pln_bare';
const FEW = 'pln_bare_few';
const MAX_RATIO = 1.15;

const bareFeatures: Part = { name: 'Get', type: 'CUSTOM.bareFeatures', typeVersion: 1, parameters: {} };

/** 50,000 features as items, against the least that a node can do: small features and large ones, time and memory. */
export const bareNode: RowGroup = { name: 'bare', measure };

async function measure(bench: Bench): Promise<Row[]> {
	const { host, service, floor } = bench;
	const body = (planCode: string) => ({ url: floor.address(planCode), headers: floor.headers });
	const workflows = {
		list: await host.create(
			chain('bare-list', [ourNodes(host.credential).getMany(PLAN, { dataFormat: 'array' })], keepsNothing),
		),
		byName: await host.create(chain('bare-by-name', [ourNodes(host.credential).getMany(PLAN)], keepsNothing)),
		bare: await host.create(chain('bare-bare', [bareFeatures], keepsNothing)),
		few: await host.create(chain('bare-few', [ourNodes(host.credential).getMany(FEW)], keepsNothing)),
	};
	const rows: Row[] = [];
	for (const kind of ['plain', 'surveyed'] as const) {
		await service.call('serveAll');
		await service.call('serve', FEW, 10);
		const bytes = Math.round((await service.call('serve', PLAN, COUNT, kind)) / COUNT / 10) * 10;
		const got = async (workflow: StoredWorkflow) => (await host.success(workflow, body(PLAN))).nodes.Get?.ms ?? NaN;
		const times = await alternating(bench.meanRuns, {
			list: async () => await got(workflows.list),
			byName: async () => await got(workflows.byName),
			bare: async () => await got(workflows.bare),
		});
		const extra = { list: [] as number[], byName: [] as number[], bare: [] as number[] };
		for (let run = 0; run < bench.longRuns; run++) {
			for (const side of ['list', 'byName', 'bare'] as const) {
				const { extraBytes } = await host.memory(workflows[side], workflows.few, body(PLAN));
				extra[side].push(extraBytes ?? NaN);
			}
		}
		for (const [side, form] of [
			['list', 'as List'],
			['byName', 'By Name'],
		] as const) {
			const work = `Get 50,000 features of ${bytes} bytes ${form}, against a bare node`;
			rows.push(
				row(`${work}: time`, time, mean(times[side]), mean(times.bare)),
				row(`${work}: extra memory`, memory, median(extra[side]), median(extra.bare)),
			);
		}
	}
	await service.call('serveAll');
	await host.remove(...Object.values(workflows));
	return rows;
}

function row(work: string, describe: (value: number) => string, ours: number, bare: number): Row {
	return {
		work,
		target: `at most ${MAX_RATIO}`,
		ours: describe(ours),
		against: describe(bare),
		ratio: ratio(ours, bare),
		met: ours / bare <= MAX_RATIO,
	};
}
