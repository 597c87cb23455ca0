import type { INodeProperties } from 'n8n-workflow';
import { zoneTypeOptions } from '../shared/filter-parameters';

const form = { source: ['form'] };

export const dataFieldCode: INodeProperties = {
	displayName: 'Data Field Code',
	name: 'key',
	type: 'string',
	default: '',
	placeholder: 'e.g. dfld_…',
	description: 'Code of the data field: dfld_ followed by 25 of a-z, 0-9',
};

/**
 * The fields of source "Form". Those that a kind does not have are hidden for it (section 2.3).
 * JSON is typed into fields of text: n8n's JSON editor shows no placeholder, and marks an empty one as an error.
 */
export const formProperties: INodeProperties[] = [
	{
		displayName: 'Feature Type',
		name: 'featureType',
		type: 'options',
		allowArbitraryValues: true,
		options: [
			{ name: 'Leaderline Icon', value: 'leaderLineIcon' },
			{ name: 'Zone', value: 'zone' },
			{ name: 'Zoned Icon', value: 'zonedIcon' },
		],
		default: 'zone',
		required: true,
		description: 'Kind of the feature. Other kinds that the service knows can be given by an expression.',
		displayOptions: { show: form },
	},
	{
		displayName: 'Zone Type',
		name: 'zoneType',
		type: 'options',
		options: zoneTypeOptions,
		default: 'common',
		description: 'Kind of the zone, as in the field zoneType',
		displayOptions: { show: { ...form, featureType: ['zone'] } },
	},
	{
		displayName: 'Position',
		name: 'position',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: 'e.g. { "x": 12.5, "y": 4 }',
		hint: 'Empty places a leaderline icon at the centre of the plan',
		description: 'Where the icon points to, as JSON or from an expression',
		displayOptions: { show: form, hide: { featureType: ['zone', 'zonedIcon'] } },
	},
	{
		displayName: 'Geometry',
		name: 'geometry',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		placeholder: 'e.g. { "type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 3], [0, 0]]] }',
		description: 'The polygon that the feature covers, as JSON or from an expression',
		displayOptions: { show: form, hide: { featureType: ['leaderLineIcon'] } },
	},
	{
		displayName: 'Icons',
		name: 'icons',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. [{ "iconType": "printer" }]',
		description: 'The list of icons of the feature, as JSON or from an expression',
		displayOptions: { show: form, hide: { featureType: ['zone'] } },
	},
	{
		displayName: 'Data',
		name: 'data',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Data',
		default: {},
		description: 'Values of data fields',
		options: [
			{
				displayName: 'Entry',
				name: 'entries',
				values: [
					dataFieldCode,
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. Tenant',
						description: 'What people call the data field',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. Quay Books',
						description: 'Text that the feature has in this data field',
					},
				],
			},
		],
		displayOptions: { show: form },
	},
	{
		displayName: 'Extra',
		name: 'extra',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. { "name": "Room 12" }',
		description: 'Further members of the feature as one JSON object, merged in',
		displayOptions: { show: form },
	},
];
