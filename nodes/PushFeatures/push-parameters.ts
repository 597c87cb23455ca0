import { anything, choice, text } from '../shared/parameter';
import { rows } from '../shared/structured-parameters';
import { planParameter } from '../shared/plan-parameter';
import { dataFieldCode, formProperties } from './form-parameters';

export const planCode = planParameter({
	description: 'The plan that gets the features. Items of one plan are pushed together.',
});

export const source = choice({
	displayName: 'Source',
	name: 'source',
	type: 'options',
	options: [
		{ name: 'Each Item', value: 'item', description: 'Each item is a feature, as Get Plan Features gives it' },
		{ name: 'Field of Each Item', value: 'field', description: 'A field holds a feature or a list of them' },
		{ name: 'Form', value: 'form', description: 'A feature is built from the fields below' },
		{ name: 'JSON', value: 'json', description: 'Typed JSON: a feature or a list of them' },
	],
	default: 'item',
	description: 'Where the features come from',
});

export const fieldName = text({
	displayName: 'Field Name',
	name: 'fieldName',
	type: 'string',
	default: 'features',
	required: true,
	requiresDataPath: 'single',
	description: 'The field that holds a feature or a list of them',
	displayOptions: { show: { source: ['field'] } },
});

export const featureJson = anything({
	displayName: 'Feature JSON',
	name: 'featureJson',
	type: 'json',
	typeOptions: { rows: 10 },
	default: '',
	required: true,
	// n8n's JSON editor shows no placeholder.
	hint: 'Such as { "type": "leaderLineIcon", "position": null, "icons": [] }',
	description: 'A feature or a list of features',
	displayOptions: { show: { source: ['json'] } },
});

export const dataMapping = choice({
	displayName: 'Data Mapping',
	name: 'dataMapping',
	type: 'options',
	options: [
		{
			name: 'Automatic',
			value: 'automatic',
			description:
				'Items as Get Plan Features gives them, and those with a list as data, are features; the columns of all ' +
				'others are mapped by name',
		},
		{
			name: 'By Name',
			value: 'byName',
			description: 'Columns named as a data field of the plan become that field. The plan is read once.',
		},
		{ name: 'Manual', value: 'manual', description: 'Only the columns that are listed below become data' },
	],
	default: 'automatic',
	description: 'How columns of the items become data of the features',
	displayOptions: { show: { source: ['item'] } },
});

export const otherColumns = choice({
	displayName: 'Other Columns',
	name: 'otherColumns',
	type: 'options',
	options: [
		{ name: 'Drop', value: 'drop', description: 'They are left out' },
		{ name: 'Error', value: 'error', description: 'They are problems, with the nearest name that the plan knows' },
		{ name: 'Keep', value: 'keep', description: 'They are sent as members of the feature' },
	],
	default: 'error',
	description: 'What to do with columns that are neither a data field of the plan nor a member of a feature',
	displayOptions: { show: { source: ['item'], dataMapping: ['automatic', 'byName'] } },
});

export const dataColumns = rows(
	{
		displayName: 'Data Columns',
		name: 'dataColumns',
		placeholder: 'Add Column',
		description: 'Columns of the item that become data of the feature. Items of Get Plan Features need none.',
		displayOptions: { show: { source: ['item'] }, hide: { dataMapping: ['byName'] } },
	},
	{ displayName: 'Column', name: 'columns' },
	{
		column: text({
			displayName: 'Column',
			name: 'column',
			type: 'string',
			default: '',
			placeholder: 'e.g. Tenant',
			requiresDataPath: 'single',
			description: 'Name of the column in the item',
		}),
		key: dataFieldCode,
		name: text({
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Tenant',
			description: 'What people call the data field. Empty means the name of the column.',
		}),
	},
);

export const author = text({
	displayName: 'Author',
	name: 'author',
	type: 'string',
	default: '',
	placeholder: 'e.g. Facilities night run',
	description: 'Plain text that tells the service who is responsible for the features',
	displayOptions: { show: { operation: ['push'] } },
});

/** Where the features come from, for every operation. */
export const featureProperties = [
	...[planCode, source, fieldName, featureJson, dataMapping, otherColumns, dataColumns].map(({ property }) => property),
	...formProperties,
];
