import { WorkflowExecute } from 'n8n-core';
import { Workflow, createRunExecutionData } from 'n8n-workflow';
import type { IBinaryKeyData, IConnections, IDataObject, INode, INodeParameters, IRun, OnError } from 'n8n-workflow';
import { additionalDataOf } from './additional-data.mts';
import { nodeTypes } from './node-types.mts';
import type { NodeName } from './node-types.mts';
import type { StoredCredential } from './stored-credential.mts';

/** One node of the workflow and how a person has set it. */
export interface Step {
	node: NodeName;
	parameters: INodeParameters;
	onError?: OnError;
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTriesMs?: number;
}

export interface Execution {
	items: IDataObject[];
	/** A file that each item has. */
	binary?: IBinaryKeyData | undefined;
	credential: StoredCredential;
	/** Each gets what the one before gave by its success output. */
	steps: Step[];
	executionId?: string;
	/** `retry` for the editor's Retry of an execution. */
	mode?: 'trigger' | 'retry';
	/** How often the execution comes past the first step: each time is a run index of its own. */
	times?: number;
}

export interface RunningExecution {
	done: Promise<IRun>;
	/** What the button "Stop" does. */
	cancel(): void;
}

let lastExecutionId = 0;

/** A new id, as n8n gives each execution one. */
export function newExecutionId(): string {
	return String(++lastExecutionId);
}

/** Starts a workflow in production mode on n8n's own engine. */
export function start({
	items,
	binary,
	credential,
	steps,
	executionId = newExecutionId(),
	mode = 'trigger',
	times = 1,
}: Execution): RunningExecution {
	const source: INode = nodeOf('Items', 'items', {});
	const nodes = [source, ...steps.map((step, index) => stepNode(step, index))];
	const workflow = new Workflow({
		id: 'workflow',
		nodes,
		connections: chain(steps.length, times),
		active: true,
		nodeTypes,
		settings: { executionOrder: 'v1' },
	});
	const data = { main: [items.map((json, item) => ({ json, binary, pairedItem: { item } }))] };
	const runExecutionData = createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node: workflow.nodes.Items, data, source: null }] },
	});
	const engine = new WorkflowExecute(additionalDataOf(executionId, credential), mode, runExecutionData);
	const promise = engine.processRunExecutionData(workflow);
	return { done: promise, cancel: () => promise.cancel() };
}

export function stepName(index: number): string {
	return `Step ${index}`;
}

function stepNode(step: Step, index: number): INode {
	const { node, parameters, onError, retryOnFail, maxTries, waitBetweenTriesMs = 1 } = step;
	return {
		...nodeOf(stepName(index), node, parameters),
		credentials: { planServiceApi: { id: 'credential', name: 'Plan Service' } },
		onError,
		retryOnFail,
		maxTries,
		waitBetweenTries: waitBetweenTriesMs,
	};
}

function nodeOf(name: string, type: string, parameters: INodeParameters): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
}

function chain(steps: number, times: number): IConnections {
	const connections: IConnections = {};
	const to = (index: number) => ({ node: stepName(index), type: 'main' as const, index: 0 });
	connections.Items = { main: [Array.from({ length: times }, () => to(0))] };
	for (let index = 1; index < steps; index++) connections[stepName(index - 1)] = { main: [[to(index)]] };
	return connections;
}
