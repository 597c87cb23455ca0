import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { searchPlans, searchResources } from '../shared/list-search';
import { operationsOf } from '../shared/operations';
import * as create from './operations/create.operation';

const operations = operationsOf({ create }, 'create');

export class EmbedUrl implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Plan Embed URL',
		name: 'embedUrl',
		icon: { light: 'file:embedUrl.svg', dark: 'file:embedUrl.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ $parameter["tokenSource"] === "manual" ? "token given" : $parameter["access"] === "allAreas" ? "all ' +
			'areas" : "all areas and children" }}',
		description: 'Build the URL and the iframe of an interactive plan from a viewer token',
		defaults: { name: 'Plan Embed URL' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Builds the URL and the iframe of an interactive plan. Token Source Look It Up needs no node before ' +
				'it: pick a floor, and each run requests a new viewer token.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-plan-service.hierarchyLookup',
					relationHint: 'Gives viewer tokens and plan codes of many floors',
				},
			],
		},
		credentials: [{ name: 'planServiceApi', required: true }],
		properties: [...operations.toolDescriptions, operations.property, ...create.properties],
	};

	methods = { listSearch: { searchPlans, searchResources } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await operations.execute(this);
	}
}
