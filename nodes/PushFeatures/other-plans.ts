import { inertText } from '../../service';
import { withContext } from '../shared/item-error';
import type { ItemFailure } from '../shared/item-error';
import type { PlanInput } from './plan-entries';
import { listed, places } from './plan-failure';
import type { PlanProgress } from './plan-progress';

const MOST_IN_WORDS = 20;

/** How the push of one plan ended. */
export interface PlanEnd {
	plan: PlanInput;
	progress: PlanProgress;
	/** Why it ended early. */
	failure?: ItemFailure;
}

/** The failure that ends the node for good tells what the other plans got by then, too: nothing else does. */
export function withOtherPlans(failure: ItemFailure, others: PlanEnd[]): ItemFailure {
	const touched = others.filter(({ progress }) => progress.pushed > 0 || progress.inDoubt.length > 0);
	if (touched.length === 0) return failure;
	const pushed = touched
		.filter(({ progress }) => progress.pushed > 0)
		.map(({ plan, progress }) => `${inertText(plan.planCode)} (${progress.pushed})`);
	const inDoubt = touched
		.filter(({ progress }) => progress.inDoubt.length > 0)
		.map(({ plan, progress }) => `${listed(plan.entries, progress.inDoubt)} for ${inertText(plan.planCode)}`);
	const told = pushed.length === 0 ? '' : `. Features pushed to other plans: ${first(pushed, ', ')}`;
	const unknown =
		inDoubt.length === 0 ? '' : `. Answers for other plans were lost: it is not known whether ${first(inDoubt, '; ')} are on their plans`;
	const otherPlans = touched.map(({ plan, progress }) => ({
		planCode: plan.planCode,
		pushed: progress.pushed,
		unknown: places(plan.entries, progress.inDoubt),
	}));
	return withContext(failure, { message: `${failure.message}${told}${unknown}`, details: { otherPlans } });
}

function first(words: string[], separator: string): string {
	const more = words.length - MOST_IN_WORDS;
	return `${words.slice(0, MOST_IN_WORDS).join(separator)}${more > 0 ? ` and ${more} more` : ''}`;
}
