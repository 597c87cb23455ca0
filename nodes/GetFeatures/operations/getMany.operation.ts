import type { IExecuteFunctions, INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';
import { isAgentTool } from '../../shared/agent-tool';
import { asJson } from '../../shared/item-loop';
import { getPlanFeatures } from '../get-plan-features';
import { shape } from '../output-form';

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get features of a plan',
	description: 'Get an item for each feature',
};

/** An item for each feature: `{ planCode, ...feature }`. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await getPlanFeatures(context, ({ planCode, features, form, parameters, itemIndex }) => {
		const returnAll = parameters.flag('returnAll', itemIndex, true);
		const wanted = returnAll ? features : features.slice(0, parameters.number('limit', itemIndex, 50, 1));
		const items = wanted.map((feature) => ({ json: asJson({ planCode, ...shape(feature, form) }) }));
		const leftOut = features.length - wanted.length;
		return leftOut > 0 && isAgentTool(context.getNode()) ? [...items, { json: leftOutHint(planCode, leftOut) }] : items;
	});
}

/** An agent sees nothing but the items: without it a list that was cut looks complete. */
function leftOutHint(planCode: string, leftOut: number) {
	return {
		planCode,
		leftOut,
		hint: `${leftOut} more features match and were left out by the limit. Raise the limit or filter by type to see them.`,
	};
}
