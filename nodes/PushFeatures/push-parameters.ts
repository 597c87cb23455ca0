import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { DEFAULT_MAX_RETRIES, optionsWith } from '../shared/request-options';
import { dataFieldCode, formProperties } from './form-parameters';

export const DEFAULT_BATCH_SIZE = 1000;

/** The parameters of the node: which plan, where the features come from, and the options. */
export function pushProperties(operations: INodePropertyOptions[]): INodeProperties[] {
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			options: operations,
			default: 'push',
		},
		{
			displayName: 'Plan Code',
			name: 'planCode',
			type: 'string',
			default: '={{ $json.planCode }}',
			required: true,
			placeholder: 'e.g. pln_…',
			description: 'Code of the plan that gets the features. Items of one plan are pushed together.',
		},
		{
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
		},
		{
			displayName: 'Field Name',
			name: 'fieldName',
			type: 'string',
			default: 'features',
			required: true,
			description: 'The field that holds a feature or a list of them',
			displayOptions: { show: { source: ['field'] } },
		},
		{
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
		},
		dataColumnsProperty,
		...formProperties,
		{
			displayName: 'Author',
			name: 'author',
			type: 'string',
			default: '',
			placeholder: 'e.g. Facilities night run',
			description: 'Plain text that tells the service who is responsible for the features',
			displayOptions: { show: { operation: ['push'] } },
		},
		optionsWith(pushOptions),
	];
}

const dataColumnsProperty: INodeProperties = {
	displayName: 'Data Columns',
	name: 'dataColumns',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Column',
	default: {},
	description: 'Columns of the item that become data of the feature. Items of Get Plan Features need none.',
	options: [
		{
			displayName: 'Column',
			name: 'columns',
			values: [
				{
					displayName: 'Column',
					name: 'column',
					type: 'string',
					default: '',
					placeholder: 'e.g. Tenant',
					description: 'Name of the column in the item',
				},
				dataFieldCode,
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Tenant',
					description: 'What people call the data field. Empty means the name of the column.',
				},
			],
		},
	],
	displayOptions: { show: { source: ['item'] } },
};

const pushOptions: INodeProperties[] = [
	{
		displayName: 'Batch Size',
		name: 'batchSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_BATCH_SIZE,
		description: 'Features per request',
	},
	{
		displayName: 'Existing Features',
		name: 'existing',
		type: 'options',
		options: [
			{ name: 'Push Again', value: 'push', description: 'Push every feature, also one that the plan already holds' },
			{ name: 'Skip', value: 'skip', description: 'Get the plan first and leave out what it already holds' },
		],
		default: 'push',
		description: 'What to do with features that the plan already holds',
	},
	{
		displayName: 'Max Retries',
		name: 'maxRetries',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: DEFAULT_MAX_RETRIES,
		description: 'Further tries while the plan is being migrated or the service asks to slow down',
	},
	{
		displayName: 'On Batch Error',
		name: 'onBatchError',
		type: 'options',
		options: [
			{ name: 'Isolate', value: 'isolate', description: 'Find the features that are refused, and push the rest' },
			{ name: 'Stop', value: 'stop', description: 'Push no more features of this plan' },
		],
		default: 'stop',
		description: 'What to do when the service refuses a batch',
	},
	{
		displayName: 'Photos',
		name: 'photos',
		type: 'options',
		options: [
			{ name: 'Error', value: 'error', description: 'Refuse features with photos' },
			{ name: 'Remove', value: 'remove', description: 'Push the features without their photos' },
		],
		default: 'remove',
		description: 'What to do with photos, which the service does not take',
	},
	{
		displayName: 'Validate',
		name: 'validate',
		type: 'boolean',
		default: true,
		description: 'Whether to refuse what the specification rules out before anything is sent',
	},
];
