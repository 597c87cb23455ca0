import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { ItemFailure, asItemFailure } from './item-error';
import type { ServiceRun } from './service-run';

/** What an operation makes of one input item: new objects, which the loop pairs unless they are paired already. */
export type ItemResult = INodeExecutionData[];

/**
 * The one item loop: runs the work of all items side by side, keeps the order of the input, pairs every
 * output item, and sends what failed where On Error says. Work that calls the service bounds itself.
 * @param work gives an item's output or its failure; what it throws, as reading a parameter does, is a failure too
 */
export async function forEachItem(
	run: ServiceRun,
	work: (itemIndex: number) => Promise<ItemResult | ItemFailure>,
): Promise<INodeExecutionData[][]> {
	const { context, doors } = run;
	const continues = context.continueOnFail();
	const outputs = await Promise.all(
		context.getInputData().map(async (_item, itemIndex) => {
			const results = await work(itemIndex).catch(asItemFailure);
			if (results instanceof ItemFailure) {
				if (continues) return [doors.failedItem(results, itemIndex)];
				// Nothing more is sent.
				run.end(results);
				throw doors.error(results, itemIndex);
			}
			const pairedItem = { item: itemIndex };
			for (const result of results) result.pairedItem ??= pairedItem;
			return results;
		}),
	);
	return [outputs.flat()];
}

/** JSON of the service as an item: n8n's type for it is narrower than JSON in name only. */
export function asJson(object: object): IDataObject {
	return object as IDataObject;
}
