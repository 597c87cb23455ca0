import { ZONE_TYPES } from '../../service/plan';

type KindField = 'zoneType' | 'position' | 'geometry' | 'icons';

interface Kind {
	label: string;
	/** Members of the feature that the form asks for beside its data; it hides the others. */
	fields: readonly KindField[];
	/** What the feature gets for a field that was left empty. */
	defaults?: Partial<Record<KindField, null>>;
}

/** The kinds that the form offers (section 2.3); the service knows others, which an expression gives. */
export const KINDS: Record<string, Kind> = {
	// A position of null asks the service for the centroid of the plan (section 2.3, rule 1).
	leaderLineIcon: { label: 'Leaderline Icon', fields: ['position', 'icons'], defaults: { position: null } },
	zone: { label: 'Zone', fields: ['zoneType', 'geometry'] },
	zonedIcon: { label: 'Zoned Icon', fields: ['geometry', 'icons'] },
};

export const kindOptions = Object.entries(KINDS).map(([value, { label }]) => ({ name: label, value }));

/** The kinds that have no such member. A kind that the form does not know shows all its fields. */
export function kindsWithout(field: KindField): string[] {
	return Object.keys(KINDS).filter((kind) => !KINDS[kind].fields.includes(field));
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
