import { answerDigest, canonicalText, digest, filtered, markOf, planChanges, readPlanAnswer } from '../../service';
import type { Feature, PlanChange } from '../../service';
import type { ItemFailure } from '../shared/item-error';
import { assertFits, storedFeatures } from './plan-memory';
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
	/** Whether `memory` has to outlive the poll; else the next one can find it out again. */
	mustOutlive?: boolean;
	/** There is nothing to compare with: the plan is new, or was remembered with other settings. */
	baseline?: 'new' | 'settings';
	failure?: ItemFailure;
}

/** What the service answered for a plan, and what that may be compared with. */
export interface PlanAnswer {
	planCode: string;
	text: string;
	fingerprint: string;
	/** Hidden where an error quotes the answer. */
	secrets: readonly string[];
}

/** Changes when what is remembered of a plan cannot be compared with what is read now. */
export function fingerprintOf({ identity, filter }: TriggerSettings, baseUrl: string): string {
	const types = [...new Set(filter.types)].sort();
	const zoneTypes = [...new Set(filter.zoneTypes)].sort();
	return digest(canonicalText({ baseUrl, identity, types, zoneTypes }));
}

export function watched({ filter }: TriggerSettings, features: Feature[]): Feature[] {
	return filtered(features, filter);
}

/** @throws UnexpectedAnswerError, InvalidInputError when the plan is too large */
export function comparePlan(
	settings: TriggerSettings,
	known: TriggerMemory,
	{ planCode, text, fingerprint, secrets }: PlanAnswer,
): PlanReading {
	const { identity, includeBefore } = settings;
	const answer = answerDigest(text);
	if (known.isUnchanged(planCode, fingerprint, answer, includeBefore)) return { planCode, events: [] };
	const features = watched(settings, readPlanAnswer(text, secrets));
	assertFits(planCode, features.length, includeBefore);
	const marks = features.map((feature) => markOf(feature, identity));
	const stored = includeBefore ? { features: storedFeatures(planCode, features) } : {};
	const memory: PlanMemory = { fingerprint, answer, marks, ...stored };
	const last = known.of(planCode);
	if (last === undefined) return { planCode, events: [], memory, mustOutlive: true, baseline: 'new' };
	if (last.fingerprint !== fingerprint) return { planCode, events: [], memory, mustOutlive: true, baseline: 'settings' };
	const found = planChanges(last.marks, marks);
	const changes = found.filter(({ change }) => settings.events.has(change));
	const mustOutlive = found.length > 0 || (last.features === undefined) === includeBefore;
	const needsBefore = includeBefore && changes.some(({ change }) => change !== 'added');
	const before = needsBefore ? (JSON.parse(last.features ?? '[]') as Feature[]) : [];
	const events = changes.map((change) => asEvent(planCode, change, before, features));
	return { planCode, events, memory, mustOutlive };
}

function asEvent(planCode: string, found: PlanChange, featuresBefore: Feature[], features: Feature[]): PlanEvent {
	const before = found.change === 'added' ? undefined : featuresBefore[found.before];
	return {
		planCode,
		change: found.change,
		feature: found.change === 'removed' ? (before ?? null) : features[found.now],
		...(before === undefined ? {} : { before }),
	};
}
