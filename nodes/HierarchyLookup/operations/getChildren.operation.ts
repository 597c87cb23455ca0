import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { childrenIn } from '../../../service/api';
import type { Choice } from '../../shared/parameter';
import { ServiceRun } from '../../shared/service-run';
import { lookUp } from '../lookup';

export const option = {
	name: 'Get Children',
	value: 'getChildren',
	action: 'List children of',
	description: 'Get an item for each campus of a client, building of a campus or floor of a building',
} satisfies Choice<'getChildren'>;

/** For an agent. */
export const toolDescription =
	'Lists what lies directly below a client, campus or building: its campuses, buildings or floors with name, code ' +
	'and, where there is one, plan code.';

/** An item for each resource directly below: `resource`, `code`, `name`, `parentCode` and its own fields. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await lookUp(new ServiceRun(context), (response, resource) =>
		childrenIn(resource, response).map((child) => child.resource),
	);
}
