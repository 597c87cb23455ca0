import type { INodeProperties } from 'n8n-workflow';
import { filters } from '../shared/filter-parameters';
import { optionsWith } from '../shared/request-options';

export const triggerProperties: INodeProperties[] = [
	{
		displayName: 'Plan Codes',
		name: 'planCodes',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Plan' },
		default: [],
		required: true,
		placeholder: 'e.g. pln_…',
		description: 'The plans to watch',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		options: [
			{ name: 'Added', value: 'added', description: 'A feature is new on the plan, or passes the filters now' },
			{ name: 'Changed', value: 'changed', description: 'A feature with the same identity has other content' },
			{ name: 'Removed', value: 'removed', description: 'A feature is no longer on the plan, or no longer passes the filters' },
		],
		default: ['added', 'changed', 'removed'],
		required: true,
		description: 'What starts the workflow',
	},
	{
		displayName: 'Identify By',
		name: 'identifyBy',
		type: 'options',
		options: [
			{
				name: 'Data Field',
				value: 'dataField',
				description: 'The value of one data field tells features apart, such as a room number',
			},
			{
				name: 'Member',
				value: 'path',
				description: 'A member of the feature tells features apart, such as its ID',
			},
			{
				name: 'Whole Feature',
				value: 'content',
				description: 'A changed feature is one removed and one added',
			},
		],
		default: 'content',
		description: 'How a feature is recognised after it has changed',
		hint: 'Whole Feature knows added and removed only; Data Field and Member know changed, too',
	},
	{
		displayName: 'Data Field Code',
		name: 'dataFieldKey',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. dfld_…',
		description: 'Code of the data field whose value identifies a feature',
		displayOptions: { show: { identifyBy: ['dataField'] } },
	},
	{
		displayName: 'Member',
		name: 'path',
		type: 'string',
		default: 'id',
		required: true,
		description: 'Name of the member that identifies a feature; a dot leads into an object',
		displayOptions: { show: { identifyBy: ['path'] } },
	},
	filters.property,
	optionsWith([
		{
			displayName: 'Include Before',
			name: 'includeBefore',
			type: 'boolean',
			default: false,
			description:
				'Whether to give the feature as it was before, too; without it a removed feature is null. Needs more room, so a plan may have at most 2,000 features.',
		},
	]),
];
