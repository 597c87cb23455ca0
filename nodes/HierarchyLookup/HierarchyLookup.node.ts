import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { resourceProperties } from './lookup-parameters';
import * as listSearch from './methods/list-search';
import * as get from './operations/get.operation';
import * as getChildren from './operations/getChildren.operation';
import * as getDescendants from './operations/getDescendants.operation';

const operations = { get, getChildren, getDescendants };

export class HierarchyLookup implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Plan Hierarchy Lookup',
		name: 'hierarchyLookup',
		icon: { light: 'file:hierarchyLookup.svg', dark: 'file:hierarchyLookup.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle:
			'={{ ({ getChildren: "children of ", getDescendants: "all below " }[$parameter["operation"]] ?? "get ") + $parameter["resource"] }}',
		description: 'Look up clients, campuses, buildings and floors, their plan codes and viewer tokens',
		defaults: { name: 'Plan Hierarchy Lookup' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'planServiceApi', required: true }],
		properties: resourceProperties([get.option, getChildren.option, getDescendants.option]),
	};

	methods = { listSearch };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const operation = this.getNodeParameter('operation', 0) as keyof typeof operations;
		return await operations[operation].execute(this);
	}
}
