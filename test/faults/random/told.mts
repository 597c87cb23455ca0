import type { ExecutionResult, RunError } from '../../../hosts/driver/execution-result.mts';
import { PUSH } from '../push-workflow.mts';
import type { AskedFeature } from './asked-features.mts';

/** What an execution tells a person about its features, by item index. */
export interface Told {
	onPlan: Set<number>;
	/** Named as being on the plan or not, nobody knows. */
	unknown: Set<number>;
	notOnPlan: Set<number>;
	/** The error of each feature that is not told to be on the plan. */
	words: Map<number, string>;
}

/** Read from nothing but what n8n shows: items, and the words of errors. */
export function toldBy(result: ExecutionResult, asked: AskedFeature[]): Told {
	const told: Told = { onPlan: new Set(), unknown: new Set(), notOnPlan: new Set(), words: new Map() };
	const error = result.runs[PUSH]?.at(-1)?.error;
	if (error === undefined) readItems(result, told);
	else readError(error, asked, told);
	return told;
}

/** On Error continue: a feature's item is paired with its plan's summary, or with an error. */
function readItems(result: ExecutionResult, told: Told): void {
	for (const { json, pairedItem } of [...result.items(PUSH, 0), ...result.items(PUSH, 1)]) {
		const items = [pairedItem ?? []].flat().map((pair) => Number(Object(pair).item));
		if (typeof json.error !== 'string') {
			if (json.pushed !== items.length) throw new Error(`A summary pairs ${items.length} items and says ${JSON.stringify(json)}`);
			for (const item of items) told.onPlan.add(item);
			continue;
		}
		for (const item of items) tell(told, item, json.error);
	}
}

/** On Error stop: the error says how many features each plan got, in input order. */
function readError({ message, context }: RunError, asked: AskedFeature[], told: Told): void {
	const [, own = '0'] = /Before that, (\d+) of \d+ features for this plan were pushed/.exec(message) ?? [];
	const { details } = Object(context) as { details?: { planCode?: string } };
	const pushed = new Map([[details?.planCode, Number(own)]]);
	const [, others = ''] = /Features pushed to other plans: (.*)/.exec(message) ?? [];
	for (const [, planCode, count] of others.matchAll(/(\S+) \((\d+)\)/g)) pushed.set(planCode, Number(count));
	asked.forEach(({ planCode }, item) => {
		const left = pushed.get(planCode) ?? 0;
		pushed.set(planCode, left - 1);
		if (left > 0) told.onPlan.add(item);
		else tell(told, item, message);
	});
}

function tell(told: Told, item: number, words: string): void {
	(isUnknown(item, words) ? told.unknown : told.notOnPlan).add(item);
	told.words.set(item, words);
}

function isUnknown(item: number, message: string): boolean {
	const passages = message.match(/not known whether .*? (?:is|are) on (?:the|their) plan/g) ?? [];
	return passages.some((passage) => new RegExp(` of item ${item}\\b`).test(passage));
}
