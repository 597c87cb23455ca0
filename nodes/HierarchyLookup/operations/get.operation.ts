import type { IExecuteFunctions, INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';
import { lookUp } from '../lookup';

export const option: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Look up a client campus building or floor',
	description: 'Get its name, plan code and viewer tokens',
};

/** One item for each input item: the service's answer as it came (section 4.4). */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await lookUp(context, (_resource, answer) => [answer]);
}
