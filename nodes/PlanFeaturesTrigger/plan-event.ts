import { createHash } from 'crypto';
import { rowColumnsOf } from '../../service/columns';
import type { Columns } from '../../service/columns';
import { fieldChanges, fieldText, fieldValues, fieldsOf } from '../../service/plan';
import type { Feature, FeatureMark, FieldChange, PlanChange } from '../../service/plan';
import { shapeOf } from '../shared/feature-form';
import type { PlanMemory } from './plan-memory';
import type { TriggerSettings } from './trigger-settings';

/** What a workflow is started with. */
export interface PlanEvent {
	planCode: string;
	change: PlanChange['change'];
	/** The same when the same change is told again, another one when a feature changes in the same way again. */
	eventId: string;
	/** As it is now; as it was for a removed one, or null where that is not stored. */
	feature: Feature | null;
	/** With "Include Before" only. */
	before?: Feature;
	/** For a changed one, where the values before are stored. */
	changes?: FieldChange[];
}

/** Two states of a plan. */
interface Compared {
	nodeId: string;
	last: PlanMemory;
	before: FeatureMark[];
	/** Features of the plan now, filtered or not. */
	all: Feature[];
	/** Those that pass the filters; the same with numbers as they are written, which are compared; and their marks. */
	features: Feature[];
	exact: Feature[];
	marks: FeatureMark[];
}

/** The events that the settings choose, in the form that they ask for. */
export function eventsOf(settings: TriggerSettings, changes: PlanChange[], compared: Compared): PlanEvent[] {
	const { last, all, features, exact } = compared;
	const nextId = eventIds(compared);
	const chosen = changes.filter(({ change }) => settings.events.has(change));
	const needsBefore = chosen.some(({ change }) => change !== 'added');
	const before = needsBefore && settings.includeBefore ? (JSON.parse(last.features ?? '[]') as Feature[]) : [];
	const values = needsBefore ? (JSON.parse(last.values ?? '[]') as unknown[][]) : [];
	const both = [...all, ...before];
	const names = rowColumnsOf(both);
	const events = chosen.map((found): PlanEvent => {
		const event = { planCode: last.planCode, change: found.change, eventId: nextId(found) };
		if (found.change === 'added') return { ...event, feature: features[found.now] };
		const earlier = before.at(found.before);
		const shown = earlier === undefined ? {} : { before: earlier };
		if (found.change === 'removed') return { ...event, feature: earlier ?? null, ...shown };
		const now = features[found.now];
		const told = changesOf(settings, exact[found.now], earlier, values.at(found.before), names);
		return { ...event, feature: now, ...shown, ...(told === undefined ? {} : { changes: told }) };
	});
	return shapeEvents(settings, both, events);
}

/** Of a change: the state that was compared, the marks before and after, and which of equal ones it is. */
function eventIds({ nodeId, last, before, marks }: Compared): (change: PlanChange) => string {
	const counts = new Map<string, number>();
	const markText = (mark?: FeatureMark) => (mark === undefined ? '' : mark.identity + mark.content);
	return (change) => {
		const earlier = 'before' in change ? markText(before[change.before]) : '';
		const now = 'now' in change ? markText(marks[change.now]) : '';
		const key = JSON.stringify([nodeId, last.planCode, last.number, earlier, now]);
		const count = counts.get(key) ?? 0;
		counts.set(key, count + 1);
		return eventId(key, count);
	};
}

const EVENT_ID_LENGTH = 22;

export function eventId(...of: unknown[]): string {
	return createHash('sha256').update(JSON.stringify(of)).digest('base64url').slice(0, EVENT_ID_LENGTH);
}

function changesOf(
	{ watchedFields }: TriggerSettings,
	now: Feature,
	before: Feature | undefined,
	values: unknown[] | undefined,
	names: Columns,
): FieldChange[] | undefined {
	const nameOf = (key: string) => names.labelOf(key);
	if (before === undefined)
		return (
			values &&
			fieldChanges(
				watchedFields,
				values.map((value) => fieldText(value)),
				now,
				nameOf,
			)
		);
	const fields = watchedFields.length > 0 ? watchedFields : fieldsOf(now, before);
	return fieldChanges(fields, fieldValues(before, fields), now, nameOf);
}

/** The features of events in the form that the options ask for. */
export function shapeEvents(
	{ form }: Pick<TriggerSettings, 'form'>,
	all: readonly Feature[],
	events: PlanEvent[],
): PlanEvent[] {
	if (events.length === 0) return events;
	const shape = shapeOf(all, form);
	return events.map(({ feature, before, changes, ...event }) => ({
		...event,
		feature: feature === null ? null : shape(feature),
		...(before === undefined ? {} : { before: shape(before) }),
		...(changes === undefined ? {} : { changes: form.omitGeometry ? changes.map(withoutGeometry) : changes }),
	}));
}

const LEFT_OUT = '(left out)';

/** A change of it is told, because a feature with no other change has changed. */
function withoutGeometry(change: FieldChange): FieldChange {
	return change.field === 'geometry' ? { ...change, before: LEFT_OUT, after: LEFT_OUT } : change;
}
