import { areaOf, ringsOf } from './geometry.mts';
import { newIdentity } from './identity.mts';
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

type PushSettings = Pick<SandboxSettings, 'identity' | 'keepsPushedIdentity' | 'coordinates'>;

/**
 * Adds features that passed the rules: each gets an identity of its own, and a null `position` becomes the
 * plan's centroid (section 2.3, rule 1). Photos are not taken (section 2.5).
 */
export function addFeatures(plan: Plan, pushed: Feature[], settings: PushSettings): void {
	const { identity, keepsPushedIdentity, coordinates } = settings;
	let centroid: XY | undefined;
	for (const properties of pushed) {
		const feature: Feature = identity === 'none' ? { ...properties } : { [identity]: undefined, ...properties };
		if (identity !== 'none' && (!keepsPushedIdentity || feature[identity] === undefined))
			feature[identity] = newIdentity(identity);
		if (isMissingPosition(feature)) {
			const { x, y } = (centroid ??= centroidOf(plan.features));
			feature.position = coordinates === 'degrees' ? { type: 'Point', coordinates: [x, y] } : { x, y };
		}
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
