import { readPlanAnswer } from '../../service/answer';
import {
	MARK_LENGTH,
	answerDigest,
	digest,
	fieldValues,
	filterFeatures,
	isDoubtfullyEmpty,
	markOf,
	planChanges,
	withoutSignatures,
} from '../../service/plan';
import { canonicalText } from '../../service/text';
import type { Feature } from '../../service/plan';
import type { Secrets } from '../../service/text';
import type { ItemFailure } from '../shared/item-error';
import { mapInPieces } from './in-pieces';
import { assertFits } from './memory-bound';
import type { MemoryBound } from './memory-bound';
import { eventsOf } from './plan-event';
import type { PlanEvent } from './plan-event';
import { sizeOf } from './plan-memory';
import type { PlanMemory, TriggerMemory } from './plan-memory';
import { noTimeLeftFailure } from './poll-failure';
import { doubtsAbout } from './settings-doubts';
import type { Doubt } from './settings-doubts';
import type { TriggerSettings } from './trigger-settings';

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
	/** What seems wrong with the settings, where there is a baseline. */
	doubts?: Doubt[];
	failure?: ItemFailure;
}

/** What the service answered for a plan, and what that may be compared with. */
export interface PlanAnswer {
	planCode: string;
	text: string;
	fingerprint: string;
	/** Hidden where an error quotes the answer. */
	secrets: Secrets;
}

/** Changes when what is remembered of a plan cannot be compared with what is read now. */
export function fingerprintOf({ identity, filter, watchedFields }: TriggerSettings, baseUrl: string): string {
	const sorted = (texts: readonly string[]) => [...new Set(texts)].sort();
	const { types, zoneTypes, ...others } = filter;
	const wanted = { ...others, types: sorted(types), zoneTypes: sorted(zoneTypes) };
	return digest(canonicalText({ baseUrl, identity, ...wanted, watchedFields: sorted(watchedFields) }));
}

/** One poll, as far as a comparison has to know it. */
export interface PollState {
	known: TriggerMemory;
	bound: MemoryBound;
	/** Whether its time is over. */
	isOver(): boolean;
}

/** @throws UnexpectedAnswerError, InvalidInputError when the plan is too large, ItemFailure when the poll is over */
export async function comparePlan(
	settings: TriggerSettings,
	{ known, bound, isOver }: PollState,
	{ planCode, text, fingerprint, secrets }: PlanAnswer,
): Promise<PlanReading> {
	const { identity, includeBefore, watchedFields } = settings;
	if (isOver()) throw noTimeLeftFailure();
	const answer = answerDigest(text);
	if (known.isUnchanged(planCode, fingerprint, answer, includeBefore)) return { planCode, events: [] };
	const all = readPlanAnswer(text, secrets);
	const features = filterFeatures(all, settings.filter);
	assertFits(planCode, features.length, includeBefore);
	const last = known.of(planCode);
	if (last?.fingerprint === fingerprint && !last.isEmptied && isDoubtfullyEmpty(last.marks.length, all.length)) {
		return { planCode, events: [], memory: { ...last, answer: '', isEmptied: true }, mustOutlive: true };
	}
	// Before the work for a plan that would be refused after it.
	bound.assertFits(planCode, features.length * MARK_LENGTH);
	const marks = await mapInPieces(features, isOver, (feature) => markOf(feature, identity, watchedFields));
	const memory: PlanMemory = { fingerprint, answer, marks, ...storedContentOf(settings, features) };
	bound.take(planCode, sizeOf(planCode, memory));
	if (last?.fingerprint !== fingerprint) {
		const baseline = last === undefined ? 'new' : 'settings';
		return { planCode, events: [], memory, mustOutlive: true, baseline, doubts: doubtsAbout(settings, all, features) };
	}
	const changes = planChanges(last.marks, marks);
	const isStoredAnew = (last.features === undefined) === includeBefore || last.isEmptied === true;
	const events = eventsOf(settings, planCode, changes, last, all, features);
	return { planCode, events, memory, mustOutlive: changes.length > 0 || isStoredAnew };
}

/**
 * What is stored beside the marks. Authentication parameters of photos are left out, because they let anyone see the
 * photo.
 */
function storedContentOf(
	{ includeBefore, watchedFields }: TriggerSettings,
	features: Feature[],
): Pick<PlanMemory, 'features' | 'values'> {
	if (includeBefore) return { features: withoutSignatures(JSON.stringify(features)) };
	if (watchedFields.length === 0) return {};
	return { values: `[${features.map((feature) => `[${fieldValues(feature, watchedFields).join()}]`).join()}]` };
}
