import type { INodeProperties } from 'n8n-workflow';
import { ZONE_TYPES } from '../../service';
import type { FeatureFilter } from '../../service';
import type { Parameters } from './parameters';

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

export const filterProperties: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			displayName: 'Types',
			name: 'types',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Type' },
			default: [],
			placeholder: 'e.g. room',
			description: 'Kinds of feature to keep, as in the field type: room, zone, zonedIcon, leaderLineIcon and others',
		},
		{
			displayName: 'Zone Types',
			name: 'zoneTypes',
			type: 'multiOptions',
			options: zoneTypeOptions,
			default: [],
			description: 'Zone types to keep. Features that are no zones are left out.',
		},
	],
};

/** @throws InvalidInputError when a filter is no list of texts */
export function readFilter(parameters: Parameters, itemIndex: number): FeatureFilter {
	return {
		types: parameters.texts('filters.types', itemIndex),
		zoneTypes: parameters.texts('filters.zoneTypes', itemIndex),
	};
}
