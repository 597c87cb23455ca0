import { ColumnNames, memberNamesOf } from '../../service/columns';
import { fieldChanges, fieldValues, fieldsOf } from '../../service/plan';
import { canonicalText } from '../../service/text';
import type { Feature, FieldChange, PlanChange } from '../../service/plan';
import { shapeOf } from '../shared/feature-form';
import type { PlanMemory } from './plan-memory';
import type { TriggerSettings } from './trigger-settings';

/** What a workflow is started with. */
export interface PlanEvent {
	planCode: string;
	change: PlanChange['change'];
	/** As it is now; as it was for a removed one, or null where that is not stored. */
	feature: Feature | null;
	/** With "Include Before" only. */
	before?: Feature;
	/** For a changed one, where the values before are stored. */
	changes?: FieldChange[];
}

/**
 * The events that the settings choose, in the form that they ask for.
 * @param all features of the plan, filtered or not
 */
export function eventsOf(
	settings: TriggerSettings,
	planCode: string,
	changes: PlanChange[],
	last: PlanMemory,
	all: Feature[],
	features: Feature[],
): PlanEvent[] {
	const chosen = changes.filter(({ change }) => settings.events.has(change));
	if (chosen.every(({ change }) => change === 'added'))
		return shapeEvents(
			settings,
			all,
			chosen.map((found) => eventOf(planCode, found, features)),
		);
	const before = settings.includeBefore ? (JSON.parse(last.features ?? '[]') as Feature[]) : [];
	const values = JSON.parse(last.values ?? '[]') as unknown[][];
	const both = [...all, ...before];
	const names = new ColumnNames('byName', both, memberNamesOf(both));
	return shapeEvents(
		settings,
		both,
		chosen.map((found) => {
			const event = eventOf(planCode, found, features);
			if (found.change === 'added') return event;
			const earlier = before.at(found.before);
			if (found.change === 'removed')
				return { ...event, feature: earlier ?? null, ...(earlier === undefined ? {} : { before: earlier }) };
			const told = changesOf(settings, features[found.now], earlier, values.at(found.before), names);
			return {
				...event,
				...(earlier === undefined ? {} : { before: earlier }),
				...(told === undefined ? {} : { changes: told }),
			};
		}),
	);
}

function eventOf(planCode: string, found: PlanChange, features: Feature[]): PlanEvent {
	return { planCode, change: found.change, feature: found.change === 'removed' ? null : features[found.now] };
}

function changesOf(
	{ watchedFields }: TriggerSettings,
	now: Feature,
	before: Feature | undefined,
	values: unknown[] | undefined,
	names: ColumnNames,
): FieldChange[] | undefined {
	const nameOf = (key: string) => names.labelOf(key);
	if (before === undefined) return values && fieldChanges(watchedFields, values.map(canonicalText), now, nameOf);
	const fields = watchedFields.length > 0 ? watchedFields : fieldsOf(now, before);
	return fieldChanges(fields, fieldValues(before, fields), now, nameOf);
}

/** The features of events in the form that the options ask for. */
export function shapeEvents({ form }: TriggerSettings, all: readonly Feature[], events: PlanEvent[]): PlanEvent[] {
	if (events.length === 0) return events;
	const shape = shapeOf(all, form);
	return events.map(({ feature, before, changes, ...event }) => ({
		...event,
		feature: feature === null ? null : shape(feature),
		...(before === undefined ? {} : { before: shape(before) }),
		...(changes === undefined
			? {}
			: { changes: form.omitGeometry ? changes.filter(({ field }) => field !== 'geometry') : changes }),
	}));
}
