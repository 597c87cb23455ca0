import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asJson } from '../../shared/service-run';
import type { Choice } from '../../shared/parameter';
import { getPlanFeatures } from '../get-plan-features';

export const option = {
	name: 'Get Plan with Features',
	value: 'getPlan',
	action: 'Get plan with all its features',
	description: 'Get one item for each plan, with its features as a list',
} satisfies Choice<'getPlan'>;

/** For an agent. */
export const toolDescription =
	'Gets a plan as one entry: how many features it has, and the list of them with their data by name. Needs the ' +
	'plan code, which a lookup of a floor or campus gives.';

/** One item for each plan: `{ planCode, count, features }`. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await getPlanFeatures(context, ({ planCode, features, writer }) => {
		const written = features.map(writer());
		return {
			items: [{ json: asJson({ planCode, count: written.length, features: written }) }],
			featuresOf: () => features,
		};
	});
}
