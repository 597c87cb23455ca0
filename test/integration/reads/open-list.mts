import { LoadOptionsContext } from 'n8n-core';
import { Workflow } from 'n8n-workflow';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { HierarchyLookup } from '../../../nodes/HierarchyLookup/HierarchyLookup.node.ts';
import { additionalDataOf } from '../engine/additional-data.mts';
import { newExecutionId } from '../engine/execution.mts';
import { nodeTypes } from '../engine/node-types.mts';
import type { StoredCredential } from '../engine/stored-credential.mts';

type ListName = keyof HierarchyLookup['methods']['listSearch'];

/** What a list of the lookup's panel offers as `name: code`, when the panel is set like this: n8n's own context for lists. */
export async function openList(
	list: ListName,
	credential: StoredCredential,
	parameters: INodeParameters,
	typed?: string,
): Promise<Record<string, string | number | boolean>> {
	const node: INode = {
		id: 'lookup',
		name: 'Lookup',
		type: 'hierarchyLookup',
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { planServiceApi: { id: 'credential', name: 'Plan Service' } },
	};
	const workflow = new Workflow({ id: 'workflow', nodes: [node], connections: {}, active: false, nodeTypes });
	const additionalData = { ...additionalDataOf(newExecutionId(), credential), currentNodeParameters: parameters };
	const context = new LoadOptionsContext(workflow, node, additionalData, '');
	const { methods } = nodeTypes.getByNameAndVersion('hierarchyLookup') as HierarchyLookup;
	const { results } = await methods.listSearch[list].call(context, typed);
	return Object.fromEntries(results.map(({ name, value }) => [name, value]));
}

/** The value of a field that something was picked in. */
export function picked(value: string): INodeParameters[string] {
	return { __rl: true, mode: 'list', value };
}
