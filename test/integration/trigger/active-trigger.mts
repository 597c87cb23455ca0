import { PollContext } from 'n8n-core';
import { Workflow } from 'n8n-workflow';
import type { IDataObject, INode, INodeParameters, INodeType, WorkflowExecuteMode } from 'n8n-workflow';
import { additionalDataOf } from '../../support/engine/additional-data.mts';
import { newExecutionId } from '../../support/engine/execution.mts';
import { nodeTypes } from '../../support/engine/node-types.mts';
import type { StoredCredential } from '../../support/engine/stored-credential.mts';

/** What n8n does when a poll gives something: it starts the workflow with these items. */
export type Started = IDataObject[] | null;

/**
 * The schedulers of n8n 2.41. In memory one context serves an activation and its polls; on the durable one each tick
 * has a new context and workflow; with cursors the state of the node is stored apart from the workflow's.
 */
export const SCHEDULERS = ['in memory', 'durable', 'durable with cursors'] as const;

export type Scheduler = (typeof SCHEDULERS)[number];

const TICK_BUDGET_MS = 36_000;
const OTHER_BUDGET_MS = 300_000;

/** A context, and what n8n stores after a poll with it. */
interface Opened {
	context: PollContext;
	column: () => IDataObject;
}

let lastWorkflow = 0;

/** What n8n keeps of a workflow, for all its nodes together: its column of the database outlives a process. */
class StoredColumn {
	readonly id = `workflow ${++lastWorkflow}`;

	text: string | undefined;
}

/** The trigger in a workflow that is activated and polled, on n8n's own poll context. */
export class ActiveTrigger {
	readonly log: string[] = [];

	name = 'Plan Features Trigger';

	/** Of the workflow. */
	timezone = 'UTC';

	/** Of the node, which keeps it when it is renamed. */
	id = 'trigger';

	private node = nodeTypes.getByNameAndVersion('planFeaturesTrigger') as INodeType;

	private opened: Opened | undefined;

	private workflow = new StoredColumn();

	constructor(
		readonly credential: StoredCredential,
		public parameters: INodeParameters,
		private readonly scheduler: Scheduler = 'in memory',
	) {}

	/** Puts this node beside another one into its workflow. */
	beside(other: ActiveTrigger, name: string): this {
		this.workflow = other.workflow;
		this.id = this.name = name;
		return this;
	}

	get stored(): string | undefined {
		return this.workflow.text;
	}

	set stored(text: string | undefined) {
		this.workflow.text = text;
	}

	/** Publishes the workflow, or starts n8n: another context, what is stored, and a poll at once. */
	async activate(): Promise<Started> {
		const opened = this.open('trigger', OTHER_BUDGET_MS);
		const started = await this.run(opened);
		// With cursors an activation that gives nothing stores nothing.
		if (started !== null || this.scheduler !== 'durable with cursors') this.save(opened);
		return started;
	}

	/** What it tells by the first poll after it, too, because it asks nothing of plans that are known. */
	async activateAndPoll(): Promise<Started> {
		return (await this.activate()) ?? (await this.poll());
	}

	/**
	 * What n8n does at a poll time: it stores what the trigger remembers when the workflow starts, and with cursors
	 * always.
	 * @param isStored whether n8n gets so far
	 */
	async poll(isStored = true): Promise<Started> {
		if (this.opened === undefined) throw new Error('The workflow is not active');
		const isTick = this.scheduler !== 'in memory';
		const opened = isTick ? this.open('trigger', TICK_BUDGET_MS) : this.opened;
		const started = await this.run(opened);
		const isDue = started !== null || this.scheduler === 'durable with cursors';
		if (isStored && isDue && (isTick || opened === this.opened)) this.save(opened);
		return started;
	}

	/** "Fetch Test Event". */
	async fetchTestEvent(): Promise<Started> {
		return await this.run(this.open('manual', OTHER_BUDGET_MS));
	}

	/** n8n ends and starts: nothing is known but what is stored. @param others nodes of the same process */
	async startProcess(...others: ActiveTrigger[]): Promise<Started> {
		await jest.isolateModulesAsync(async () => {
			const { PlanFeaturesTrigger } = await import('../../../nodes/PlanFeaturesTrigger/PlanFeaturesTrigger.node.ts');
			for (const trigger of [this, ...others]) trigger.node = new PlanFeaturesTrigger();
		});
		return await this.activate();
	}

	/** What the trigger remembers at the moment, as n8n would store it. */
	get remembered(): string {
		return JSON.stringify(this.opened?.column() ?? {});
	}

	private async run({ context }: Opened): Promise<Started> {
		const data = await this.node.poll?.call(context);
		return data ? data[0].map(({ json }) => json) : null;
	}

	private open(mode: WorkflowExecuteMode, budgetMs: number): Opened {
		const node: INode = {
			id: this.id,
			name: this.name,
			type: 'planFeaturesTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: this.parameters,
			credentials: { planServiceApi: { id: 'credential', name: 'Plan Service' } },
		};
		const column = JSON.parse(this.stored ?? '{}') as IDataObject;
		const workflow = new Workflow({
			id: this.workflow.id,
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes,
			staticData: column,
			settings: { timezone: this.timezone },
		});
		const additionalData = additionalDataOf(newExecutionId(), this.credential);
		// With cursors the state of a node is stored by its id.
		const hasCursors = this.scheduler === 'durable with cursors';
		const byId = hasCursors ? ((column[this.id] ??= {}) as IDataObject) : undefined;
		const unused = () => undefined;
		const context = new PollContext(
			workflow,
			workflow.nodes[node.name],
			additionalData,
			mode,
			'update',
			unused,
			unused,
			async () => {},
			async (poll) => await poll(),
			() => byId ?? workflow.getStaticData('node', workflow.nodes[node.name]),
			() => budgetMs,
		);
		const keep = (message: string) => void this.log.push(message);
		Object.defineProperty(context, 'logger', { value: { info: keep, warn: keep } });
		this.opened = { context, column: () => ({ ...workflow.staticData, ...(byId ? { [this.id]: byId } : {}) }) };
		return this.opened;
	}

	private save({ column }: Opened): void {
		this.stored = JSON.stringify(column());
	}
}
