import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { childrenIn, nestedIn } from '../../../service/api';
import type { Choice } from '../../shared/parameter';
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
	let isCutShort = false;
	const output = await lookUp(run, ({ resource, response, expected: { kinds } }) => {
		const children = childrenIn(resource, response);
		isCutShort ||= children.length > 0 && !children.some(({ isWhole }) => isWhole);
		const all = nestedIn(resource, response).map((nested) => nested.resource);
		return all.filter((one) => kinds.length === 0 || kinds.includes(one.resource));
	});
	if (isCutShort) {
		run.reporter.hint(
			'This service nests one level only: what lies further below is not listed. Connect a further Plan Hierarchy ' +
				'Lookup for each child.',
		);
	}
	return output;
}
