import type { IExecuteFunctions, INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';
import { descendantsOf } from '../../../service';
import { lookUp } from '../lookup';

export const option: INodePropertyOptions = {
	name: 'Get Descendants',
	value: 'getDescendants',
	action: 'List everything below a client campus or building',
	description: 'Get an item for each campus, building and floor below, parents before their children',
};

/** An item for each resource below, at any depth, in the shape of `getChildren`. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await lookUp(context, descendantsOf);
}
