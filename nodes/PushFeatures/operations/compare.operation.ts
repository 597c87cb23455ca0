import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asJson } from '../../shared/item-loop';
import type { Choice } from '../../shared/parameter';
import { ServiceRun } from '../../shared/service-run';
import { comparisonsOf } from '../comparison';
import { reportOnPlans } from '../plan-reports';
import { pushOptions } from '../push-options';

export const option = {
	name: 'Compare Features',
	value: 'compare',
	action: 'Compare features with a plan',
	description: 'Get an item for each difference between the items and the plan. Nothing is sent to it.',
} satisfies Choice<'compare'>;

/** For an agent. */
export const toolWords =
	'Compares features with a plan, and sends nothing: an entry for each feature that is new, that differs (with ' +
	'what differs), or that only the plan has. Needs the plan code and the features as JSON.';

/**
 * An item for each comparison that Results asks for: what was given in input order, then what only the plan has, in its
 * order.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = new ServiceRun(context);
	return await reportOnPlans(context, run, { validate: false }, ({ planCode, items: [first] }, given, features) => {
		const { results } = pushOptions.read(run.parameters, first.itemIndex);
		return comparisonsOf(given, features, first.settings.match)
			.filter(({ result }) => results.includes(result))
			.map(({ itemIndex, ...comparison }) => ({
				json: asJson({ planCode, ...comparison }),
				// Without pairs n8n would pair by position.
				pairedItem: itemIndex === undefined ? [] : { item: itemIndex },
			}));
	});
}
