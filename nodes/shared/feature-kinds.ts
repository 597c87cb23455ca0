import { ZONE_TYPES } from '../../service/plan';

/** The kinds of section 2.3 whose values it gives, as people call them. */
const KIND_LABELS: Record<string, string> = {
	leaderLineIcon: 'Leaderline Icon',
	zone: 'Zone',
	zonedIcon: 'Zoned Icon',
};

export const SPECIFIED_KINDS: readonly string[] = Object.keys(KIND_LABELS);

/** A kind as people call it: the service's own word where section 2.3 has none. */
export function kindLabel(kind: string): string {
	return KIND_LABELS[kind] ?? kind;
}

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
