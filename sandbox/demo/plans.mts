import type { Feature } from '../json.mts';
import { floorplan } from './floorplan.mts';
import type { HierarchyNode } from './hierarchy.mts';
import { withDescendants } from './hierarchy.mts';
import { codeFor } from './seeded.mts';
import { sitePlan } from './site-plan.mts';

/** Metres, by the number of floors of the building. */
const SIZES: Record<number, { width: number; height: number }> = {
	1: { width: 46, height: 32 },
	2: { width: 58, height: 34 },
	3: { width: 54, height: 32 },
	4: { width: 66, height: 36 },
};

/** The plans of all campuses and floors of a client, by plan code. */
export function demoPlans(client: HierarchyNode): Map<string, Feature[]> {
	const plans = new Map<string, Feature[]>();
	for (const place of withDescendants(client)) {
		const { planCode } = place;
		if (planCode === undefined) continue;
		const features = place.resource === 'floor' ? floorFeatures(place) : campusFeatures(place);
		plans.set(
			planCode,
			features.map((feature, index) => ({ id: codeFor('feat', `${planCode}/${index}`), ...feature })),
		);
	}
	return plans;
}

function floorFeatures({ name, parent, fields }: HierarchyNode): Feature[] {
	const size = SIZES[parent?.children.length ?? 1] ?? SIZES[1];
	return floorplan({ name: `${parent?.name} ${name}`, level: Number(fields.level), ...size });
}

function campusFeatures({ name, children }: HierarchyNode): Feature[] {
	return sitePlan(
		name,
		children.map((building) => building.name),
	);
}
