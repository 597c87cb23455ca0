import { createHash } from 'crypto';
import type { IPollFunctions } from 'n8n-workflow';
import { rowColumnsOf } from '../../service/columns';
import { digest, featureDigest, fieldChanges, filterFeatures, valuesOf } from '../../service/plan';
import type { Feature, FeatureDigest, FieldChange, PlanChange } from '../../service/plan';
import type { Reporter } from '../shared/reporter';
import { featureWriter } from '../shared/data-format';
import { asItemFailure } from '../shared/failures';
import { InvalidInputError, withSubject } from '../shared/item-failure';
import { openReader } from './read';
import { WARNING_ADVICE, readSettings, settingsForPlan, settingsWarnings } from './settings';
import type { TriggerSettings } from './settings';
import type { PlanEvent, PlanState } from './state';

/** Two snapshots of a plan. */
interface Snapshots {
	nodeId: string;
	last: PlanState;
	before: readonly FeatureDigest[];
	now: readonly FeatureDigest[];
	/** All features of the plan now. */
	all: readonly Feature[];
	/** Those that pass the filters, and the same without what lets anyone see their photos. */
	features: readonly Feature[];
	unsigned: readonly Feature[];
}

/** The events that the settings choose, in the format that they set, and what the plan's next events have to know. */
export function eventsOf(
	settings: TriggerSettings,
	diff: readonly PlanChange[],
	snapshots: Snapshots,
): { events: PlanEvent[]; occurrences: PlanState['occurrences'] } {
	const { nodeId, last, all, features, unsigned } = snapshots;
	const { planCode, epoch } = last;
	const earlierFeatures = last.features ?? [];
	const plan = [...all, ...earlierFeatures];
	const write = featureWriter(plan, settings.form);
	const columns = rowColumnsOf(plan);
	const nameOf = (key: string) => columns.labelOf(key);
	const occurrences = { ...last.occurrences };
	const events = diff
		.filter(({ change }) => settings.events.has(change))
		.map((found): PlanEvent => {
			const before = 'before' in found ? earlierFeatures.at(found.before) : undefined;
			const feature = 'now' in found ? features[found.now] : (before ?? null);
			const changes =
				found.change === 'changed' ? changesOf(settings, last, found.before, unsigned[found.now], nameOf) : undefined;
			const to = destinationOf(found, snapshots);
			occurrences[to] = (occurrences[to] ?? 0) + 1;
			return {
				planCode,
				change: found.change,
				eventId: eventId(nodeId, planCode, epoch, to, occurrences[to]),
				feature: feature && write(feature),
				...(before && { before: write(before) }),
				...(changes && { changes }),
			};
		});
	return { events, occurrences };
}

/**
 * What a change led to: that a feature is gone, or has this content. An id says this and how often it was so, but not
 * from where: n8n may have stored none of the last states, and who compares an older one finds several steps as one.
 */
function destinationOf(found: PlanChange, { before, now }: Snapshots): string {
	const { identity, content } = 'now' in found ? now[found.now] : before[found.before];
	return digest(JSON.stringify(found.change === 'removed' ? [identity || content] : [identity, content]));
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
	nameOf: (key: string) => string | undefined,
): FieldChange[] | undefined {
	const values = last.values?.at(index);
	const watched = values && Object.fromEntries(watchedFields.map((field, at) => [field, values[at]]));
	const before = last.features?.at(index) ?? watched;
	if (before === undefined) return undefined;
	const changes = fieldChanges(valuesOf(before, watchedFields), valuesOf(now, watchedFields), nameOf);
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
	const reader = await openReader(reporter, input, TEST_TIMEOUT_MS);
	let invalid: InvalidInputError | undefined;
	for (const planCode of input.planCodes) {
		const text = await reader.read(planCode, { timeoutMs: TEST_TIMEOUT_MS, maxAttempts: 2 }).catch((error: unknown) => {
			throw withSubject(asItemFailure(error), { planCode });
		});
		const all = reader.parse(text);
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
