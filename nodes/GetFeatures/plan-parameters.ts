import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { optionsWith } from '../shared/request-options';
import { filterProperties } from '../shared/filter-parameters';

/** The parameters of the node: which plan, how much of it, in which form. */
export function planProperties(operations: INodePropertyOptions[]): INodeProperties[] {
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			options: operations,
			default: 'getMany',
		},
		{
			displayName: 'Plan Code',
			name: 'planCode',
			type: 'string',
			default: '={{ $json.planCode }}',
			required: true,
			placeholder: 'e.g. pln_…',
			description: 'Code of the plan, such as the planCode that a lookup of a floor or campus gives',
		},
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: true,
			description: 'Whether to return all results or only up to a given limit',
			displayOptions: { show: { operation: ['getMany'] } },
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
			displayOptions: { show: { operation: ['getMany'], returnAll: [false] } },
		},
		filterProperties,
		optionsWith([
			{
				displayName: 'Data Format',
				name: 'dataFormat',
				type: 'options',
				options: [
					{ name: 'Array', value: 'array', description: 'As the service returns it' },
					{ name: 'By Key', value: 'byKey', description: 'One object whose columns are data field codes' },
					{ name: 'By Name', value: 'byName', description: 'One object whose columns are names, such as Tenant' },
				],
				default: 'array',
				description: 'Form of the data of a feature. Push Plan Features understands all of them.',
			},
			{
				displayName: 'Download Photos',
				name: 'downloadPhotos',
				type: 'boolean',
				default: false,
				description: 'Whether to download photos into the binary fields photo_0, photo_1 and so on',
			},
			{
				displayName: 'Drop Empty Data',
				name: 'dropEmptyData',
				type: 'boolean',
				default: false,
				description: 'Whether to leave out data fields that have no value yet',
			},
			{
				displayName: 'Omit Geometry',
				name: 'omitGeometry',
				type: 'boolean',
				default: false,
				description: 'Whether to leave out the geometry, for tables and AI agents',
			},
		]),
	];
}
