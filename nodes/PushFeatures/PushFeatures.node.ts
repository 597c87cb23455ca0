import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import * as check from './operations/check.operation';
import * as push from './operations/push.operation';
import { pushProperties } from './push-parameters';

const operations = { push, check };

export class PushFeatures implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Push Plan Features',
		name: 'pushFeatures',
		icon: { light: 'file:pushFeatures.svg', dark: 'file:pushFeatures.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle:
			'={{ $parameter["operation"] + ": " + ({ item: "each item", field: "field of each item", json: "JSON" }[$parameter["source"]] ?? "form") }}',
		description: 'Add rooms, zones and icons to a floorplan or site plan, or check them first',
		defaults: { name: 'Push Plan Features' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'planServiceApi', required: true }],
		properties: pushProperties([push.option, check.option]),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const operation = this.getNodeParameter('operation', 0) as keyof typeof operations;
		return await operations[operation].execute(this);
	}
}
