import type { INode, INodeExecutionData } from 'n8n-workflow';
import { inertText } from '../../service';
import { ItemFailure, errorItem, finalErrorItem, withContext } from '../shared/item-error';
import type { FeaturePlace } from '../shared/item-error';
import type { PlanEntry, PlanInput } from './plan-entries';
import type { PlanProgress } from './plan-progress';

const MOST_IN_WORDS = 20;

/** The answer of a push was lost, and the plan cannot be read. */
export function outcomeUnknown({ planCode, entries }: PlanInput, batch: number[], cause: ItemFailure): ItemFailure {
	return withContext(cause, {
		message: `The answer to a push was lost, and the plan could not be read back (${cause.message}). It is not known whether ${listed(entries, batch)} are on the plan`,
		advice: 'Look at the plan. Or run again with Existing Features set to Skip: what the plan already holds is then left out.',
		details: { planCode, safeToRetry: false, unknown: places(entries, batch) },
	});
}

/** The answer of a push was lost, and the plan has only a part of it. */
export function partlyOnPlan({ planCode, entries }: PlanInput, batch: number[], onPlan: boolean[]): ItemFailure {
	const there = batch.filter((_index, position) => onPlan[position]);
	const missing = batch.filter((_index, position) => !onPlan[position]);
	return new ItemFailure({
		message: `The answer to a push was lost, and the plan holds only ${there.length} of its ${batch.length} features. On the plan: ${listed(entries, there)}. Not on the plan: ${listed(entries, missing)}`,
		advice: 'Run again with Existing Features set to Skip: what the plan already holds is then left out.',
		details: { planCode, safeToRetry: false, onPlan: places(entries, there), notOnPlan: places(entries, missing) },
	});
}

/** The first entries in words. */
export function listed(entries: PlanEntry[], indices: number[]): string {
	const words = indices.slice(0, MOST_IN_WORDS).map((index) => {
		const { itemIndex, feature } = entries[index];
		const name = typeof feature.name === 'string' ? ` "${inertText(feature.name).slice(0, 60)}"` : '';
		return `${inertText(String(feature.type ?? 'feature'))}${name} of item ${itemIndex}`;
	});
	const more = indices.length - words.length;
	return `${words.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** For machines. */
export function places(entries: PlanEntry[], indices: number[]): FeaturePlace[] {
	return indices.slice(0, 1000).map((position) => ({ itemIndex: entries[position].itemIndex, position }));
}

/** The items of a plan by what became of them. */
export interface PlanOutcome {
	/** Items whose features are all on the plan. */
	done: number[];
	/** The others, each with its reason. */
	failed: Map<number, ItemFailure>;
}

/** @param failure why the push of the plan ended early; undefined when it ran to its end */
export function outcomeOf(plan: PlanInput, progress: PlanProgress, failure: ItemFailure | undefined): PlanOutcome {
	const failed = new Map<number, ItemFailure>();
	const { entries, planCode } = plan;
	const { settled, refused, held, pushed } = progress;
	entries.forEach(({ itemIndex }, index) => {
		const words = refused.get(index);
		if (words !== undefined) {
			failed.set(itemIndex, refusedFailure(planCode, words, index));
		} else if (failure !== undefined && index >= settled && held?.[index] !== true && !failed.has(itemIndex)) {
			const summary = `Before that, ${pushed} of ${entries.length} features for this plan were pushed`;
			failed.set(
				itemIndex,
				withContext(failure, { message: `${failure.message}. ${summary}`, details: { planCode, pushed } }),
			);
		}
	});
	for (const itemIndex of pushedItems(plan, progress)) {
		const reason = failed.get(itemIndex);
		if (reason?.details.safeToRetry === true) failed.set(itemIndex, partlyPushed(reason));
	}
	const done = plan.items.map(({ itemIndex }) => itemIndex).filter((itemIndex) => !failed.has(itemIndex));
	return { done: failure !== undefined && entries.length === 0 ? [] : done, failed };
}

/** Items that have put a feature on the plan, and would put it there again. */
function pushedItems({ entries }: PlanInput, { settled, refused, held }: PlanProgress): Set<number> {
	const pushed = entries
		.slice(0, settled)
		.filter(({ settings }, index) => !settings.skipExisting && held?.[index] !== true && !refused.has(index));
	return new Set(pushed.map(({ itemIndex }) => itemIndex));
}

function partlyPushed(failure: ItemFailure): ItemFailure {
	return withContext(failure, {
		advice: `${failure.advice} Other features of the item are on the plan: run it with Existing Features set to Skip.`,
		details: { safeToRetry: false },
	});
}

function refusedFailure(planCode: string, words: string, position: number): ItemFailure {
	return new ItemFailure({
		message: `The service refused a feature: ${words}`,
		advice: 'Correct the feature and run the item again. It is not on the plan.',
		details: { status: 400, serviceSays: words, planCode, position, safeToRetry: true },
	});
}

/**
 * The one output: what succeeded, then what failed. "Retry On Fail" runs the node again when a failure
 * comes first, so where nothing succeeded failures take the form that n8n does not look at.
 */
export function successesFirst(
	node: INode,
	successes: INodeExecutionData[],
	failures: Map<number, ItemFailure>,
): INodeExecutionData[] {
	const ordered = [...failures].sort(([one], [other]) => one - other);
	const repeats = node.retryOnFail === true && successes.length === 0;
	return [
		...successes,
		...ordered.map(([itemIndex, failure]) =>
			repeats ? finalErrorItem(node, failure, itemIndex) : errorItem(node, failure, itemIndex),
		),
	];
}
