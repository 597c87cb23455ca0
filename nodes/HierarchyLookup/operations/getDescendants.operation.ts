import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { nestedIn } from '../../../service/api';
import type { Nested } from '../../../service/api';
import type { Choice } from '../../shared/parameter';
import { notNestedNotes } from '../../shared/plan-source';
import { ServiceRun } from '../../shared/service-run';
import { lookUp } from '../lookup';

export const option = {
	name: 'Get Descendants',
	value: 'getDescendants',
	action: 'List everything below',
	description: 'Get an item for each campus, building and floor below, parents before their children',
} satisfies Choice<'getDescendants'>;

/** For an agent. */
export const toolDescription =
	'Lists everything below a client, campus or building: campuses, buildings and floors with resource, name, code, ' +
	'parentCode and, where there is one, plan code.';

/** An item for each resource below, at any depth, in the shape of `getChildren`; Kinds chooses among them. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = new ServiceRun(context);
	let found: Nested[] = [];
	const output = await lookUp(run, (response, resource, { kinds }) => {
		const nested = nestedIn(resource, response);
		found = found.concat(nested);
		return nested.map((one) => one.resource).filter((one) => kinds.length === 0 || kinds.includes(one.resource));
	});
	for (const note of notNestedNotes(found))
		run.reporter.hint(`${note}. Connect a further Plan Hierarchy Lookup for each of them.`);
	return output;
}
