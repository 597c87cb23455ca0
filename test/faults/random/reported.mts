import type { ExecutionResult, OutputItem } from '../../../tools/n8n/driver/execution-result.mts';
import type { FailureDetails, FeatureLists } from '../../../nodes/shared/item-failure.ts';
import { PUSH } from '../push-workflow.mts';

/** What is reported of a feature; each is one item. */
export type Status = 'onPlan' | 'notOnPlan' | 'unknown';

/** What an execution reports of its features, by item index. */
export interface Reported {
	statuses: Map<number, Status>;
	/** The error of each feature that is not reported to be on the plan. */
	words: Map<number, string>;
}

/** The lists of `details`, what is worse first. */
const STATUSES: Array<[keyof FeatureLists, Status]> = [
	['unknown', 'unknown'],
	['rejected', 'notOnPlan'],
	['notPushed', 'notOnPlan'],
];

/** Read from nothing but what n8n shows: items, and errors with their details. */
export function reportedBy(result: ExecutionResult, count: number): Reported {
	const reported: Reported = { statuses: new Map(), words: new Map() };
	const error = result.runs[PUSH]?.at(-1)?.error;
	if (error === undefined) {
		for (const item of [...result.items(PUSH, 0), ...result.items(PUSH, 1)]) readItem(item, reported);
		return reported;
	}
	const { details } = Object(error.context) as { details?: FailureDetails };
	if (details === undefined) throw new Error(`An error without details: ${error.message}`);
	for (let item = 0; item < count; item++) report(reported, item, statusIn(details, item) ?? 'onPlan', error.message);
	return reported;
}

/** On Error continue: a feature's item is paired with its plan's summary, or with an error. */
function readItem({ json, pairedItem }: OutputItem, reported: Reported): void {
	const items = [pairedItem ?? []].flat().map((pair) => Number(Object(pair).item));
	if (typeof json.error !== 'string') {
		if (Number(json.pushed) < items.length)
			throw new Error(`A summary pairs ${items.length} items and says ${JSON.stringify(json)}`);
		for (const item of items) report(reported, item, 'onPlan', '');
		return;
	}
	const { error: words, details } = json as { error: string; details?: FailureDetails };
	for (const item of items)
		report(
			reported,
			item,
			(details === undefined ? statusInMessage(words) : statusIn(details, item)) ?? 'notOnPlan',
			words,
		);
}

function report({ statuses, words }: Reported, item: number, status: Status, message: string): void {
	if (statuses.has(item)) throw new Error(`Item ${item} is reported twice: ${message}`);
	statuses.set(item, status);
	if (status !== 'onPlan') words.set(item, message);
}

function statusIn(details: FailureDetails, item: number): Status | undefined {
	const lists: FeatureLists[] = [details, ...(details.otherPlans ?? [])];
	return STATUSES.find(([name]) =>
		lists.some((list) => (list[name] ?? []).some(({ itemIndex }) => itemIndex === item)),
	)?.[1];
}

/** Where Retry On Fail is on and nothing succeeded, n8n keeps the message alone. */
function statusInMessage(words: string): Status | undefined {
	if (/Not pushed\b/.test(words)) return 'notOnPlan';
	return /can't tell whether these features were added/.test(words) ? 'unknown' : undefined;
}
