import { DATA_OPERATORS, ZONE_TYPES } from '../../service/plan';
import type { DataCondition } from '../../service/plan';
import { dataFieldParameter } from './data-field-parameter';
import { choice, text, texts } from './parameter';
import { collection, rows } from './parameter-group';

const ZONE_TYPE_NAMES = {
	common: 'Common',
	identified: 'Identified',
	interior: 'Interior',
	otherTenanted: 'Other Tenanted',
	presentation: 'Presentation',
	private: 'Private',
	tenanted: 'Tenanted',
} as const satisfies Record<(typeof ZONE_TYPES)[number], string>;

/** The zone types of section 2.3 as choices. */
export const zoneTypeOptions = ZONE_TYPES.map((value) => ({ name: ZONE_TYPE_NAMES[value], value }));

const OPERATOR_NAMES = {
	is: 'Is',
	isNot: 'Is Not',
	contains: 'Contains',
	isEmpty: 'Is Empty',
	isNotEmpty: 'Is Not Empty',
} as const satisfies Record<DataCondition['operator'], string>;

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
			typed: 'By Name or Code',
		}),
		operator: choice({
			displayName: 'Operator',
			name: 'operator',
			type: 'options',
			options: DATA_OPERATORS.map((value) => ({ name: OPERATOR_NAMES[value], value })),
			default: 'is',
			description: 'How the value of the data field is compared',
		}),
		value: text({
			displayName: 'Value',
			name: 'value',
			type: 'string',
			default: '',
			placeholder: 'e.g. Quay Books',
			description: 'Text to compare with. Capitals count, blanks around it do not.',
			displayOptions: { show: { operator: ['is', 'isNot', 'contains'] } },
		}),
	},
);

/** Which features of a plan are wanted. */
export const filters = collection(
	{ displayName: 'Filters', name: 'filters', placeholder: 'Add filter' },
	{
		data: dataConditions,
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
			// n8n's linter asks for the last sentence word for word, in one literal.
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
