import { ZONE_TYPES } from '../../service';
import { texts } from './parameter';
import { collection } from './parameter-group';

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

/** Which features of a plan are wanted. */
export const filters = collection(
	{ displayName: 'Filters', name: 'filters', placeholder: 'Add filter' },
	{
		types: texts({
			displayName: 'Types',
			name: 'types',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Type' },
			default: [],
			placeholder: 'e.g. room',
			description: 'Kinds of feature to keep, as in the field type: room, zone, zonedIcon, leaderLineIcon and others',
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
