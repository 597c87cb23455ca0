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
	valuesOf,
	withoutSignatures,
} from '../../service/plan';
import type { Feature } from '../../service/plan';
import { canonicalText } from '../../service/text';
import type { ItemFailure } from '../shared/item-failure';
import { mapInChunks } from '../shared/wait';
import { eventsOf } from './events';
import type { PlanReader } from './read';
import { settingsForPlan, settingsWarnings } from './settings';
import type { SettingsWarning, TriggerSettings } from './settings';
import { assertFits, planStateOf } from './state';
import type { PlanEvent, PlanState, TriggerState } from './state';

/** What a poll made of one plan. */
export type PlanPollResult = { planCode: string } & (
	| /** Nothing to report. Where `state` is lost, the next poll finds the same again. */
	  { kind: 'unchanged'; state?: PlanState }
	  /** There is nothing to compare with: the plan is new, was stored with other settings, or has new identities. */
	| { kind: 'baseline'; reason: string; state: PlanState; warnings: SettingsWarning[] }
	/** Suddenly empty, which counts when the next poll says the same. */
	| { kind: 'emptied'; state: PlanState }
	/** `state` has to be stored, even where the settings choose none of the events. */
	| { kind: 'changed'; state: PlanState; events: PlanEvent[] }
	| { kind: 'failed'; failure: ItemFailure }
);

/** Changes when what is stored of a plan can't be compared with what is read now. */
function fingerprintOf({ settings, reader: { baseUrl } }: Comparison): string {
	const { identity, filter, watchedFields } = settings;
	const sorted = (texts: readonly string[]) => [...new Set(texts)].sort();
	const filtered = { ...filter, types: sorted(filter.types), zoneTypes: sorted(filter.zoneTypes) };
	return digest(canonicalText([DIGEST_VERSION, baseUrl, identity, filtered, watchedFields]));
}

/** Whether the next poll can compare the plan. */
export function hasBaseline(comparison: Comparison, planCode: string): boolean {
	return planStateOf(comparison.state, planCode)?.fingerprint === fingerprintOf(comparison);
}

/**
 * Of the events since the epoch of a plan's ids began. The next epoch begins when there are more: a process that knows
 * nothing of it gives other ids.
 */
const MAX_OCCURRENCES = 200;

/** What a poll compares plans with. */
export interface Comparison {
	settings: TriggerSettings;
	reader: PlanReader;
	state: TriggerState;
	/** Of the state that this poll emits. */
	number: number;
	/** Of the state, by plan. */
	chars: Map<string, number>;
}

/** @throws UnexpectedResponseError, InvalidInputError when the plan is too large, the reason of the deadline */
export async function comparePlan(comparison: Comparison, planCode: string, text: string): Promise<PlanPollResult> {
	const { reader, state: previous, number, chars } = comparison;
	reader.deadline.throwIfAborted();
	const fingerprint = fingerprintOf(comparison);
	const responseDigest = digest(text);
	const stored = planStateOf(previous, planCode);
	const last = stored?.fingerprint === fingerprint ? stored : undefined;
	// Include Before may have been switched since.
	const isStored = (last?.features !== undefined) === comparison.settings.includeBefore;
	if (isStored && last?.responseDigest === responseDigest) return { planCode, kind: 'unchanged' };

	const all = reader.parse(text);
	const { settings, fields } = settingsForPlan(comparison.settings, all, last?.fields);
	const { identity, watchedFields } = settings;
	const features = filterFeatures(all, settings.filter);
	// As they are compared and stored: photos without what lets anyone see them.
	const unsigned = features.map(withoutSignatures);
	// Before the work for a plan that would be rejected after it: n8n ends a publication that takes too long.
	assertFits(chars, planCode, features.length * FEATURE_DIGEST_LENGTH);
	const before = decodeDigests(last?.digests ?? '');
	if (last !== undefined && !last.isEmptied && isSuspiciouslyEmpty(before, all))
		return { planCode, kind: 'emptied', state: { ...last, responseDigest: '', isEmptied: true } };

	const now = await mapInChunks(
		unsigned,
		(one) => featureDigest(one, identity, watchedFields),
		() => reader.deadline.throwIfAborted(),
	);
	const state: PlanState = {
		planCode,
		epoch: last?.epoch ?? number,
		occurrences: last?.occurrences ?? {},
		fingerprint,
		fields,
		responseDigest,
		digests: encodeDigests(now),
		...storedContentOf(settings, unsigned),
	};
	const size = JSON.stringify(state).length;
	assertFits(chars, planCode, size);
	chars.set(planCode, size);
	if (last === undefined) {
		const ofNew = 'it is read for the first time';
		const reason = stored ? 'the settings, the Base URL or the version of the node have changed' : ofNew;
		return { planCode, kind: 'baseline', reason, state, warnings: settingsWarnings(settings, all, features) };
	}
	if (areIdsRegenerated(before, now)) {
		const regenerated = { ...state, isRegenerated: true };
		// Once is enough for a service that makes new identities for each response.
		if (last.isRegenerated) return { planCode, kind: 'unchanged', state: regenerated };
		const reason = 'all its features have new identities, and most contents are unchanged';
		return { planCode, kind: 'baseline', reason, state: regenerated, warnings: [] };
	}
	const changes = diffPlans(before, now);
	if (changes.length === 0 && !last.isEmptied) return { planCode, kind: 'unchanged', state };
	const snapshots = { nodeId: previous.nodeId, last, before, now, all, features, unsigned };
	const { events, occurrences } = eventsOf(settings, changes, snapshots);
	const ofIds =
		Object.keys(occurrences).length > MAX_OCCURRENCES ? { epoch: number, occurrences: {} } : { occurrences };
	return { planCode, kind: 'changed', state: { ...state, ...ofIds }, events };
}

/** What is stored beside the digests. */
function storedContentOf(
	{ includeBefore, watchedFields }: TriggerSettings,
	features: readonly Feature[],
): Pick<PlanState, 'features' | 'values'> {
	if (includeBefore) return { features };
	if (watchedFields.length === 0) return {};
	return {
		values: features.map((feature) => {
			const values = valuesOf(feature, watchedFields);
			return watchedFields.map((field) => JSON.parse(values.get(field) ?? 'null') as unknown);
		}),
	};
}
