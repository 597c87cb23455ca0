import { LoadOptionsContext } from 'n8n-core';
import { Workflow } from 'n8n-workflow';
import type {
	INode,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
	ResourceMapperFields,
} from 'n8n-workflow';
import { additionalDataOf } from '../../support/engine/additional-data.mts';
import { newExecutionId } from '../../support/engine/execution.mts';
import { nodeTypes } from '../../support/engine/node-types.mts';
import type { StoredCredential } from '../../support/engine/stored-credential.mts';

type NodeWithLists = Pick<INodeType, 'methods'>;

/** What a list of the lookup's panel offers as `name: code`, when the panel is set like this. */
export async function openList(
	list: string,
	credential: StoredCredential,
	parameters: INodeParameters,
	typed?: string,
): Promise<Record<string, string | number | boolean>> {
	const { results } = await openPage({ node: 'hierarchyLookup', list }, credential, parameters, typed);
	return Object.fromEntries(results.map(({ name, value }) => [name, value]));
}

/** One page of a list of a node's panel, in n8n's own context for lists. */
export async function openPage(
	{ node: type, list }: { node: string; list: string },
	credential: StoredCredential,
	parameters: INodeParameters,
	typed?: string,
): Promise<INodeListSearchResult> {
	const search = methodsOf(type)?.listSearch?.[list];
	if (search === undefined) throw new Error(`The node ${type} has no list ${list}.`);
	return await search.call(contextOf(type, credential, parameters), typed);
}

/** What a field of choices offers that a node makes itself. */
export async function openChoices(
	{ node: type, list }: { node: string; list: string },
	credential: StoredCredential,
	parameters: INodeParameters,
): Promise<INodePropertyOptions[]> {
	const load = methodsOf(type)?.loadOptions?.[list];
	if (load === undefined) throw new Error(`The node ${type} has no choices ${list}.`);
	return await load.call(contextOf(type, credential, parameters));
}

/** The fields that the resource mapper of a node's panel offers. */
export async function openFields(
	credential: StoredCredential,
	parameters: INodeParameters,
): Promise<ResourceMapperFields> {
	const load = methodsOf('pushFeatures')?.resourceMapping?.getPlanColumns;
	if (load === undefined) throw new Error('The node maps no columns.');
	return await load.call(contextOf('pushFeatures', credential, parameters));
}

function methodsOf(type: string): NodeWithLists['methods'] {
	const { methods }: NodeWithLists = nodeTypes.getByNameAndVersion(type);
	return methods;
}

function contextOf(type: string, credential: StoredCredential, parameters: INodeParameters): LoadOptionsContext {
	const node: INode = {
		id: 'node',
		name: 'Node',
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { planServiceApi: { id: 'credential', name: 'Plan Service' } },
	};
	const workflow = new Workflow({ id: 'workflow', nodes: [node], connections: {}, active: false, nodeTypes });
	const additionalData = { ...additionalDataOf(newExecutionId(), credential), currentNodeParameters: parameters };
	return new LoadOptionsContext(workflow, node, additionalData, '');
}

/** The value of a field that something was picked in. */
export function picked(value: string): INodeParameters[string] {
	return { __rl: true, mode: 'list', value };
}
