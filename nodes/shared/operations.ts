import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { choice } from './parameter';
import type { Choice } from './parameter';
import { Parameters } from './parameters';

interface Operation<Name extends string> {
	option: Choice<Name>;
	/** What the agent reads about the node as its tool. */
	toolDescription: string;
	execute: (context: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
}

/** The operations of a node by the value of its parameter Operation, which n8n's guideline sorts by their labels. */
export function operationsOf<const Name extends string>(
	operations: { [N in Name]: Operation<N> },
	fallback: NoInfer<Name>,
) {
	const sorted = Object.values<Operation<Name>>(operations).sort((one, other) =>
		one.option.name.localeCompare(other.option.name),
	);
	const options = sorted.map(({ option }) => option);
	const operation = choice({
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options,
		default: fallback,
	});
	return {
		options,
		property: operation.property,
		/**
		 * n8n's own field of this name is the same for all operations, so that a tool that only checks would be described
		 * as one that pushes. Shown for tools alone, where a person may write another text.
		 */
		toolDescriptions: sorted.map(({ option, toolDescription }): INodeProperties => ({
			displayName: 'Tool Description',
			name: 'toolDescription',
			type: 'string',
			typeOptions: { rows: 3 },
			default: toolDescription,
			required: true,
			description: 'What the agent reads about this tool: what it does, and what it needs',
			displayOptions: { show: { '@tool': [true], operation: [option.value] } },
		})),
		execute: async (context: IExecuteFunctions) =>
			await operations[operation.read(new Parameters(context), 0)].execute(context),
	};
}
