import { createHash } from 'crypto';
import type { IPollFunctions } from 'n8n-workflow';
import { readPlanResponse } from '../../service/api';
import { rowColumnsOf } from '../../service/columns';
import type { Columns } from '../../service/columns';
import {
	DIGEST_VERSION,
	areIdsRegenerated,
	decodeDigests,
	diffPlans,
	digest,
	encodeDigests,
	featureDigest,
	fieldChanges,
	filterFeatures,
	isSuspiciouslyEmpty,
	ownIdentities,
	valuesOf,
	withoutSignatures,
} from '../../service/plan';
import type { Feature, FeatureDigest, FieldChange, MatchBy, PlanChange } from '../../service/plan';
import { canonicalText } from '../../service/text';
import { featureWriter } from '../shared/data-format';
import { about } from '../shared/failures';
import { InvalidInputError } from '../shared/item-failure';
import type { ItemFailure } from '../shared/item-failure';
import type { Session } from '../shared/client';
import type { Reporter } from '../shared/reporter';
import { mapInChunks } from '../shared/wait';
import { openPollSession, readPlanText } from './read';
import { WARNING_ADVICE, readSettings, settingsForPlan, settingsWarnings } from './settings';
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
function fingerprintOf({ settings, session }: Comparison): string {
	const { identity, filterAsSet, watchedFields } = settings;
	const { baseUrl } = session.settings;
	return digest(canonicalText([DIGEST_VERSION, baseUrl, identity, filterAsSet, watchedFields]));
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
	session: Session;
	state: TriggerState;
	/** Of the state that this poll emits. */
	number: number;
	/** Of the state, by plan. */
	chars: Map<string, number>;
}

