import { readPlanAnswer } from '../../service/api';
import {
	MARK_LENGTH,
	answerDigest,
	areAllReplaced,
	areIdentitiesRemade,
	digest,
	fieldValues,
	filterFeatures,
	isDoubtfullyEmpty,
	markOf,
	packMarks,
	planChanges,
	unpackMarks,
	withoutSignatures,
} from '../../service/plan';
import type { Feature } from '../../service/plan';
import { canonicalText, withExactNumbers } from '../../service/text';
import type { Secrets } from '../../service/text';
import { ItemFailure } from '../shared/item-error';
import { mapInPieces } from '../shared/wait';
import { eventsOf } from './plan-event';
import type { PlanEvent } from './plan-event';
import { assertFits } from './plan-memory';
import type { MemoryBound, PlanMemory } from './plan-memory';
import { noTimeLeftFailure } from './poll-times';
import { doubtsAbout, settingsForPlan } from './trigger-settings';
import type { Doubt, TriggerSettings } from './trigger-settings';
import { memoryOf } from './trigger-state';
import type { TriggerState } from './trigger-state';

/** What one poll made of one plan. `unsteady`: digest of features that are all other ones, which is not believed. */
export type Reading = { planCode: string } & (
	| /** Nothing to tell. Where `memory` is lost, the next poll finds the same again. */
	{ is: 'same'; memory?: PlanMemory; unsteady?: string }
	/** There is nothing to compare with: the plan is new, or was remembered with other settings. */
	| { is: 'baseline'; why: 'new' | 'settings' | 'identities'; memory: PlanMemory; doubts: Doubt[] }
	/** Empty all at once, which counts when the next poll says the same. */
	| { is: 'emptied'; memory: PlanMemory }
	/** `memory` has to outlive the poll, even where the settings choose none of the events. */
	| { is: 'compared'; memory: PlanMemory; events: PlanEvent[] }
	| { is: 'failed'; failure: ItemFailure; unsteady?: string }
);

/** What the service answered for a plan, and what that may be compared with. */
export interface PlanAnswer {
	planCode: string;
	text: string;
	fingerprint: string;
	/** Hidden where an error quotes the answer. */
	secrets: Secrets;
}

/** One poll, as far as a comparison has to know it. */
export interface PollState {
	known: TriggerState;
	/** Of what is handed over by this poll. */
	number: number;
	bound: MemoryBound;
	/** Of plans of which it was told that they are unsteady: the digest that was seen last. */
	unsteady: ReadonlyMap<string, string>;
	/** Whether its time is over. */
	isOver(): boolean;
}

/** Changes when what is remembered of a plan cannot be compared with what is read now. */
export function fingerprintOf({ identity, filter, watchedFields }: TriggerSettings, baseUrl: string): string {
	const sorted = (texts: readonly string[]) => [...new Set(texts)].sort();
	const { types, zoneTypes, ...others } = filter;
	const wanted = { ...others, types: sorted(types), zoneTypes: sorted(zoneTypes) };
	return digest(canonicalText({ baseUrl, identity, ...wanted, watchedFields: sorted(watchedFields) }));
}

