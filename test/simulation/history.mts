import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { randomFor } from '../../sandbox/demo/seeded.mts';
import { ExecutionModel } from './n8n-model.mts';
import type { Execute, Shown } from './n8n-model.mts';
import type { ExecutionScript, FeatureKind, Script } from './script.mts';
import { DATA_KEY, ServiceModel } from './service-model.mts';
import { toldBy } from './told.mts';
import type { Told } from './told.mts';
import { VirtualTime } from './virtual-time.mts';

/** One execution, and the repair of it. */
export interface Ended {
	script: ExecutionScript;
	/** Names of the features of each item. Equal features have one name. */
	names: string[][];
	shown: Shown;
	told: Told[];
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

/** Longer than the latest effect of any push. */
const MORNING_MS = 3_600_000;

/** Runs a history in virtual time. */
export async function runHistory(script: Script, execute: Execute): Promise<History> {
	const time = new VirtualTime();
	const uninstall = time.install(randomFor(script.jitter));
	try {
		const service = new ServiceModel(time, script);
		const run = async (one: ExecutionScript, index: number, items: INodeExecutionData[]): Promise<Ended> => {
			const startedAt = time.now + one.startMs;
			const shown = await new ExecutionModel(time, service, index, one, items).run(execute);
			const names = items.map(({ json }) => (json.features as IDataObject[]).map(({ name }) => String(name)));
			return { script: one, names, shown, told: toldBy(shown, names.length), startedAt, endedAt: time.now };
		};
		const executions: Ended[] = [];
		await time.runUntil(
			Promise.all(
				script.executions.map(async (one, index) => (executions[index] = await run(one, index, itemsOf(one, index)))),
			),
		);
		service.isCalm = true;
		const repairs: Ended[] = [];
		await time.runUntil(
			time.wait(MORNING_MS).then(async () => {
				for (const [index, ended] of executions.entries()) {
					for (const repair of repairsOf(ended, index)) {
						repairs.push(await run(repair.script, script.executions.length + repairs.length, repair.items));
					}
				}
			}),
		);
		return { script, executions, repairs, service };
	} finally {
		uninstall();
	}
}

function itemsOf({ items }: ExecutionScript, execution: number): INodeExecutionData[] {
	return items.map(({ plan, features }, item) => ({
		json: {
			planCode: `pln_${plan}`,
			features: features.map((kind, at) => featureOf(kind, `${execution}.${item}`, at)),
		},
		pairedItem: { item },
	}));
}

function featureOf(kind: FeatureKind, item: string, at: number): IDataObject {
	const isTwin = kind === 'twin' || kind === 'nearTwin';
	const name = isTwin ? `${item} twin` : `${item}.${at}`;
	const data = [{ key: DATA_KEY, name: 'Label', value: kind === 'nearTwin' ? '' : name }];
	if (kind === 'icon') return { type: 'leaderLineIcon', name, position: null, icons: [{ iconType: 'printer' }], data };
	const zone = {
		type: 'zone',
		zoneType: 'common',
		name,
		geometry: {
			type: 'Polygon',
			coordinates: [
				[
					[0, 0],
					[4, 0],
					[4, 3.25],
					[0, 0],
				],
			],
		},
	};
	if (kind === 'nullData') return { ...zone, data: null };
	if (kind === 'bad') return { ...zone, data, extra: 'bad' };
	// Of twins one leaves `data` out and one gives it without a value, which are equal on the plan.
	return kind === 'twin' ? zone : { ...zone, data };
}

/** A person does what the items say: what is safe is run again as it is, everything else with Skip. */
function repairsOf(
	{ script, told, shown }: Ended,
	execution: number,
): Array<{ script: ExecutionScript; items: INodeExecutionData[] }> {
	// A feature that the service refuses has to be corrected first, and one that is made anew cannot be known again.
	if (script.isVolatile) return [];
	const items = itemsOf(script, execution);
	const again = (skip: boolean) => {
		const those = items.filter((_item, index) => {
			if (script.items[index].features.includes('bad')) return false;
			const { isSafe } = told[index];
			// Of a stopped execution n8n shows nothing.
			if (shown.isStopped) return skip;
			return told[index].kind !== 'done' && !told[index].isDoubled && isSafe !== skip;
		});
		const options = { ...script.options, skip: skip || script.options.skip, maxRetries: 5 };
		const calm: ExecutionScript = {
			...script,
			options,
			items: [],
			startMs: 0,
			maxTries: 1,
			isTool: false,
			onError: 'continueRegularOutput',
			stopAtMs: undefined,
			login: undefined,
		};
		return those.length === 0 ? [] : [{ script: calm, items: those }];
	};
	return [...again(false), ...again(true)];
}
