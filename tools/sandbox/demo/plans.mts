import { withIdentity } from '../identity.mts';
import type { Feature } from '../json.mts';
import type { SandboxSettings } from '../settings.mts';
import { floorplan } from './floorplan.mts';
import type { HierarchyNode } from './hierarchy.mts';
import { HARBOUR, withDescendants } from './hierarchy.mts';
import { locate, moved } from './location.mts';
import type { Origin } from './location.mts';
import { PLOTS, sitePlan } from './site-plan.mts';

const CAMPUS_DISTANCE_METRES = 400;

type DemoSettings = Pick<SandboxSettings, 'identity' | 'coordinates'>;

/** Metres, by the number of floors of the building. */
const SIZES: Record<number, { width: number; height: number }> = {
	1: { width: 46, height: 32 },
	2: { width: 58, height: 34 },
	3: { width: 54, height: 32 },
	4: { width: 66, height: 36 },
};

/** The plans of all campuses and floors of a client, by plan code. */
export function demoPlans(client: HierarchyNode, settings: DemoSettings): Map<string, Feature[]> {
	const { coordinates, identity } = settings;
	const plans = new Map<string, Feature[]>();
	for (const place of withDescendants(client)) {
		const { planCode } = place;
		if (!planCode) continue;
		const features = place.resource === 'floor' ? floorFeatures(place) : campusFeatures(place);
		const origin = originOf(place);
		plans.set(
			planCode,
			features.map((feature, index) =>
				withIdentity(identity, locate(feature, coordinates, origin), `${planCode}/${index}`),
			),
		);
	}
	return plans;
}

/** A floor lies on the plot of its building, and the second campus to the east of the first. */
function originOf({ resource, name, parent }: HierarchyNode): Origin {
	const index = parent?.children.findIndex((sibling) => sibling.name === name) ?? 0;
	if (parent === undefined || resource === 'campus') return moved(HARBOUR, [index * CAMPUS_DISTANCE_METRES, 0]);
	if (resource === 'floor') return originOf(parent);
	return moved(originOf(parent), PLOTS[index % PLOTS.length]);
}

function floorFeatures({ name, parent, fields }: HierarchyNode): Feature[] {
	const drawn = parent?.children.filter(({ planCode }) => planCode);
	const size = SIZES[drawn?.length ?? 1] ?? SIZES[1];
	return floorplan({ name: `${parent?.name} ${name}`, level: Number(fields.level), ...size });
}

function campusFeatures({ name, children }: HierarchyNode): Feature[] {
	return sitePlan(
		name,
		children.map((building) => building.name),
	);
}