/** @throws UnexpectedAnswerError, InvalidInputError when the plan is too large, ItemFailure when the poll is over */
export async function comparePlan(
	given: TriggerSettings,
	{ known, number, bound, unsteady, isOver }: PollState,
	{ planCode, text, fingerprint, secrets }: PlanAnswer,
): Promise<Reading> {
	const assertGoesOn = () => {
		if (isOver()) throw noTimeLeftFailure();
	};
	assertGoesOn();
	const answer = answerDigest(text);
	const last = memoryOf(known, planCode);
	const isStoredAlike = isStoredAs(last, given);
	const isComparable = last?.fingerprint === fingerprint;
	if (isComparable && isStoredAlike && answer !== '' && last.answer === answer) return { planCode, is: 'same' };
	const all = readPlanAnswer(text, secrets);
	const { settings, codes } = settingsForPlan(given, all, isComparable ? last.codes : undefined);
	const { features, exact } = passingOf(text, settings, all, secrets);
	assertFits(planCode, features.length, settings.includeBefore);
	if (isComparable && !last.isEmptied && isDoubtfullyEmpty(last.marks.length / MARK_LENGTH, all.length)) {
		return { planCode, is: 'emptied', memory: { ...last, answer: '', isEmptied: true } };
	}
	// Before the work for a plan that would be refused after it.
	bound.assertFits(planCode, features.length * MARK_LENGTH);
	const { identity, watchedFields } = settings;
	const marks = await mapInPieces(exact, (one) => markOf(one, identity, watchedFields), assertGoesOn);
	const content = storedContentOf(settings, exact);
	const memory: PlanMemory = { planCode, number, fingerprint, answer, codes, marks: packMarks(marks), ...content };
	bound.take(memory);
	if (!isComparable) {
		const why = last === undefined ? 'new' : 'settings';
		return { planCode, is: 'baseline', why, memory, doubts: doubtsAbout(settings, all, features) };
	}
	const before = unpackMarks(last.marks);
	const areRemade = areIdentitiesRemade(before, marks);
	const isReplaced = areAllReplaced(before, marks);
	if (areRemade || (isReplaced && last.isReplaced)) {
		const [told, now] = [unsteady.get(planCode), digest(memory.marks)];
		if (told === undefined) return { planCode, is: 'failed', failure: unsteadyFailure(areRemade), unsteady: now };
		if (told !== now) return { planCode, is: 'same', unsteady: now };
		if (areRemade) return { planCode, is: 'baseline', why: 'identities', memory, doubts: [] };
	}
	const changes = planChanges(before, marks);
	if (changes.length > 0) {
		const compared = { nodeId: known.nodeId, last, before, all, features, exact, marks };
		const events = eventsOf(settings, changes, compared);
		return { planCode, is: 'compared', memory: { ...memory, ...(isReplaced && { isReplaced }) }, events };
	}
	const alike = { ...memory, number: last.number };
	return isStoredAlike && !last.isEmptied
		? { planCode, is: 'same', memory: alike }
		: { planCode, is: 'compared', memory: alike, events: [] };
}

/** Whether a plan is known in such a way that it can be compared at the next poll. */
export function isKnown(
	known: TriggerState,
	settings: TriggerSettings,
	planCode: string,
	fingerprint: string,
): boolean {
	const last = memoryOf(known, planCode);
	return last?.fingerprint === fingerprint && isStoredAs(last, settings);
}

function isStoredAs(last: PlanMemory | undefined, { includeBefore }: TriggerSettings): boolean {
	return last !== undefined && (last.features !== undefined) === includeBefore;
}

/** The features that pass the filters, and the same with numbers as they are written, which are compared. */
function passingOf(
	text: string,
	{ filter }: TriggerSettings,
	all: Feature[],
	secrets: Secrets,
): Record<'features' | 'exact', Feature[]> {
	const exactText = withExactNumbers(text);
	const allExact = exactText === text ? all : readPlanAnswer(exactText, secrets);
	const exact = filterFeatures(allExact, filter);
	const passing = new Set(exact);
	return { features: exact === all ? all : all.filter((_feature, index) => passing.has(allExact[index])), exact };
}

/**
 * What the service makes for each read would remove and add the whole plan at each poll, for ever. That is told once,
 * in place of the events. What two polls see alike is believed: other identities as a new baseline, others as changes.
 */
function unsteadyFailure(areRemade: boolean): ItemFailure {
	const message = areRemade
		? 'All features have other identities than before, and the same content: the service may make new ones for each ' +
			'read, so that no feature can be recognised'
		: 'All features are other ones at each poll: the service may make something of them for each read, so that no ' +
			'feature can be recognised';
	return new ItemFailure({
		code: 'unstablePlan',
		message,
		advice:
			'Choose another Identify By, or name under Watched Fields what counts. Nothing is told of these features until ' +
			'two polls see the same.',
	});
}

/**
 * What is stored beside the marks. Authentication parameters of photos are left out, because they let anyone see the
 * photo.
 */
function storedContentOf(
	{ includeBefore, watchedFields }: TriggerSettings,
	features: Feature[],
): Pick<PlanMemory, 'features' | 'values'> {
	if (includeBefore) return { features: JSON.stringify(withoutSignatures(features)) };
	if (watchedFields.length === 0) return {};
	return { values: `[${features.map((feature) => `[${fieldValues(feature, watchedFields).join()}]`).join()}]` };
}
