import type { INodeExecutionData } from 'n8n-workflow';

/** The input items that an output item is paired with. */
export function itemsOf({ pairedItem }: INodeExecutionData): number[] {
	return [pairedItem ?? []].flat().map((pair) => (typeof pair === 'object' ? pair.item : pair));
}

/** The inputs of output items in the order of the outputs, each once. */
export function inputsOf(outputs: INodeExecutionData[]): number[] {
	return [...new Set(outputs.flatMap(itemsOf))];
}
