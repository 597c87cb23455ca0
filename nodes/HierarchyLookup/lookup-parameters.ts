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
		{
			displayName: 'Code',
			name: 'code',
			type: 'resourceLocator',
			default: { mode: 'code', value: '' },
			required: true,
			description: 'The client, campus, building or floor to look up',
			modes: [
				{
					displayName: 'By Code',
					name: 'code',
					type: 'string',
					placeholder: 'e.g. flr_… or camp_…',
					hint: 'As the account management console or another lookup shows it',
				},
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'Select…',
					hint: 'What is chosen above narrows this list',
					typeOptions: { searchListMethod: 'searchResources', searchable: true },
				},
			],
		},
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

const CODE_PREFIXES: Record<string, string> = { parentClient: 'clnt', parentCampus: 'camp', parentBuilding: 'bldg' };

/** Narrow the list that a code is picked from; a lookup itself does not read them. */
const parentProperties: INodeProperties[] = [
	parentProperty('Client', 'parentClient', 'searchClients', ['campus', 'building', 'floor']),
	parentProperty('Campus', 'parentCampus', 'searchCampuses', ['building', 'floor']),
	parentProperty('Building', 'parentBuilding', 'searchBuildings', ['floor']),
];

function parentProperty(
	displayName: string,
	name: string,
	searchListMethod: string,
	resources: Resource[],
): INodeProperties {
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description: `The ${displayName.toLowerCase()} to list from`,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select…',
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By Code', name: 'code', type: 'string', placeholder: `e.g. ${CODE_PREFIXES[name]}_…` },
		],
		displayOptions: { show: { resource: resources, '/code.mode': ['list'] } },
	};
}
