/** A feature that a run is asked to push; its place in the list is its item index. */
export interface RequestedFeature extends Record<string, unknown> {
	planCode: string;
	/** Unique, so that the plan can be compared feature by feature. */
	name: string;
}

/** Runs so far: the zones of each lie in a row of their own. */
const runs: string[] = [];

/** Zones for some plans, as items that come in the order of a mixed list: plan by plan in turns. */
export function requestedFeatures(run: string, planCodes: string[], perPlan: number): RequestedFeature[] {
	if (!runs.includes(run)) runs.push(run);
	const y = 5 * runs.indexOf(run);
	return Array.from({ length: perPlan }, (_, index) =>
		planCodes.map((planCode) => zone(planCode, `${run} ${planCode} ${index}`, 5 * index, y)),
	).flat();
}

/** Each in a place of its own: a zone is known by its outline, too. */
function zone(planCode: string, name: string, x: number, y: number): RequestedFeature {
	return {
		planCode,
		type: 'zone',
		zoneType: 'common',
		name,
		geometry: {
			type: 'Polygon',
			coordinates: [
				[
					[x, y],
					[x + 4, y],
					[x + 4, y + 3],
					[x, y],
				],
			],
		},
		data: [],
	};
}
