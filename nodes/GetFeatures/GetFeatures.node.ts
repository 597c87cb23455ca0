import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { listFeatureTypes, searchDataFields, searchPlans } from '../shared/list-search';
import { operationsOf } from '../shared/operations';
import { formProperties, planProperty } from './get-plan-features';
import * as draw from './operations/draw.operation';
import * as getMany from './operations/getMany.operation';
import * as getPlan from './operations/getPlan.operation';

const operations = operationsOf({ draw, getMany, getPlan }, 'getMany');

export class GetFeatures implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Get Plan Features',
		name: 'getFeatures',
		icon: { light: 'file:getFeatures.svg', dark: 'file:getFeatures.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: '={{ { draw: "draw plan", getPlan: "get plan" }[$parameter["operation"]] ?? "get many" }}',
		description: 'Get rooms, zones and icons of a floorplan or site plan',
		defaults: { name: 'Get Plan Features' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Reads the features (rooms, zones, icons, assets) of a floorplan or site plan. Needs a plan code, which a ' +
				'lookup of a floor or campus gives. Data fields come by name, such as data.Tenant; Data Format Table ' +
				'gives flat rows for CSV and XLSX.',
			relatedNodes: [
				{ nodeType: 'n8n-nodes-plan-service.hierarchyLookup', relationHint: 'Gives the planCode of a floor or campus' },
				{
					nodeType: 'n8n-nodes-plan-service.pushFeatures',
					relationHint: 'Adds what was read and edited, or compares it with a plan',
				},
				{
					nodeType: 'n8n-nodes-base.convertToFile',
					relationHint: 'Writes a spreadsheet of the items in Data Format Table',
				},
			],
		},
		credentials: [{ name: 'planServiceApi', required: true }],
		properties: [
			...operations.toolDescriptions,
			operations.property,
			planProperty,
			...getMany.properties,
			...formProperties,
			draw.drawOptions.property,
		],
	};

	methods = { listSearch: { searchPlans, searchDataFields }, loadOptions: { listFeatureTypes } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await operations.execute(this);
	}
}
