import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { searchDataFields } from '../shared/lists/data-field-list';
import { searchPlans } from '../shared/lists/plan-list';
import { choice } from '../shared/parameter';
import { Parameters } from '../shared/parameters';
import { formProperties, planProperty } from './get-plan-features';
import * as getMany from './operations/getMany.operation';
import * as getPlan from './operations/getPlan.operation';

const operations = { getMany, getPlan };

const operation = choice({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: [getMany.option, getPlan.option],
	default: 'getMany',
});

export class GetFeatures implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Get Plan Features',
		name: 'getFeatures',
		icon: { light: 'file:getFeatures.svg', dark: 'file:getFeatures.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: '={{ $parameter["operation"] === "getPlan" ? "get plan" : "get many" }}',
		description: 'Get rooms, zones and icons of a floorplan or site plan',
		defaults: { name: 'Get Plan Features' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'planServiceApi', required: true }],
		properties: [operation.property, planProperty, ...getMany.properties, ...formProperties],
	};

	methods = { listSearch: { searchPlans, searchDataFields } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await operations[operation.read(new Parameters(this), 0)].execute(this);
	}
}
