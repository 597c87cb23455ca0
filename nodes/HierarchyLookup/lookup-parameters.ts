import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Resource } from '../../service';
import { optionsWith } from '../shared/request-options';

/** The parameters of the node: what to look up, which operation, and the options. */
export function resourceProperties(operations: INodePropertyOptions[]): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'Building', value: 'building' },
				{ name: 'Campus', value: 'campus' },
				{ name: 'Client', value: 'client' },
				{ name: 'Floor', value: 'floor' },
			],
			default: 'floor',
		},
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			options: operations,
			default: 'get',
		},
		...parentProperties,
		...codeProperties,
		optionsWith([
			{
				displayName: 'Client Path',
				name: 'clientPath',
				type: 'options',
				options: [
					{ name: 'Clients', value: 'Clients', description: 'As the list of endpoints has it' },
					{ name: 'Client', value: 'Client', description: 'As one sample of the specification has it' },
				],
				default: 'Clients',
				description: 'Path segment of client lookups, where a deployment wants the singular',
			},
			{
				displayName: 'Viewer Token Lifetime (Minutes)',
				name: 'viewerTokenLifetime',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 60,
				description: 'How long the viewer tokens stay valid, where the deployment lets the caller choose',
			},
		]),
	];
}

/** One parameter under four labels: in a list below Client, Campus and Building, people look for the word Floor. */
const codeProperties: INodeProperties[] = [
	codeProperty('client', 'Client', 'clnt_'),
	codeProperty('campus', 'Campus', 'camp_'),
	codeProperty('building', 'Building', 'bldg_'),
	codeProperty('floor', 'Floor', 'flr_'),
];

function codeProperty(resource: Resource, displayName: string, prefix: string): INodeProperties {
	return {
		displayName,
		name: 'code',
		type: 'resourceLocator',
		default: { mode: 'code', value: '' },
		required: true,
		description: `The ${resource} to look up`,
		modes: [
			{
				displayName: 'By Code',
				name: 'code',
				type: 'string',
				placeholder: `e.g. ${prefix}…`,
				hint: 'As the account management console or another lookup shows it',
			},
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select…',
				hint: resource === 'client' ? undefined : 'What is chosen above narrows this list',
				typeOptions: { searchListMethod: 'searchResources', searchable: true },
			},
		],
		displayOptions: { show: { resource: [resource] } },
	};
}

/** Narrow the list that a code is picked from; a lookup itself does not read them. */
const parentProperties: INodeProperties[] = [
	parentProperty({
		displayName: 'Client',
		name: 'parentClient',
		description: 'The client to list from',
		searchListMethod: 'searchClients',
		placeholders: ['Select…', 'e.g. clnt_…'],
		resources: ['campus', 'building', 'floor'],
	}),
	parentProperty({
		displayName: 'Campus',
		name: 'parentCampus',
		description: 'The campus to list from. Empty lists from all campuses of the client.',
		searchListMethod: 'searchCampuses',
		placeholders: ['All campuses', 'e.g. camp_…'],
		resources: ['building', 'floor'],
	}),
	parentProperty({
		displayName: 'Building',
		name: 'parentBuilding',
		description: 'The building to list from. Empty lists from all buildings.',
		searchListMethod: 'searchBuildings',
		placeholders: ['All buildings', 'e.g. bldg_…'],
		resources: ['floor'],
	}),
];

interface ParentPicker {
	displayName: string;
	name: string;
	description: string;
	searchListMethod: string;
	/** Of the list, and of the field for a code. */
	placeholders: [string, string];
	/** The kinds that can lie below it. */
	resources: Resource[];
}

function parentProperty(picker: ParentPicker): INodeProperties {
	const { displayName, name, description, searchListMethod, placeholders, resources } = picker;
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: placeholders[0],
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By Code', name: 'code', type: 'string', placeholder: placeholders[1] },
		],
		displayOptions: { show: { resource: resources, '/code.mode': ['list'] } },
	};
}
