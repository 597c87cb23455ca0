import type { INodeProperties } from 'n8n-workflow';
import { FieldFormat, rowColumnsOf } from '../../service/columns';
import { DATA_OPERATORS, dataFieldsOf } from '../../service/plan';
import type { DataCondition, Feature, FeatureFilter } from '../../service/plan';
import { dataFieldCode, dataFieldParameter } from './data-field-parameter';
import { labelOf, zoneTypeOptions } from './feature-kinds';
import { InvalidInputError } from './item-failure';
import { choice, collection, flag, isNothing, optional, parameter, rows, texts, wrongValue } from './parameter';
import type { Parameters } from './parameters';

const valueProperty = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	placeholder: 'e.g. Quay Books',
	description:
		'Value to compare with, read as a cell of the field: 412 finds 0412. Letter case counts unless Ignore Case is on.',
	displayOptions: { show: { operator: ['is', 'isNot', 'contains'] } },
} as const satisfies INodeProperties;

const dataConditions = rows(
	{
		displayName: 'Data',
		name: 'data',
		placeholder: 'Add Condition',
		description: 'What the values of data fields have to be. All conditions must hold.',
	},
	{ displayName: 'Condition', name: 'conditions' },
	{
		field: dataFieldParameter({
			displayName: 'Data Field',
			name: 'field',
			description: 'Name or code of the data field',
			mode: 'By Name or Code',
		}),
		operator: choice({
			displayName: 'Operator',
			name: 'operator',
			type: 'options',
			options: DATA_OPERATORS.map((value) => ({ name: labelOf(value), value })),
			default: 'is',
			description: 'How the value of the data field is compared',
		}),
		value: parameter(valueProperty, (input) => {
			if (isNothing(input)) return '';
			// As a cell, whose text depends on the field.
			if (typeof input === 'number') return input;
			// A truth value or a date of the item before.
			const value = typeof input === 'string' ? input : new FieldFormat().textOf(input);
			if (typeof value !== 'string') throw wrongValue(valueProperty, 'text');
			return value;
		}),
	},
);

const filterCollection = collection(
	{ displayName: 'Filters', name: 'filters', placeholder: 'Add filter' },
	{
		data: dataConditions,
		ignoreCase: optional(
			flag({
				displayName: 'Ignore Case',
				name: 'ignoreCase',
				type: 'boolean',
				default: false,
				description:
					'Whether values of data fields are compared without regard to capitals. Where it is not added, only the ' +
					'tool of an AI agent does so.',
			}),
		),
		types: texts({
			displayName: 'Type Names or IDs',
			name: 'types',
			type: 'multiOptions',
			typeOptions: {
				loadOptionsMethod: 'listFeatureTypes',
				// Of Get, and of the trigger's first row.
				loadOptionsDependsOn: ['planCode.value', 'planCodes.plans[0].planCode.value'],
			},
			default: [],
			// n8n's linter requires the last sentence word for word, in one literal.
			description:
				'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
			hint: 'Kinds of feature to keep, as in the field type, such as room',
		}),
		zoneTypes: texts({
			displayName: 'Zone Types',
			name: 'zoneTypes',
			type: 'multiOptions',
			options: zoneTypeOptions,
			default: [],
			description: 'Zone types to keep. Features that are no zones are left out.',
		}),
	},
);

export const filters = {
	...filterCollection,
	/** @throws InvalidInputError also for a condition whose value an expression does not give */
	read: (parameters: Parameters, itemIndex: number) => {
		const filter = filterCollection.read(parameters, itemIndex);
		filter.data.forEach((condition, index) => {
			assertValue(condition, parameters.isTyped(`filters.data.conditions.${index}.value`));
		});
		return filter;
	},
};

/** Nothing means Is Empty only where a person left the field empty; from an item it is a mistake. */
function assertValue({ field, operator, value }: DataCondition, isTyped: boolean): void {
	if (String(value).trim() !== '' || operator === 'isEmpty' || operator === 'isNotEmpty') return;
	if (isTyped && operator !== 'contains') return;
	throw new InvalidInputError(
		`The value that ${field === '' ? 'a data field' : field} is compared with is ${isTyped ? 'empty' : 'missing'}`,
		'Correct Value or its expression in Filters, or choose the operator Is Empty or Is Not Empty.',
	);
}

/** A data field that a setting names, and what a value of a filter was on the plan. */
export interface FoundField {
	code: string;
	value?: string | number;
	values?: readonly string[];
}

/**
 * The filter with the codes of its data fields, and its values as these have them: 412 is `0412`. In a plan without
 * data fields, such as an empty one, each is empty.
 * @param timezone of the workflow
 * @param known the codes and values that were found before. What a value meant goes on counting: a new one on the plan
 * may change how others are read
 */
export function filterForPlan(
	filter: FeatureFilter,
	plan: readonly Feature[],
	timezone: string,
	known?: readonly FoundField[],
): FeatureFilter {
	if (filter.data.length === 0 || dataFieldsOf(plan).size === 0) return filter;
	const columns = rowColumnsOf(plan, timezone);
	const data = filter.data.map((condition, index): DataCondition => {
		const { code, value, values: before } = known?.[index] ?? {};
		const field = dataFieldCode(condition.field, columns, 'Data Field in Filters', code);
		const text = columns.formatOf(field).textOf(condition.value);
		const values = new Set(value === condition.value ? before : []);
		if (typeof text === 'string' && text !== condition.value) values.add(text);
		return { ...condition, field, ...(values.size > 0 ? { valuesOnPlan: [...values] } : {}) };
	});
	return { ...filter, data };
}
