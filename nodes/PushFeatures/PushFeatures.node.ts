import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { searchDataFields } from '../shared/lists/data-field-list';
import { searchPlans } from '../shared/lists/plan-list';
import { choice } from '../shared/parameter';
import { Parameters } from '../shared/parameters';
import * as check from './operations/check.operation';
import * as compare from './operations/compare.operation';
import * as push from './operations/push.operation';
import { pushOptions } from './push-options';
import { featureProperties } from './push-parameters';

const operations = { push, check, compare };

const operation = choice({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: [check.option, compare.option, push.option],
	default: 'push',
});

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
		properties: [operation.property, ...featureProperties, ...push.properties, pushOptions.property],
	};

	methods = { listSearch: { searchPlans, searchDataFields } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await operations[operation.read(new Parameters(this), 0)].execute(this);
	}
}
