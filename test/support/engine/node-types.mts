import { NodeConnectionTypes, NodeHelpers } from 'n8n-workflow';
import type { IDataObject, INodeType, INodeTypes } from 'n8n-workflow';
import { EmbedUrl } from '../../../nodes/EmbedUrl/EmbedUrl.node.ts';
import { GetFeatures } from '../../../nodes/GetFeatures/GetFeatures.node.ts';
import { HierarchyLookup } from '../../../nodes/HierarchyLookup/HierarchyLookup.node.ts';
import { PlanFeaturesTrigger } from '../../../nodes/PlanFeaturesTrigger/PlanFeaturesTrigger.node.ts';
import { PushFeatures } from '../../../nodes/PushFeatures/PushFeatures.node.ts';

/** Hands on the items that an execution starts with, as any trigger of n8n does in production. */
const itemSource: INodeType = {
	description: {
		displayName: 'Items',
		name: 'items',
		group: ['trigger'],
		version: 1,
		description: 'Starts with given items',
		defaults: { name: 'Items' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	trigger: async () => await Promise.resolve({}),
};

/** As n8n makes a tool of a node for agents: another name, by which it also knows which parameters to show. */
function toolOf<T extends INodeType>(node: T): T {
	node.description = { ...node.description, name: `${node.description.name}Tool` };
	return node;
}

const types = {
	items: itemSource,
	hierarchyLookup: new HierarchyLookup(),
	getFeatures: new GetFeatures(),
	pushFeatures: new PushFeatures(),
	embedUrl: new EmbedUrl(),
	planFeaturesTrigger: new PlanFeaturesTrigger(),
	hierarchyLookupTool: toolOf(new HierarchyLookup()),
	getFeaturesTool: toolOf(new GetFeatures()),
	pushFeaturesTool: toolOf(new PushFeatures()),
} satisfies Record<string, INodeType>;

export type NodeName = Exclude<keyof typeof types, 'items'>;

function isKnown(name: string): name is keyof typeof types {
	return Object.hasOwn(types, name);
}

function typeOf(name: string): INodeType {
	if (!isKnown(name)) throw new Error(`No node type ${name}`);
	return types[name];
}

export const nodeTypes: INodeTypes = {
	getByName: typeOf,
	getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(typeOf(name), version),
	getKnownTypes: (): IDataObject => ({}),
};