/** @throws UnexpectedResponseError, InvalidInputError when the plan is too large, the reason of the deadline */
export async function comparePlan(comparison: Comparison, planCode: string, text: string): Promise<PlanPollResult> {
	const { session, state: previous, number, chars } = comparison;
	const { cancelSignal: deadline } = session;
	deadline.throwIfAborted();
	const fingerprint = fingerprintOf(comparison);
	const responseDigest = digest(canonicalText(comparison.settings.filter) + text);
	const stored = planStateOf(previous, planCode);
	const last = stored?.fingerprint === fingerprint ? stored : undefined;
	// Include Before may have been switched since.
	const isStored = (last?.features !== undefined) === comparison.settings.includeBefore;
	if (isStored && last?.responseDigest === responseDigest) return { planCode, kind: 'unchanged' };

	const all = readPlanResponse(text, session.settings.secrets);
	const { settings, fields } = settingsForPlan(comparison.settings, all, last?.fields);
	const { identity, watchedFields } = settings;
	const features = filterFeatures(all, settings.filter);
	// As they are compared and stored: photos without what lets anyone see them.
	const unsigned = features.map(withoutSignatures);
	const before = decodeDigests(last?.digests ?? '');
	if (last !== undefined && !last.isEmptied && isSuspiciouslyEmpty(before, all))
		return { planCode, kind: 'emptied', state: { ...last, responseDigest: '', isEmptied: true } };

	const now = await mapInChunks(
		unsigned,
		(one) => featureDigest(one, identity, watchedFields),
		() => deadline.throwIfAborted(),
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
	if (areIdsRegenerated(before, now) && isOfService(identity, all)) {
		const regenerated = { ...state, isRegenerated: true };
		// Once is enough for a service that makes new identities for each response.
		if (last.isRegenerated) return { planCode, kind: 'unchanged', state: regenerated };
		const reason = 'all its features have new identities, and most contents are unchanged';
		return { planCode, kind: 'baseline', reason, state: regenerated, warnings: [] };
	}
	const changes = diffPlans(before, now);
	if (changes.length === 0 && !last.isEmptied) return { planCode, kind: 'unchanged', state };
	const snapshots = { nodeId: previous.nodeId, last, before, now };
	const { events, occurrences } = eventsOf(settings, changes, snapshots, { all, features, unsigned });
	const ofIds =
		Object.keys(occurrences).length > MAX_OCCURRENCES ? { epoch: number, occurrences: {} } : { occurrences };
	return { planCode, kind: 'changed', state: { ...state, ...ofIds }, events };
}

/** Other identities, such as room numbers, are people's: new ones of a whole plan are changes. */
function isOfService(identity: MatchBy, plan: readonly Feature[]): boolean {
	return identity.by === 'property' && ownIdentities(plan).has(identity.path);
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

/**
 * The events that the settings choose, in the format that they set, and what the plan's next events have to know.
 * @param all features of the plan. @param features those that pass the filters, and `unsigned` the same without what
 * lets anyone see their photos
 */
function eventsOf(
	settings: TriggerSettings,
	diff: readonly PlanChange[],
	{ nodeId, last, before, now }: { nodeId: string; last: PlanState } & Record<'before' | 'now', FeatureDigest[]>,
	{ all, features, unsigned }: Record<'all' | 'features' | 'unsigned', Feature[]>,
): { events: PlanEvent[]; occurrences: PlanState['occurrences'] } {
	const { planCode, epoch, features: earlier = [] } = last;
	const plan = [...all, ...earlier];
	const write = featureWriter(plan, settings.form);
	const columns = rowColumnsOf(plan);
	const occurrences = { ...last.occurrences };
	const events = diff
		.filter(({ change }) => settings.events.has(change))
		.map((found): PlanEvent => {
			const { change } = found;
			const featureBefore = 'before' in found ? earlier.at(found.before) : undefined;
			const feature = 'now' in found ? features[found.now] : (featureBefore ?? null);
			const changes =
				change === 'changed' ? changesOf(settings, last, found.before, unsigned[found.now], columns) : undefined;
			// What it led to: that a feature is gone, or has this content. An id says this and how often it was so, but not
			// from where: n8n may have stored none of the last states, and who compares an older one finds several steps as
			// one.
			const { identity, content } = 'now' in found ? now[found.now] : before[found.before];
			const to = digest(JSON.stringify(change === 'removed' ? [identity || content] : [identity, content]));
			occurrences[to] = (occurrences[to] ?? 0) + 1;
			return {
				planCode,
				change,
				eventId: eventId(nodeId, planCode, epoch, to, occurrences[to]),
				feature: feature && write(feature),
				...(featureBefore && { before: write(featureBefore) }),
				...(changes && { changes }),
			};
		});
	return { events, occurrences };
}

const EVENT_ID_LENGTH = 22;

function eventId(...of: unknown[]): string {
	return createHash('sha256').update(JSON.stringify(of)).digest('base64url').slice(0, EVENT_ID_LENGTH);
}

const OMITTED = '(left out)';

/**
 * Undefined where neither the feature before nor its watched values are stored. A change of a geometry that is omitted
 * stays without its values, because there may be no other.
 */
function changesOf(
	{ watchedFields, form }: TriggerSettings,
	last: PlanState,
	index: number,
	now: Feature,
	columns: Columns,
): FieldChange[] | undefined {
	const values = last.values?.at(index);
	const watched = values && Object.fromEntries(watchedFields.map((field, at) => [field, values[at]]));
	const before = last.features?.at(index) ?? watched;
	if (before === undefined) return undefined;
	const changes = fieldChanges(valuesOf(before, watchedFields), valuesOf(now, watchedFields), (key) =>
		columns.labelOf(key),
	);
	if (!form.omitGeometry) return changes;
	return changes.map((one) => (one.field === 'geometry' ? { ...one, before: OMITTED, after: OMITTED } : one));
}

const MAX_TEST_EVENTS = 3;
const TEST_TIMEOUT_MS = 300_000;
/**
 * "Fetch Test Event": features as they would be reported, with each kind of event in turn. Nothing is stored.
 * @throws InvalidInputError when the settings fit none of the plans, with what these have
 */
export async function testEvents(reporter: Reporter<IPollFunctions>): Promise<PlanEvent[]> {
	const input = readSettings(reporter.context);
	const session = await openPollSession(reporter, input, TEST_TIMEOUT_MS);
	let invalid: InvalidInputError | undefined;
	for (const planCode of input.planCodes) {
		const limits = { timeoutMs: TEST_TIMEOUT_MS, maxAttempts: 2 };
		const text = await about({ planCode }, async () => await readPlanText(session, input, planCode, limits));
		const all = readPlanResponse(text, session.settings.secrets);
		const { settings } = settingsForPlan(input, all);
		const features = filterFeatures(all, settings.filter);
		const [warning] = settingsWarnings(settings, all, features);
		if (warning !== undefined)
			invalid ??= new InvalidInputError(`Plan ${planCode}: ${warning.message}`, WARNING_ADVICE[warning.about]);
		else if (features.length > 0) return testEventsOf(settings, planCode, all, features);
	}
	if (invalid !== undefined) throw invalid;
	return [];
}

/** One entry of `changes`, so that its properties can be dragged into other nodes. */
function testEventsOf(settings: TriggerSettings, planCode: string, all: Feature[], features: Feature[]): PlanEvent[] {
	const { identity, includeBefore, watchedFields } = settings;
	const write = featureWriter(all, settings.form);
	const columns = rowColumnsOf(all);
	const kinds = [...settings.events];
	return features.slice(0, MAX_TEST_EVENTS).map((one, index): PlanEvent => {
		const change = kinds[index % kinds.length];
		const [field = 'type'] =
			watchedFields.length > 0 ? watchedFields : Object.keys(one).filter((name) => name !== 'type');
		const [value = null] = [...valuesOf(one, [field]).values()].map((text) => JSON.parse(text) as unknown);
		const hasChanges = change === 'changed' && (includeBefore || watchedFields.length > 0);
		const feature = write(one);
		return {
			planCode,
			change,
			eventId: eventId('test', planCode, change, index, featureDigest(one, identity)),
			feature: change === 'removed' && !includeBefore ? null : feature,
			...(includeBefore && change !== 'added' && { before: feature }),
			...(hasChanges && { changes: [{ field: columns.labelOf(field) ?? field, before: value, after: value }] }),
		};
	});
}
