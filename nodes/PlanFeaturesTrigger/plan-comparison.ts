import { answerDigest, featuresAddress, markOf, passesFilter, planChanges, readPlanAnswer } from '../../service';
import type { Feature, PlanChange } from '../../service';
import { read } from '../shared/call';
import type { ItemFailure } from '../shared/item-error';
import type { Session } from '../shared/session';
import { assertFits } from './plan-memory';
import type { PlanMemory, TriggerMemory } from './plan-memory';
import type { TriggerSettings } from './trigger-settings';

/** What a workflow is started with. */
export interface PlanEvent {
	planCode: string;
	change: PlanChange['change'];
	/** As it is now; as it was for a removed one, or null where that is not stored. */
	feature: Feature | null;
	/** With "Include Before" only. */
	before?: Feature;
}

/** What one poll made of one plan. */
export interface PlanReading {
	planCode: string;
	events: PlanEvent[];
	/** What to remember from now on; undefined when nothing changed. */
	memory?: PlanMemory;
	/** The plan was read for the first time with these settings. */
	baseline: boolean;
	failure?: ItemFailure;
}

/** @throws ItemFailure */
export async function readPlanText(session: Session, { request }: TriggerSettings, planCode: string): Promise<string> {
	const url = featuresAddress(session.credential.baseUrl, planCode);
	const { partnerCode, timeoutMs } = request;
	return await read(session, { method: 'GET', url, partnerCode, timeoutMs }, request);
}

export function watched({ filter }: TriggerSettings, features: Feature[]): Feature[] {
	return features.filter((feature) => passesFilter(feature, filter));
}

/** @throws UnexpectedAnswerError, InvalidInputError when the plan is too large */
export function comparePlan(
	settings: TriggerSettings,
	known: TriggerMemory,
	planCode: string,
	text: string,
	secrets: readonly string[] = [],
): PlanReading {
	const { fingerprint, identity, includeBefore } = settings;
	const answer = answerDigest(text);
	if (known.isUnchanged(planCode, fingerprint, answer)) return { planCode, events: [], baseline: false };
	const features = watched(settings, readPlanAnswer(text, secrets));
	assertFits(planCode, features.length, includeBefore);
	const marks = features.map((feature) => markOf(feature, identity));
	const memory: PlanMemory = { fingerprint, answer, marks, ...(includeBefore ? { features } : {}) };
	const last = known.of(planCode);
	if (last === undefined || last.fingerprint !== fingerprint) return { planCode, events: [], memory, baseline: true };
	const events = planChanges(last.marks, marks)
		.filter(({ change }) => settings.events.has(change))
		.map((change) => asEvent(planCode, change, features, last.features));
	return { planCode, events, memory, baseline: false };
}

function asEvent(
	planCode: string,
	found: PlanChange,
	features: Feature[],
	featuresBefore: Feature[] | undefined,
): PlanEvent {
	const before = found.change === 'added' ? undefined : featuresBefore?.[found.before];
	return {
		planCode,
		change: found.change,
		feature: found.change === 'removed' ? (before ?? null) : features[found.now],
		...(before === undefined ? {} : { before }),
	};
}
