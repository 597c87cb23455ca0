import type { IPollFunctions } from 'n8n-workflow';
import { readPlanAnswer } from '../../service';
import type { Feature } from '../../service';
import { orThrow } from '../shared/item-error';
import { openSession, secretsOf } from '../shared/session';
import { pollTimes } from './patience';
import { watched } from './plan-comparison';
import type { PlanEvent } from './plan-comparison';
import { readPlan } from './read-plan';
import { readTriggerSettings } from './trigger-settings';
import type { TriggerSettings } from './trigger-settings';

const SAMPLES = 3;

/** "Fetch Test Event": features as they would be reported, with each kind of event in turn. Nothing is stored. */
export async function sampleEvents(context: IPollFunctions): Promise<PlanEvent[]> {
	const settings = readTriggerSettings(context);
	const session = await openSession(context, settings.concurrency);
	for (const planCode of settings.planCodes) {
		const text = orThrow(await readPlan(session, settings.request, pollTimes('inMemory', 300_000), planCode));
		const features = watched(settings, readPlanAnswer(text, secretsOf(session)));
		if (features.length > 0) return samplesOf(settings, planCode, features);
	}
	return [];
}

function samplesOf({ events, identity, includeBefore }: TriggerSettings, planCode: string, features: Feature[]): PlanEvent[] {
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
