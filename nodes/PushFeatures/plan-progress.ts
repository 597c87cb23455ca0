import type { IExecuteFunctions } from 'n8n-workflow';

/** How far the push of one plan has come. Entries are the plan's features in input order. */
export interface PlanProgress {
	/** Every entry before this one is settled: pushed, skipped or refused. */
	settled: number;
	/** Entries that the plan held before the first push; decided once. */
	held?: boolean[];
	/** Entries that the service would not take, with its words. */
	refused: Map<number, string>;
	/** Entries whose push got no answer, until it is known whether the plan has them. */
	inDoubt: number[];
	/** Features on the plan by this run. */
	pushed: number;
	/** Features left out, as the plan held them. */
	skipped: number;
	/** Push requests sent, further tries among them. */
	requests: number;
	/** Further tries. */
	retries: number;
	/** Features whose push got no answer and that were found on the plan. */
	recovered: number;
}

function newProgress(): PlanProgress {
	return { settled: 0, refused: new Map(), inDoubt: [], pushed: 0, skipped: 0, requests: 0, retries: 0, recovered: 0 };
}

const MOST_REMEMBERED_RUNS = 200;

/** What runs that may be run again have done, by run and plan. */
const memory = new Map<string, Map<string, PlanProgress>>();

/**
 * The progress of the plans of one run of a node. "Retry On Fail" runs a node again after it threw, with
 * the same execution and run index: what it had pushed by then is remembered here and not pushed again.
 */
export class RunProgress {
	private readonly plans: Map<string, PlanProgress>;

	private readonly runId: string | undefined;

	constructor(context: IExecuteFunctions) {
		this.runId = repeatableRunId(context);
		const known = this.runId === undefined ? undefined : memory.get(this.runId);
		this.plans = known ?? new Map<string, PlanProgress>();
		if (this.runId !== undefined) this.remember(this.runId);
	}

	of(plan: string): PlanProgress {
		let progress = this.plans.get(plan);
		if (progress === undefined) {
			progress = newProgress();
			this.plans.set(plan, progress);
		}
		return progress;
	}

	/** The run is over and n8n does not repeat it. */
	forget(): void {
		if (this.runId !== undefined) memory.delete(this.runId);
	}

	private remember(runId: string): void {
		memory.delete(runId);
		memory.set(runId, this.plans);
		if (memory.size > MOST_REMEMBERED_RUNS) {
			const [oldest] = memory.keys();
			memory.delete(oldest);
		}
	}
}

/** Undefined when n8n does not repeat the run by itself. */
function repeatableRunId(context: IExecuteFunctions): string | undefined {
	const { id, retryOnFail } = context.getNode();
	if (retryOnFail !== true) return undefined;
	const executionId = context.getExecutionId();
	const runIndex: unknown = context.evaluateExpression('{{ $runIndex }}', 0);
	return JSON.stringify([executionId, id, runIndex]);
}
