import { randomUUID } from 'node:crypto';
import { areaOf, ringsOf } from './geometry.mts';
import type { XY } from './geometry.mts';
import type { Feature } from './json.mts';
import type { SandboxSettings } from './settings.mts';

export interface Plan {
	code: string;
	features: Feature[];
	/** Milliseconds since 1970; 0 when it was not edited for long. */
	lastEditedMs: number;
	migrating: boolean;
	pushes: Array<{ at: string; author: string; count: number }>;
}

export function emptyPlan(code: string): Plan {
	return { code, features: [], lastEditedMs: 0, migrating: false, pushes: [] };
}

/** The kinds of section 2.3, rule 1; the first two values are not in the specification. */
const POSITIONED: ReadonlySet<unknown> = new Set(['assemblyArea', 'fixedIcon', 'leaderLineIcon']);

/** What becomes of the ids of pushed features. */
type IdSettings = Pick<SandboxSettings, 'keepPushedIds' | 'givesIds'>;

/**
 * Adds features that passed the rules: each gets an id of its own, and a null `position` becomes the
 * plan's centroid (section 2.3, rule 1). Photos are not taken (section 2.5).
 */
export function addFeatures(plan: Plan, pushed: Feature[], { keepPushedIds, givesIds }: IdSettings): void {
	let centroid: XY | undefined;
	for (const members of pushed) {
		const feature: Feature = { id: undefined, ...members };
		if (!keepPushedIds || feature.id === undefined) feature.id = givesIds ? randomUUID() : undefined;
		if (isMissingPosition(feature)) feature.position = { ...(centroid ??= centroidOf(plan.features)) };
		if (Array.isArray(feature.photos)) feature.photos = [];
		plan.features.push(feature);
	}
}

function isMissingPosition({ type, position }: Feature): boolean {
	return position === null || (position === undefined && POSITIONED.has(type));
}

/** Of all areas on a plan, each by its size; of a plan without areas the origin. */
function centroidOf(features: readonly Feature[]): XY {
	let [x, y, total] = [0, 0, 0];
	for (const { geometry } of features) {
		const [outline] = ringsOf(geometry);
		if (outline === undefined) continue;
		const { area, centre } = areaOf(outline);
		x += area * centre.x;
		y += area * centre.y;
		total += area;
	}
	return total === 0 ? { x: 0, y: 0 } : { x: x / total, y: y / total };
}

/** A feature of a test or of the demo data, with an id. */
export function withId(feature: object): Feature {
	const given: Feature = { ...feature };
	return given.id === undefined ? { id: randomUUID(), ...given } : given;
}
