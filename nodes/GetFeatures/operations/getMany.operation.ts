import type { IExecuteFunctions, INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';
import { asJson } from '../../shared/item-loop';
import { getPlanFeatures } from '../get-plan-features';
import { shape } from '../output-form';
import { photosAsBinary } from '../photos';

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get features of a plan',
	description: 'Get an item for each feature',
};

/** An item for each feature: `{ planCode, ...feature }`. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await getPlanFeatures(context, async ({ planCode, features, form, parameters, itemIndex }) => {
		const returnAll = parameters.flag('returnAll', itemIndex, true);
		const wanted = returnAll ? features : features.slice(0, parameters.number('limit', itemIndex, 50, 1));
		const items = wanted.map((feature) => ({ json: asJson({ planCode, ...shape(feature, form) }) }));
		return form.downloadPhotos ? await photosAsBinary(context, items) : items;
	});
}
