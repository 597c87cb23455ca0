import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

type Option = NonNullable<INodeProperties['options']>[number];

/** One parameter with the path under which a saved workflow holds it, such as `options.batchSize`. */
export interface FlatParameter {
	path: string;
	parameter: INodeProperties;
	/** What can be chosen, for lists of choices. */
	choices: INodePropertyOptions[];
}

/** All parameters of a node or fields of a credential: those inside collections follow their collection. */
export function flatParameters(parameters: readonly INodeProperties[], above = ''): FlatParameter[] {
	return parameters
		.filter((parameter) => !isShadow(parameter, parameters))
		.flatMap((parameter) => {
			const path = `${above}${parameter.name}`;
			const { options = [] } = parameter;
			const flat: FlatParameter = { path, parameter, choices: options.filter(isChoice) };
			if (parameter.type === 'collection') {
				return [flat, ...flatParameters(options.filter(isParameter), `${path}.`)];
			}
			const rows = options.filter(isRows).flatMap(({ name, values }) => {
				const list = parameter.typeOptions?.multipleValues === true ? '[]' : '';
				return flatParameters(values, `${path}.${name}${list}.`);
			});
			return [flat, ...rows];
		});
}

/** What only tells n8n to take a value as it is, beside the parameter of that name that people see. */
function isShadow({ type, name }: INodeProperties, among: readonly INodeProperties[]): boolean {
	return type === 'hidden' && among.some((other) => other.name === name && other.type !== 'hidden');
}

function isChoice(option: Option): option is INodePropertyOptions {
	return 'value' in option;
}

function isRows(option: Option): option is INodePropertyCollection {
	return 'values' in option;
}

function isParameter(option: Option): option is INodeProperties {
	return 'type' in option;
}
