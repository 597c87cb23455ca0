import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { planProperties } from './plan-parameters';
import * as getMany from './operations/getMany.operation';
import * as getPlan from './operations/getPlan.operation';

const operations = { getMany, getPlan };

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
		properties: planProperties([getMany.option, getPlan.option]),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const operation = this.getNodeParameter('operation', 0) as keyof typeof operations;
		return await operations[operation].execute(this);
	}
}
