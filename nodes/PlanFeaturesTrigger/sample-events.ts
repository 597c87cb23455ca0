import type { Feature } from '../../service';
import type { PlanEvent } from './plan-comparison';
import type { TriggerSettings } from './trigger-settings';

const SAMPLES = 3;

/** Features as they would be reported, with each kind of event in turn. */
export function sampleEvents(
	{ events, identity, includeBefore }: TriggerSettings,
	planCode: string,
	features: Feature[],
): PlanEvent[] {
	const changes = [...events].filter((change) => change !== 'changed' || identity.by !== 'feature');
	return features.slice(0, SAMPLES).map((feature, index) => {
		const change = changes[index % changes.length];
		return {
			planCode,
			change,
			feature: change === 'removed' && !includeBefore ? null : feature,
			...(includeBefore && change !== 'added' ? { before: feature } : {}),
		};
	});
}
