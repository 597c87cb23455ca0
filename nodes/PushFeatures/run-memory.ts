import type { IExecuteFunctions } from 'n8n-workflow';
import { resume } from '../../service/push';
import type { PlanPush } from './plan-entries';

/**
 * A bad day: so many runs wait for their next try at once. A run weighs what its features weigh, which n8n holds as its
 * input anyway.
 */
const MOST_REMEMBERED_RUNS = 10_000;

type RunContext = Pick<IExecuteFunctions, 'getNode' | 'getExecutionId' | 'evaluateExpression'>;

const runs = new Map<string, PlanPush[]>();

/**
 * What a run did before n8n repeats it. "Retry On Fail" runs a node again after it threw, with the same execution and
 * run index. The next try goes on with the features of the first: its expressions may give others, such as `$now`.
 */
export class RunMemory {
	private readonly key: string | undefined;

	/** Of the try before, ready to go on; undefined in the first. */
	readonly plans: PlanPush[] | undefined;

	constructor(context: RunContext) {
		this.key = keyOf(context);
		this.plans = this.key === undefined ? undefined : runs.get(this.key);
		// Whoever is remembered again moves to the end of those that are forgotten first.
		if (this.key !== undefined) runs.delete(this.key);
		for (const { state } of this.plans ?? []) resume(state);
	}

	/** The run throws. Whether n8n repeats it is not known for certain, so it is kept until there is no room. */
	remember(plans: PlanPush[]): void {
		if (this.key === undefined) return;
		runs.set(this.key, plans);
		if (runs.size <= MOST_REMEMBERED_RUNS) return;
		const [oldest] = runs.keys();
		runs.delete(oldest);
	}
}

/** Undefined when n8n does not repeat the run by itself, or when its tries cannot be told from other runs. */
function keyOf(context: RunContext): string | undefined {
	const { id, retryOnFail } = context.getNode();
	if (retryOnFail !== true) return undefined;
	const executionId: unknown = context.getExecutionId();
	if (typeof executionId !== 'string' || executionId === '') return undefined;
	const runIndex: unknown = context.evaluateExpression('{{ $runIndex }}', 0);
	return JSON.stringify([executionId, id, runIndex]);
}
