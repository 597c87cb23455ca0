import { readPlanAnswer } from '../../service/answer';
import {
	MARK_LENGTH,
	answerDigest,
	areIdentitiesRemade,
	digest,
	fieldValues,
	filterFeatures,
	isDoubtfullyEmpty,
	markOf,
	packMarks,
	planChanges,
	unpackMarks,
	withExactNumbers,
	withoutSignatures,
} from '../../service/plan';
import { canonicalText } from '../../service/text';
import type { Feature, FeatureMark } from '../../service/plan';
import type { Secrets } from '../../service/text';
import { filterForPlan } from '../shared/filter-parameters';
import { ItemFailure } from '../shared/item-error';
import { eventsOf } from './plan-event';
import type { PlanEvent } from './plan-event';
import { assertFits } from './plan-memory';
import type { MemoryBound, PlanMemory } from './plan-memory';
import { mapInPieces, noTimeLeftFailure } from './poll-times';
import { doubtsAbout } from './settings-doubts';
import type { Doubt } from './settings-doubts';
import type { TriggerSettings } from './trigger-settings';
import { memoryOf } from './trigger-state';
import type { TriggerState } from './trigger-state';

/** What one poll made of one plan. */
export type Reading = { planCode: string } & (
	| /** Nothing to tell. Where `memory` is lost, the next poll finds the same again. */
	{ is: 'same'; memory?: PlanMemory }
	/** There is nothing to compare with: the plan is new, or was remembered with other settings. */
	| { is: 'baseline'; why: 'new' | 'settings' | 'identities'; memory: PlanMemory; doubts: Doubt[] }
	/** Empty all at once, which counts when the next poll says the same. */
	| { is: 'emptied'; memory: PlanMemory }
	/** `memory` has to outlive the poll, even where the settings choose none of the events. */
	| { is: 'compared'; memory: PlanMemory; events: PlanEvent[] }
	/** `remade`: digest of identities that do not stay. */
	| { is: 'failed'; failure: ItemFailure; remade?: string }
);

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
	known: TriggerState;
	bound: MemoryBound;
	/** Of plans of which it was told that their identities do not stay: a digest of them. */
	remade: ReadonlyMap<string, string>;
	/** Whether its time is over. */
	isOver(): boolean;
}

/** @throws UnexpectedAnswerError, InvalidInputError when the plan is too large, ItemFailure when the poll is over */
export async function comparePlan(
	settings: TriggerSettings,
	{ known, bound, remade, isOver }: PollState,
	{ planCode, text, fingerprint, secrets }: PlanAnswer,
): Promise<Reading> {
	const { identity, includeBefore, watchedFields } = settings;
	if (isOver()) throw noTimeLeftFailure();
	const answer = answerDigest(text);
	const last = memoryOf(known, planCode);
	const isComparable = last?.fingerprint === fingerprint;
	const isStoredAlike = last !== undefined && isStoredAs(last, settings);
	if (isComparable && isStoredAlike && answer !== '' && last.answer === answer) return { planCode, is: 'same' };
	const all = readPlanAnswer(text, secrets);
	const exactText = withExactNumbers(text);
	const allExact = exactText === text ? all : readPlanAnswer(exactText, secrets);
	const exact = filterFeatures(allExact, filterForPlan(settings.filter, all));
	const passing = new Set(exact);
	const features = exact === all ? all : all.filter((_feature, index) => passing.has(allExact[index]));
	assertFits(planCode, features.length, includeBefore);
	if (isComparable && !last.isEmptied && isDoubtfullyEmpty(last.marks.length / MARK_LENGTH, all.length)) {
		return { planCode, is: 'emptied', memory: { ...last, answer: '', isEmptied: true } };
	}
	// Before the work for a plan that would be refused after it.
	bound.assertFits(planCode, features.length * MARK_LENGTH);
	const marks = await mapInPieces(exact, isOver, (feature) => markOf(feature, identity, watchedFields));
	const content = storedContentOf(settings, exact);
	const memory: PlanMemory = {
		planCode,
		number: nextNumber(last),
		fingerprint,
		answer,
		marks: packMarks(marks),
		...content,
	};
	bound.take(memory);
	if (!isComparable) {
		const why = last === undefined ? 'new' : 'settings';
		return { planCode, is: 'baseline', why, memory, doubts: doubtsAbout(settings, all, features) };
	}
	const before = unpackMarks(last.marks);
	if (areIdentitiesRemade(before, marks)) return readRemade(memory, marks, remade.get(planCode));
	const changes = planChanges(before, marks);
	if (changes.length > 0) {
		return {
			planCode,
			is: 'compared',
			memory,
			events: eventsOf(settings, changes, { last, all, features, exact, marks }),
		};
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

function isStoredAs({ features }: PlanMemory, { includeBefore }: TriggerSettings): boolean {
	return (features !== undefined) === includeBefore;
}

/**
 * Identities that the service makes for each read would remove and add the whole plan at each poll. That is told once,
 * in place of the events. Where the new ones stay, they are a new baseline.
 * @param told digest of the identities of which it was told
 */
function readRemade(memory: PlanMemory, marks: FeatureMark[], told: string | undefined): Reading {
	const { planCode } = memory;
	const remade = digest(
		marks
			.map(({ identity }) => identity)
			.sort()
			.join(),
	);
	if (told === undefined) return { planCode, is: 'failed', failure: remadeFailure(), remade };
	return told === remade
		? { planCode, is: 'baseline', why: 'identities', memory, doubts: [] }
		: { planCode, is: 'same' };
}

function remadeFailure(): ItemFailure {
	return new ItemFailure({
		message:
			'All features have other identities than before, and the same content: the service may make new ones for each ' +
			'read, so that no feature can be recognised',
		advice: 'Choose another Identify By, or another field or member for it. Nothing is told of these features now.',
		details: { safeToRetry: true },
		fault: { kind: 'final' },
	});
}

/** Of the time, so that a plan that was forgotten does not begin again with numbers that it had. */
function nextNumber(last: PlanMemory | undefined): number {
	return Math.max(Date.now(), (last?.number ?? 0) + 1);
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
