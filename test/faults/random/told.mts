import type { ExecutionResult, OutputItem } from '../../../tools/n8n/driver/execution-result.mts';
import type { FailureDetails, FeatureLists } from '../../../nodes/shared/item-error.ts';
import { PUSH } from '../push-workflow.mts';

/** What a person is told of a feature; each is one item. */
export type Fate = 'onPlan' | 'notOnPlan' | 'unknown';

/** What an execution tells of its features, by item index. */
export interface Told {
	fates: Map<number, Fate>;
	/** The error of each feature that is not told to be on the plan. */
	words: Map<number, string>;
}

/** The lists of `details`, what is worse first. */
const FATES: Array<[keyof FeatureLists, Fate]> = [
	['unknown', 'unknown'],
	['rejected', 'notOnPlan'],
	['notPushed', 'notOnPlan'],
];

/** Read from nothing but what n8n shows: items, and errors with their details. */
export function toldBy(result: ExecutionResult, count: number): Told {
	const told: Told = { fates: new Map(), words: new Map() };
	const error = result.runs[PUSH]?.at(-1)?.error;
	if (error === undefined) {
		for (const item of [...result.items(PUSH, 0), ...result.items(PUSH, 1)]) readItem(item, told);
		return told;
	}
	const { details } = Object(error.context) as { details?: FailureDetails };
	if (details === undefined) throw new Error(`An error without details: ${error.message}`);
	for (let item = 0; item < count; item++) tell(told, item, fateIn(details, item) ?? 'onPlan', error.message);
	return told;
}

/** On Error continue: a feature's item is paired with its plan's summary, or with an error. */
function readItem({ json, pairedItem }: OutputItem, told: Told): void {
	const items = [pairedItem ?? []].flat().map((pair) => Number(Object(pair).item));
	if (typeof json.error !== 'string') {
		if (Number(json.pushed) < items.length)
			throw new Error(`A summary pairs ${items.length} items and says ${JSON.stringify(json)}`);
		for (const item of items) tell(told, item, 'onPlan', '');
		return;
	}
	const { error: words, details } = json as { error: string; details?: FailureDetails };
	for (const item of items)
		tell(told, item, (details === undefined ? fateInWords(words) : fateIn(details, item)) ?? 'notOnPlan', words);
}

function tell({ fates, words }: Told, item: number, fate: Fate, message: string): void {
	if (fates.has(item)) throw new Error(`Item ${item} is told of twice: ${message}`);
	fates.set(item, fate);
	if (fate !== 'onPlan') words.set(item, message);
}

function fateIn(details: FailureDetails, item: number): Fate | undefined {
	const lists: FeatureLists[] = [details, ...(details.otherPlans ?? [])];
	return FATES.find(([name]) =>
		lists.some((list) => (list[name] ?? []).some(({ itemIndex }) => itemIndex === item)),
	)?.[1];
}

/** Where Retry On Fail is on and nothing succeeded, n8n keeps the message alone. */
function fateInWords(words: string): Fate | undefined {
	if (/Not pushed\b/.test(words)) return 'notOnPlan';
	return /can't tell whether these features were added/.test(words) ? 'unknown' : undefined;
}
