import type { INodeExecutionData } from 'n8n-workflow';
import { randomFor } from '../../tools/sandbox/demo/seeded.mts';
import { itemsOf, namesOf } from './features.mts';
import { ExecutionModel } from './n8n-model.mts';
import type { Execute, Shown } from './n8n-model.mts';
import { repairsOf } from './operator.mts';
import type { ExecutionScript, Script } from './scenario.mts';
import { ServiceModel } from './service-model.mts';
import { reportedBy } from './reported.mts';
import type { Reported } from './reported.mts';
import { VirtualTime } from './virtual-time.mts';

/** One execution, and the repair of it. */
export interface Ended {
	script: ExecutionScript;
	/** Names of the features of each item. Equal features have one name. */
	names: string[][];
	shown: Shown;
	reported: Reported[];
	startedAt: number;
	/** When nothing of it was under way any more. */
	endedAt: number;
}

export interface History {
	script: Script;
	executions: Ended[];
	/** What a person ran again afterwards; their indices go on from those of the executions. */
	repairs: Ended[];
	service: ServiceModel;
}

/** Longer than the latest effect of any push, which a read may show an hour later. */
const REST_MS = 11_000_000;
/** Between two repairs: longer than any read is behind, also out of a cache. */
const PAUSE_MS = 7_400_000;

/**
 * Runs a history in virtual time.
 * @param processes the code under test, once for each process, with a memory of its own
 */
export async function runHistory(script: Script, processes: readonly Execute[]): Promise<History> {
	const time = new VirtualTime();
	const uninstall = time.install(randomFor(script.jitter));
	try {
		const service = new ServiceModel(time, script);
		const { clock } = script;
		if (clock !== undefined) time.after(clock.atMs, () => (time.wrongByMs = clock.byMs), true);
		const run = async (one: ExecutionScript, index: number, items: INodeExecutionData[]): Promise<Ended> => {
			const startedAt = time.now + one.startMs;
			const execute = processes[one.process] ?? processes[0];
			const shown = await new ExecutionModel(time, service, index, one, items).run(execute);
			const reported = reportedBy(shown, items.length);
			return { script: one, names: items.map(namesOf), shown, reported, startedAt, endedAt: time.now };
		};
		const executions: Array<Promise<Ended>> = [];
		for (const [index, one] of script.executions.entries()) {
			const before = one.follows && executions[one.follows.execution];
			executions.push(
				before === undefined
					? run(one, index, itemsOf(one, index, script.dimensions))
					: followed(before, run, one, itemsOf(one, index, script.dimensions), index),
			);
		}
		await time.runUntil(Promise.all(executions));
		const ended = await Promise.all(executions);
		service.isCalm = true;
		const repairs: Ended[] = [];
		await time.runUntil(
			time.wait(REST_MS).then(async () => {
				for (const [index, one] of ended.entries()) {
					for (const repair of repairsOf(one, index, script)) {
						await time.wait(PAUSE_MS);
						repairs.push(await run(repair.script, ended.length + repairs.length, repair.items));
					}
				}
			}),
		);
		return { script, executions: ended, repairs, service };
	} finally {
		uninstall();
	}
}

/** A node that follows another begins when that one has ended well; n8n goes on under Continue in any case. */
async function followed(
	before: Promise<Ended>,
	run: (one: ExecutionScript, index: number, items: INodeExecutionData[]) => Promise<Ended>,
	one: ExecutionScript,
	items: INodeExecutionData[],
	index: number,
): Promise<Ended> {
	const { shown, endedAt } = await before;
	if (shown.error === undefined && !shown.isStopped) return await run({ ...one, startMs: 0 }, index, items);
	const never: Shown = { isStopped: true, logins: [], attempts: [], hints: [] };
	const reported = reportedBy({ ...never, output: [] }, items.length);
	return { script: one, names: items.map(namesOf), shown: never, reported, startedAt: endedAt, endedAt };
}
