import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asItemFailure, asNodeError, errorItem } from './item-error';
import type { ItemFailure } from './item-error';

/** What an operation makes of one input item: new objects, which the loop pairs. */
export type ItemResult = INodeExecutionData[];

/**
 * The one item loop: runs the work of all items side by side, keeps the order of the input, pairs every
 * output item, and sends what failed where On Error says. Work that calls the service bounds itself.
 * @param onStop called with the failure that ends the run, so that nothing more is sent
 */
export async function forEachItem(
	context: IExecuteFunctions,
	work: (itemIndex: number) => Promise<ItemResult>,
	onStop: (failure: ItemFailure) => void = () => {},
): Promise<INodeExecutionData[][]> {
	const continues = context.continueOnFail();
	const outputs = await Promise.all(
		context.getInputData().map(async (_item, itemIndex) => {
			try {
				const results: INodeExecutionData[] = await work(itemIndex);
				for (const result of results) result.pairedItem = { item: itemIndex };
				return results;
			} catch (error) {
				const failure = asItemFailure(error);
				if (continues) return [errorItem(context.getNode(), failure, itemIndex)];
				onStop(failure);
				throw asNodeError(context.getNode(), failure, itemIndex);
			}
		}),
	);
	return [outputs.flat()];
}

/** JSON of the service as an item: n8n's type for it is narrower than JSON in name only. */
export function asJson(object: object): IDataObject {
	return object as IDataObject;
}
