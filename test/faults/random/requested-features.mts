/** A feature that a run is asked to push; its place in the list is its item index. */
export interface RequestedFeature extends Record<string, unknown> {
	planCode: string;
	/** Unique, so that the plan can be compared feature by feature. */
	name: string;
}

/** Zones for some plans, as items that come in the order of a mixed list: plan by plan in turns. */
export function requestedFeatures(run: string, planCodes: string[], perPlan: number): RequestedFeature[] {
	return Array.from({ length: perPlan }, (_, index) =>
		planCodes.map((planCode) => zone(planCode, `${run} ${planCode} ${index}`)),
	).flat();
}

function zone(planCode: string, name: string): RequestedFeature {
	return {
		planCode,
		type: 'zone',
		zoneType: 'common',
		name,
		geometry: {
			type: 'Polygon',
			coordinates: [
				[
					[0, 0],
					[4, 0],
					[4, 3],
					[0, 0],
				],
			],
		},
		data: [],
	};
}
