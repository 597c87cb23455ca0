import type { Sandbox } from '../../tools/sandbox/server.mts';
import type { PushJob } from './push-by-webhook.mts';

/** Work for the queue: plans of their own, and features that no other plan gets. */
export function jobs(sandbox: Sandbox, name: string, plans: number, featuresPerPlan: number): PushJob[] {
	return Array.from({ length: plans }, (_, plan) => ({
		planCode: sandbox.addPlan(`pln_${name}_${plan}`),
		features: Array.from({ length: featuresPerPlan }, (_unused, index) => ({
			type: 'room',
			name: `${name} ${plan}.${index}`,
		})),
	}));
}

/** What the plans hold, each plan's features by name in order. */
export function namesOnPlans(sandbox: Sandbox, work: PushJob[]): string[][] {
	return work.map(({ planCode }) =>
		sandbox
			.features(planCode)
			.map((feature) => String(feature.name))
			.sort(),
	);
}

/** What they hold when each feature is there exactly once. */
export function namesOfJobs(work: PushJob[]): string[][] {
	return work.map(({ features }) => features.map((feature) => String(Object(feature).name)).sort());
}
