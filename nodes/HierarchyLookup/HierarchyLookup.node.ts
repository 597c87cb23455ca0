import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { RESOURCES, levelsBelow } from '../../service/api';
import { searchResources } from '../shared/list-search';
import { operations, options, resources } from './lookup';

/**
 * One parameter for each level: n8n's nodes panel offers the actions of each by name, and the lowest has nothing below
 * it to list.
 */
const operationsByLevel = RESOURCES.map((level) => ({
	...operations.property,
	options: operations.options
		.filter(({ value }) => value === 'get' || levelsBelow(level).length > 0)
		.map((option) => ({ ...option, action: `${option.action} ${level}` })),
	displayOptions: { show: { resource: [level] } },
}));

export class HierarchyLookup implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Plan Hierarchy Lookup',
		name: 'hierarchyLookup',
		icon: { light: 'file:hierarchyLookup.svg', dark: 'file:hierarchyLookup.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle:
			'={{ ({ getChildren: "children of ", getDescendants: "all below " }[$parameter["operation"]] ?? "get ") + ' +
			'$parameter["resource"] }}',
		description: 'Look up clients, campuses, buildings and floors, their plan codes and viewer tokens',
		defaults: { name: 'Plan Hierarchy Lookup' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Looks up clients, campuses, buildings and floors by code or from lists: their names, plan codes and ' +
				'viewer tokens. Get Descendants with Kinds set to Floor lists all floors below a campus or client. Only ' +
				'campuses and floors have a plan.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-plan-service.getFeatures',
					relationHint: 'Reads the plan of each floor or campus that was found',
				},
				{ nodeType: 'n8n-nodes-plan-service.embedUrl', relationHint: 'Makes a link to the interactive plan' },
			],
		},
		credentials: [{ name: 'planServiceApi', required: true }],
		properties: [
			...operations.toolDescriptions,
			resources.resource.property,
			...operationsByLevel,
			...resources.codes,
			options.property,
		],
	};

	methods = { listSearch: { searchResources } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await operations.execute(this);
	}
}
