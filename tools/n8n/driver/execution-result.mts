import { parse } from 'flatted';

/** Final states; anything else is on its way. */
const ENDED = ['success', 'error', 'crashed', 'canceled'];

export interface OutputItem {
	json: Record<string, unknown>;
	binary?: Record<string, unknown>;
	pairedItem?: unknown;
	error?: unknown;
}

export interface RunError {
	name?: string;
	message: string;
	description?: string | null;
	httpCode?: string | null;
	[detail: string]: unknown;
}

export interface NodeRun {
	executionStatus: string;
	executionTime: number;
	error?: RunError;
	/** What the node shows beside its output. */
	hints?: Array<{ message: string }>;
	data?: { main?: Array<OutputItem[] | null> };
}

interface RunData {
	resultData?: { runData?: Record<string, NodeRun[]>; error?: RunError };
	/** What is still to run: the node that waits, or the one that goes on after its wait. */
	executionData?: { nodeExecutionStack?: unknown[] };
}

/** An execution as `/rest/executions/:id` gives it. */
export interface StoredExecution {
	id: string;
	status: string;
	data: string;
}

/** One execution as it was stored: its nodes, their runs, outputs and items. */
export class ExecutionResult {
	readonly id: string;

	readonly status: string;

	/** What ended the execution. */
	readonly error: RunError | undefined;

	readonly runs: Record<string, NodeRun[]>;

	/**
	 * Whether n8n has stored all that ran. Before that 1.x has an empty record or, of an execution that waited, what had
	 * run until then, with nodes still to run; an execution that crashed may have nothing.
	 */
	readonly hasData: boolean;

	constructor(stored: StoredExecution) {
		const { resultData, executionData } = (parse(stored.data) as RunData | undefined) ?? {};
		this.id = stored.id;
		this.status = stored.status;
		this.error = resultData?.error;
		this.runs = resultData?.runData ?? {};
		const isToRun = (executionData?.nodeExecutionStack?.length ?? 0) > 0;
		this.hasData = this.error !== undefined || (Object.keys(this.runs).length > 0 && !isToRun);
	}

	get hasEnded(): boolean {
		return ENDED.includes(this.status);
	}

	/** The items that left `nodeName` by one of its outputs, in order; none if it did not run. */
	items(nodeName: string, output = 0, run = 0): OutputItem[] {
		return this.runs[nodeName]?.[run]?.data?.main?.[output] ?? [];
	}

	json(nodeName: string, output = 0, run = 0): Array<Record<string, unknown>> {
		return this.items(nodeName, output, run).map((item) => item.json);
	}
}
