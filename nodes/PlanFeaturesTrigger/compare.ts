import {
	DIGEST_VERSION,
	FEATURE_DIGEST_LENGTH,
	areIdsRegenerated,
	decodeDigests,
	diffPlans,
	digest,
	encodeDigests,
	featureDigest,
	filterFeatures,
	isSuspiciouslyEmpty,
	responseDigest,
	valuesOf,
	withoutSignatures,
} from '../../service/plan';
import type { Feature } from '../../service/plan';
import { canonicalText } from '../../service/text';
import { InvalidInputError } from '../shared/item-error';
import type { ItemFailure } from '../shared/item-error';
import { mapInPieces } from '../shared/wait';
import { eventsOf } from './events';
import type { PlanReader } from './read';
import { settingsForPlan, settingsWarnings } from './settings';
import type { SettingsWarning, TriggerSettings } from './settings';
import { planStateOf } from './state';
import type { PlanEvent, PlanState, StateSize, TriggerState } from './state';

/** What a poll made of one plan. */
export type PlanPollResult = { planCode: string } & (
	| /** Nothing to report. Where `state` is lost, the next poll finds the same again. */
	{ is: 'unchanged'; state?: PlanState }
	/** There is nothing to compare with: the plan is new, was stored with other settings, or has new identities. */
	| { is: 'baseline'; why: 'new' | 'settings' | 'identities'; state: PlanState; warnings: SettingsWarning[] }
	/** Suddenly empty, which counts when the next poll says the same. */
	| { is: 'emptied'; state: PlanState }
	/** `state` has to be stored, even where the settings choose none of the events. */
	| { is: 'changed'; state: PlanState; events: PlanEvent[] }
	| { is: 'failed'; failure: ItemFailure }
);

/** A plan with more features is rejected, so that what n8n stores stays small: 32 characters a feature. */
export const MAX_FEATURES = 50_000;
/** With Include Before the features themselves are stored. */
export const MAX_FEATURES_WITH_BEFORE = 2_000;

/** Changes when what is stored of a plan can't be compared with what is read now. */
function fingerprintOf({ identity, filter, watchedFields }: TriggerSettings, baseUrl: string): string {
	const sorted = (texts: readonly string[]) => [...new Set(texts)].sort();
	const wanted = { ...filter, types: sorted(filter.types), zoneTypes: sorted(filter.zoneTypes) };
	return digest(canonicalText({ version: DIGEST_VERSION, baseUrl, identity, ...wanted, watchedFields }));
}

/** Include Before can be switched without a new baseline, but what it needs has to be stored. */
function isStoredFor({ includeBefore }: TriggerSettings, last: PlanState): boolean {
	return (last.features !== undefined) === includeBefore;
}

/** Whether the next poll can compare the plan. */
export function hasBaseline({ reader, known, settings }: Comparison, planCode: string): boolean {
	const last = planStateOf(known, planCode);
	return last?.fingerprint === fingerprintOf(settings, reader.baseUrl) && isStoredFor(settings, last);
}

/** What a poll compares plans with. */
export interface Comparison {
	settings: TriggerSettings;
	reader: PlanReader;
	known: TriggerState;
	/** Of the state that this poll emits. */
	number: number;
	size: StateSize;
}

/** @throws UnexpectedAnswerError, InvalidInputError when the plan is too large, the reason of the deadline */
export async function comparePlan(
	{ settings: given, reader, known, number, size }: Comparison,
	planCode: string,
	text: string,
): Promise<PlanPollResult> {
	reader.deadline.throwIfAborted();
	const fingerprint = fingerprintOf(given, reader.baseUrl);
	const response = responseDigest(text);
	const stored = planStateOf(known, planCode);
	const last = stored?.fingerprint === fingerprint ? stored : undefined;
	const isStored = last !== undefined && isStoredFor(given, last);
	if (isStored && response !== '' && last.responseDigest === response) return { planCode, is: 'unchanged' };

	const { features: all, exact: allExact } = reader.parse(text);
	const { settings, fieldCodes } = settingsForPlan(given, all, last?.fieldCodes);
	const { identity, watchedFields } = settings;
	const exact = filterFeatures(allExact, settings.filter);
	const passing = new Set(exact);
	const features = all.filter((_feature, index) => passing.has(allExact[index]));
	assertCount(planCode, features.length, settings);
	// Before the work for a plan that would be rejected after it.
	size.reserve(planCode, features.length * FEATURE_DIGEST_LENGTH);
	const before = decodeDigests(last?.digests ?? '');
	if (last !== undefined && !last.isEmptied && isSuspiciouslyEmpty(before, all))
		return { planCode, is: 'emptied', state: { ...last, responseDigest: '', isEmptied: true } };

	const now = await mapInPieces(
		exact,
		(one) => featureDigest(one, identity, watchedFields),
		() => reader.deadline.throwIfAborted(),
	);
	const state: PlanState = {
		planCode,
		number,
		fingerprint,
		fieldCodes,
		responseDigest: response,
		digests: encodeDigests(now),
		...storedContentOf(settings, exact),
	};
	size.reserve(planCode, JSON.stringify(state).length);
	if (last === undefined) {
		const why = stored === undefined ? 'new' : 'settings';
		return { planCode, is: 'baseline', why, state, warnings: settingsWarnings(settings, all, features) };
	}
	if (areIdsRegenerated(before, now)) {
		const regenerated = { ...state, isRegenerated: true };
		// Once is enough for a service that makes new identities for each response.
		if (last.isRegenerated) return { planCode, is: 'unchanged', state: regenerated };
		return { planCode, is: 'baseline', why: 'identities', state: regenerated, warnings: [] };
	}
	const changes = diffPlans(before, now);
	if (changes.length > 0) {
		const events = eventsOf(settings, changes, { nodeId: known.nodeId, last, before, now, all, features, exact });
		return { planCode, is: 'changed', state, events };
	}
	const unchanged = { ...state, number: last.number };
	if (isStored && !last.isEmptied) return { planCode, is: 'unchanged', state: unchanged };
	return { planCode, is: 'changed', state: unchanged, events: [] };
}

function assertCount(planCode: string, count: number, { includeBefore }: TriggerSettings): void {
	const max = includeBefore ? MAX_FEATURES_WITH_BEFORE : MAX_FEATURES;
	if (count <= max) return;
	throw new InvalidInputError(
		`Plan ${planCode} has ${count} features to watch, more than ${max}${includeBefore ? ' with Include Before' : ''}`,
		`${includeBefore ? 'Switch off Include Before, or watch' : 'Watch'} fewer features with Filters.`,
	);
}

/** What is stored beside the digests. Without the authentication parameters of photos: they let anyone see these. */
function storedContentOf(
	{ includeBefore, watchedFields }: TriggerSettings,
	features: readonly Feature[],
): Pick<PlanState, 'features' | 'values'> {
	if (includeBefore) return { features: withoutSignatures(features) as Feature[] };
	if (watchedFields.length === 0) return {};
	return {
		values: features.map((feature) => {
			const values = valuesOf(feature, watchedFields);
			return watchedFields.map((field) => JSON.parse(values.get(field) ?? 'null') as unknown);
		}),
	};
}
