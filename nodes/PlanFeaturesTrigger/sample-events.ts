import type { IPollFunctions } from 'n8n-workflow';
import { readPlanAnswer } from '../../service/api';
import { fieldValues, fieldsOf, filterFeatures, markOf } from '../../service/plan';
import type { Feature, FieldChange } from '../../service/plan';
import type { Doors } from '../shared/doors';
import { InvalidInputError, ItemFailure } from '../shared/item-error';
import { openSession } from '../shared/session';
import { withSubject } from '../shared/subject';
import { eventId, shapeEvents } from './plan-event';
import type { PlanEvent } from './plan-event';
import { readPlan } from './read-plans';
import { doubtsAbout, readTriggerSettings, settingsForPlan } from './trigger-settings';
import type { TriggerSettings } from './trigger-settings';

const SAMPLES = 3;

/**
 * "Fetch Test Event": features as they would be reported, with each kind of event in turn. Nothing is stored.
 * @throws InvalidInputError when the settings fit none of the plans, in words that say what they have
 */
export async function sampleEvents(doors: Doors<IPollFunctions>): Promise<PlanEvent[]> {
	const given = readTriggerSettings(doors.context);
	const session = await openSession(doors, 'poll', given.concurrency);
	let reason: InvalidInputError | undefined;
	for (const planCode of given.planCodes) {
		const text = await readPlan(session, given.request, planCode, { tries: 2 });
		if (text instanceof ItemFailure) throw withSubject(text, { planCode });
		const all = readPlanAnswer(text, session.secrets);
		const { settings } = settingsForPlan(given, all);
		const features = filterFeatures(all, settings.filter);
		const [doubt] = doubtsAbout(settings, all, features);
		if (doubt === undefined && features.length > 0)
			return shapeEvents(settings, all, samplesOf(settings, planCode, features));
		if (doubt !== undefined) reason ??= new InvalidInputError(`Plan ${planCode}: ${doubt.words}`, ADVICE[doubt.about]);
	}
	if (reason !== undefined) throw reason;
	return [];
}

const ADVICE = {
	filters: 'Correct Filters.',
	identity: 'Choose another Identify By, or another field or member for it.',
	watchedFields: 'Correct Watched Fields.',
};

function samplesOf(settings: TriggerSettings, planCode: string, features: Feature[]): PlanEvent[] {
	const { events, identity, includeBefore } = settings;
	const kinds = [...events].filter((change) => change !== 'changed' || identity.by !== 'feature');
	return features.slice(0, SAMPLES).map((feature, index) => {
		const change = kinds[index % kinds.length];
		const changes = change === 'changed' ? sampleChanges(settings, feature) : undefined;
		return {
			planCode,
			change,
			eventId: eventId('sample', planCode, change, index, markOf(feature, identity)),
			feature: change === 'removed' && !includeBefore ? null : feature,
			...(includeBefore && change !== 'added' ? { before: feature } : {}),
			...(changes === undefined ? {} : { changes }),
		};
	});
}

/** One entry, so that its members can be dragged into other nodes. */
function sampleChanges({ includeBefore, watchedFields }: TriggerSettings, feature: Feature): FieldChange[] | undefined {
	if (!includeBefore && watchedFields.length === 0) return undefined;
	const [field] = watchedFields.length > 0 ? watchedFields : fieldsOf(feature).filter((name) => name !== 'type');
	if (field === undefined) return [];
	const [value] = fieldValues(feature, [field]).map((text) => JSON.parse(text) as unknown);
	return [{ field, before: value, after: value }];
}
