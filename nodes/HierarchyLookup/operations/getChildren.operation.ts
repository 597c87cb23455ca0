import type { IExecuteFunctions, INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';
import { childrenOf } from '../../../service';
import { lookUp } from '../lookup';

export const option: INodePropertyOptions = {
	name: 'Get Children',
	value: 'getChildren',
	action: 'List what is directly below a client campus or building',
	description: 'Get an item for each campus of a client, building of a campus or floor of a building',
};

/** An item for each resource directly below: `resource`, `code`, `name`, `parentCode` and its own fields. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await lookUp(context, childrenOf);
}
