import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asJson } from '../../shared/item-loop';
import type { Choice } from '../../shared/parameter';
import { getPlanFeatures } from '../get-plan-features';

export const option = {
	name: 'Get Plan',
	value: 'getPlan',
	action: 'Get plan with all its features',
	description: 'Get one item for each plan, with its features as a list',
} satisfies Choice<'getPlan'>;

/** One item for each plan: `{ planCode, count, features }`. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await getPlanFeatures(context, ({ planCode, features, shape }) => {
		const shaped = features.map((feature) => shape(feature));
		return [{ item: { json: asJson({ planCode, count: shaped.length, features: shaped }) }, features }];
	});
}
