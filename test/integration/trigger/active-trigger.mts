import { PollContext } from 'n8n-core';
import { Workflow } from 'n8n-workflow';
import type { IDataObject, INode, INodeParameters, INodeType, WorkflowExecuteMode } from 'n8n-workflow';
import { additionalDataOf } from '../engine/additional-data.mts';
import { newExecutionId } from '../engine/execution.mts';
import { nodeTypes } from '../engine/node-types.mts';
import type { StoredCredential } from '../engine/stored-credential.mts';

/** What n8n does when a poll gives something: it starts the workflow with these items. */
export type Started = IDataObject[] | null;

let lastWorkflow = 0;

/** The trigger in a workflow that is activated and polled, on n8n's own poll context. */
export class ActiveTrigger {
	readonly log: string[] = [];

	/** The column of n8n's database: all that outlives a process. */
	stored: string | undefined;

	private context: PollContext | undefined;

	private workflow: Workflow | undefined;

	private readonly workflowId = `workflow ${++lastWorkflow}`;

	constructor(
		readonly credential: StoredCredential,
		public parameters: INodeParameters,
	) {}

	/** Publishes the workflow, or starts n8n anew: another context, what is stored, and a poll at once. */
	async activate(): Promise<Started> {
		this.open('trigger');
		const started = await this.poll();
		this.save();
		return started;
	}

	/** What n8n does at a poll time: it stores what the trigger remembers only when the workflow starts. */
	async poll(): Promise<Started> {
		if (this.context === undefined) throw new Error('The workflow is not active');
		const context = this.context;
		const data = await (nodeTypes.getByNameAndVersion('planFeaturesTrigger') as INodeType).poll?.call(context);
		if (data && context === this.context) this.save();
		return data ? data[0].map(({ json }) => json) : null;
	}

	/** "Fetch Test Event". */
	async fetchTestEvent(): Promise<Started> {
		this.open('manual');
		return await this.poll();
	}

	/** What the trigger remembers at the moment, as n8n would store it. */
	get remembered(): string {
		return JSON.stringify(this.workflow?.staticData ?? {});
	}

	private open(mode: WorkflowExecuteMode): void {
		const node: INode = {
			id: 'trigger',
			name: 'Plan Features Trigger',
			type: 'planFeaturesTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: this.parameters,
			credentials: { planServiceApi: { id: 'credential', name: 'Plan Service' } },
		};
		const staticData = JSON.parse(this.stored ?? '{}') as IDataObject;
		this.workflow = new Workflow({ id: this.workflowId, nodes: [node], connections: {}, active: true, nodeTypes, staticData });
		const additionalData = additionalDataOf(newExecutionId(), this.credential);
		this.context = new PollContext(this.workflow, this.workflow.nodes[node.name], additionalData, mode, 'activate');
		const keep = (message: string) => void this.log.push(message);
		Object.defineProperty(this.context, 'logger', { value: { info: keep, warn: keep } });
	}

	private save(): void {
		this.stored = this.remembered;
	}
}
