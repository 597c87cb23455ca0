import { ZONE_TYPES } from '../../service/plan';

/** The kinds of section 2.3 whose values it gives. */
export const SPECIFIED_KINDS: readonly string[] = ['leaderLineIcon', 'zone', 'zonedIcon'];

/** A kind as people call it: the service's own word where section 2.3 has none. */
export function kindLabel(kind: string): string {
	return SPECIFIED_KINDS.includes(kind) ? labelOf(kind) : kind;
}

/** A value as n8n writes labels: `otherTenanted` is Other Tenanted. */
export function labelOf(value: string): string {
	return value
		.replace(/^[a-z]/, (letter) => letter.toUpperCase())
		.replace(/[A-Z]/g, ' $&')
		.trim();
}

export const zoneTypeOptions = ZONE_TYPES.map((value) => ({ name: labelOf(value), value }));
