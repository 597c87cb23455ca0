import type { INodeExecutionData } from 'n8n-workflow';
import { itemsOf } from './features.mts';
import type { Ended } from './history.mts';
import type { ExecutionScript, Script } from './scenario.mts';

interface Repair {
	script: ExecutionScript;
	items: INodeExecutionData[];
}

/** A person does what the items say: what is safe is run again as it is, everything else with Skip. */
export function repairsOf(ended: Ended, execution: number, { isRetried, dimensions }: Script): Repair[] {
	const { script, reported, shown } = ended;
	// A feature that the service rejects has to be corrected first, and one that is made anew can't be known again.
	if (script.isVolatile) return [];
	const items = itemsOf(script, execution, dimensions);
	const isBad = (item: number) => script.items[item].features.includes('bad');
	// n8n offers its Retry where the execution has failed, and runs the node with its whole input.
	if (isRetried && shown.error !== undefined && !shown.isStopped && !items.some((_one, item) => isBad(item)))
		return [calm(script, items, [...items.keys()], { isRetry: true })];
	const again = (skip: boolean): Repair[] => {
		const those = [...items.keys()].filter((item) => {
			if (isBad(item)) return false;
			const { isSafe, kind } = reported[item];
			// Of a stopped execution n8n shows nothing.
			if (shown.isStopped) return skip;
			return kind !== 'done' && isSafe !== skip;
		});
		return those.length === 0 ? [] : [calm(script, items, those, { skip })];
	};
	return [...again(false), ...again(true)];
}

function calm(
	script: ExecutionScript,
	items: INodeExecutionData[],
	those: number[],
	{ skip = false, isRetry = false }: { skip?: boolean; isRetry?: boolean },
): Repair {
	return {
		items: those.map((item) => items[item]),
		script: {
			...script,
			options: { ...script.options, skip: skip || script.options.skip, maxRetries: 5 },
			items: those.map((item) => ({ ...script.items[item], ...(skip ? { skip: undefined } : {}) })),
			isRetry,
			startMs: 0,
			maxTries: 1,
			isTool: false,
			onError: 'continueRegularOutput',
			stopAtMs: undefined,
			login: undefined,
			follows: undefined,
		},
	};
}
