import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { simplifiedLookup } from '../../../service/api';
import type { Choice } from '../../shared/parameter';
import { ServiceRun } from '../../shared/service-run';
import { lookUp } from '../lookup';

export const option = {
	name: 'Get',
	value: 'get',
	action: 'Look up',
	description: 'Get name, plan code and viewer tokens of a client, campus, building or floor',
} satisfies Choice<'get'>;

/** For an agent. */
export const toolDescription =
	'Looks up one client, campus, building or floor by its code: its name, and for a campus or floor the plan code ' +
	'that other tools need.';

/** One item for each input item: the service's response as it came (section 4.4), or with Simplify the parts of it. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await lookUp(new ServiceRun(context), (response, _resource, { simplify }) => [
		simplify ? simplifiedLookup(response) : response,
	]);
}
