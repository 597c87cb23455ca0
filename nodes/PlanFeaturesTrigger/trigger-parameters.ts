import { InvalidInputError } from '../shared/item-error';
import { DATA_KEY } from '../../service/plan';
import { dataFieldParameter } from '../shared/data-field-parameter';
import { featureForm } from '../shared/feature-form';
import { filters } from '../shared/filter-parameters';
import { asLocated, optionsOf, rows } from '../shared/structured-parameters';
import { choice, choices, flag, parameter, text, texts } from '../shared/parameter';
import { planCodeOf, planRowParameter } from '../shared/plan-parameter';
import { requestOptions } from '../shared/request-options';

const planRows = rows(
	{ displayName: 'Plans', name: 'planCodes', placeholder: 'Add Plan', description: 'The plans to watch' },
	{ displayName: 'Plan', name: 'plans' },
	{
		planCode: planRowParameter({
			description: 'The plan to watch, such as the planCode that a lookup of a floor or campus gives',
			default: '',
		}),
	},
);

/** Codes of the plans. Workflows from before locators hold a list of texts. */
export const plans = parameter(planRows.property, (given): string[] => {
	const { plans: inRows = [] } = Object(given) as { plans?: unknown };
	const list: unknown[] = Array.isArray(given) ? given : [inRows].flat();
	return [...new Set(list.map((row) => planCodeOf(asLocated(planOf(row)))))];
});

function planOf(row: unknown): unknown {
	return typeof row === 'object' && row !== null && 'planCode' in row ? row.planCode : row;
}

/**
 * n8n drops a list of texts where rows are described, unless the same name is described as something that it takes as
 * it is.
 */
const plansAsSaved = { displayName: 'Plans', name: 'planCodes', type: 'hidden' as const, default: {} };

export const events = choices({
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	options: [
		{ name: 'Added', value: 'added', description: 'A feature is new on the plan, or passes the filters now' },
		{ name: 'Changed', value: 'changed', description: 'A feature with the same identity has other content' },
		{
			name: 'Removed',
			value: 'removed',
			description: 'A feature is no longer on the plan, or no longer passes the filters',
		},
	],
	default: ['added', 'changed', 'removed'],
	required: true,
	description: 'What starts the workflow',
});

export const identifyBy = choice({
	displayName: 'Identify By',
	name: 'identifyBy',
	type: 'options',
	options: [
		{
			name: 'Data Field',
			value: 'dataField',
			description: 'The value of one data field tells features apart, such as a room number',
		},
		{ name: 'Member', value: 'path', description: 'A member of the feature tells features apart, such as its ID' },
		{ name: 'Whole Feature', value: 'content', description: 'A changed feature is one removed and one added' },
	],
	default: 'content',
	description: 'How a feature is recognised after it has changed',
	hint: 'Whole Feature knows added and removed only; Data Field and Member know changed, too',
});

export const dataFieldKey = dataFieldParameter({
	displayName: 'Data Field',
	name: 'dataFieldKey',
	required: true,
	description: 'The data field whose value identifies a feature',
	displayOptions: { show: { identifyBy: ['dataField'] } },
});

export const path = text({
	displayName: 'Member',
	name: 'path',
	type: 'string',
	default: 'id',
	required: true,
	description: 'Name of the member that identifies a feature; a dot leads into an object',
	displayOptions: { show: { identifyBy: ['path'] } },
});

const { dataFormat, dropEmptyData, omitGeometry } = featureForm;

export const options = optionsOf({
	dataFormat,
	dropEmptyData,
	includeBefore: flag({
		displayName: 'Include Before',
		name: 'includeBefore',
		type: 'boolean',
		default: false,
		description:
			'Whether to give the feature as it was before, too; without it a removed feature is null. Needs more room, ' +
			'so a plan may have at most 2,000 features.',
	}),
	omitGeometry,
	watchedFields: texts({
		displayName: 'Watched Fields',
		name: 'watchedFields',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Field' },
		default: [],
		placeholder: 'e.g. Tenant or zoneType',
		description:
			'Data fields, by name or code, and names of members: a change of anything else is no change. Their values ' +
			'before are told in changes.',
	}),
	...requestOptions,
});

export const triggerProperties = [
	planRows.property,
	plansAsSaved,
	events.property,
	identifyBy.property,
	dataFieldKey.property,
	path.property,
	filters.property,
	options.property,
];

/** @throws InvalidInputError when it is no code of a data field */
export function assertDataField(key: string): void {
	if (DATA_KEY.test(key)) return;
	throw new InvalidInputError(
		'Data Field must match dfld_ followed by 25 of a-z, 0-9',
		'Pick the data field that identifies a feature, or give its code.',
	);
}
