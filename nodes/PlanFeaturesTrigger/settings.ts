import type { IPollFunctions } from 'n8n-workflow';
import { featuresUrl } from '../../service/api';
import { rowColumnsOf } from '../../service/columns';
import type { Columns } from '../../service/columns';
import { DATA_KEY, dataFieldsOf, identityOf, valueAtPath, ownIdentities, whyMissed } from '../../service/plan';
import type { Feature, FeatureFilter, MatchBy, PlanChange } from '../../service/plan';
import { inertText, joinFirst, memo } from '../../service/text';
import { dataFieldCode, dataFieldParameter } from '../shared/data-field-parameter';
import { featureForm } from '../shared/data-format';
import { filterForPlan, filters } from '../shared/filter-parameters';
import type { FoundField } from '../shared/filter-parameters';
import { InvalidInputError } from '../shared/item-failure';
import { choice, choices, flag, fromList, optionsOf, pickedText, rows, texts, typed } from '../shared/parameter';
import { Parameters } from '../shared/parameters';
import { planRowParameter } from '../shared/plan-parameter';
import { requestOptions, requestOptionsFrom } from '../shared/request-options';

const planCode = planRowParameter('The plan to watch, such as the planCode that a lookup of a floor or campus gives');

const planRows = rows(
	{ displayName: 'Plans', name: 'planCodes', placeholder: 'Add Plan', description: 'The plans to watch' },
	{ displayName: 'Plan', name: 'plans' },
	{ planCode },
);

const identifyBy = choice({
	displayName: 'Identify By',
	name: 'identifyBy',
	type: 'options',
	options: [
		{
			name: 'Data Field',
			value: 'dataField',
			description: 'The value of one data field identifies a feature, such as a room number',
		},
		{
			name: 'Property',
			value: 'path',
			description: 'A property identifies a feature, such as the code that the service gives it',
		},
		{ name: 'Whole Feature', value: 'content', description: 'A changed feature is one removed and one added' },
	],
	default: 'content',
	description: 'How the node recognizes a feature after a change',
});

const dataFieldKey = dataFieldParameter({
	displayName: 'Data Field',
	name: 'dataFieldKey',
	required: true,
	description: 'The data field whose value identifies a feature',
	displayOptions: { show: { identifyBy: ['dataField'] } },
});

const path = pickedText({
	displayName: 'Property',
	name: 'path',
	required: true,
	description: 'The property that identifies a feature; a dot leads into an object',
	displayOptions: { show: { identifyBy: ['path'] } },
	modes: [
		fromList('searchIdentities', 'First those by which the service itself distinguishes features'),
		typed('name', 'By Name', 'e.g. code'),
	],
});

const triggerOn = {
	displayName: 'Trigger On',
	name: 'events' as const,
	type: 'multiOptions' as const,
	options: [
		{ name: 'Added', value: 'added' as const, description: 'A feature is new on the plan, or passes the filters now' },
		{ name: 'Changed', value: 'changed' as const, description: 'A feature with the same identity has other content' },
		{ name: 'Removed', value: 'removed' as const, description: 'A feature is gone, or no longer passes the filters' },
	],
	required: true,
	description: 'What starts the workflow',
};

const events = choices({
	...triggerOn,
	default: ['added', 'changed', 'removed'],
	displayOptions: { show: { identifyBy: ['dataField', 'path'] } },
});

/** A feature that is identified by all of it never changes. */
const eventsOfWholeFeatures = choices({
	...triggerOn,
	default: ['added', 'removed'],
	hint: 'To find changed features, too, set Identify By to Data Field',
	displayOptions: { show: { identifyBy: ['content'] } },
});

const options = optionsOf({
	...featureForm,
	...requestOptions,
	includeBefore: flag({
		displayName: 'Include Before',
		name: 'includeBefore',
		type: 'boolean',
		default: false,
		description:
			'Whether to include the previous version of the feature. Stores whole features, so a plan may have fewer. ' +
			'Without it, the feature of a removed one is null.',
	}),
	watchedFields: texts({
		displayName: 'Watched Fields',
		name: 'watchedFields',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Field' },
		default: [],
		placeholder: 'e.g. Tenant or zoneType',
		description:
			'Only changes to these fields trigger the workflow: data fields, by name or code, and properties. The output ' +
			'includes their previous values.',
	}),
});

export const triggerProperties = [
	planRows.property,
	identifyBy.property,
	dataFieldKey.property,
	path.property,
	events.property,
	eventsOfWholeFeatures.property,
	filters.property,
	options.property,
];

export type TriggerSettings = ReturnType<typeof readSettings>;

/** @throws InvalidInputError that names the parameter */
export function readSettings(context: IPollFunctions) {
	const parameters = new Parameters({
		getNode: () => context.getNode(),
		getNodeParameter: (name, _itemIndex, fallback) => context.getNodeParameter(name, fallback),
		getInputData: () => [],
	});
	const planCodes = [...new Set(planRows.read(parameters, 0).map((row) => row.planCode))];
	if (planCodes.length === 0) throw new InvalidInputError('No plan is given', 'Add at least one plan under Plans.');
	for (const planCode of planCodes) featuresUrl('', planCode);
	const identity = readIdentity(parameters);
	const filter = filters.read(parameters, 0);
	const { includeBefore, watchedFields, ...others } = options.read(parameters, 0);
	return {
		planCodes,
		events: readEvents(parameters, identity, watchedFields),
		identity,
		filter,
		filterAsSet: asSet(filter, parameters),
		includeBefore,
		/** Codes or names of data fields and paths of properties; empty for everything. */
		watchedFields: [...new Set(watchedFields)].sort(),
		form: others,
		request: requestOptionsFrom(others),
		concurrency: others.concurrency,
		timezone: context.getTimezone(),
	};
}

/**
 * A filter as it is set, in whatever order: what an expression gives may change between two polls, which is no other
 * setting.
 */
function asSet(filter: FeatureFilter, parameters: Parameters): unknown {
	const valueOf = (name: string, value: unknown) =>
		parameters.isTyped(`filters.${name}`) ? value : parameters.raw(`filters.${name}`);
	const sorted = (texts: readonly string[]) => [...new Set(texts)].sort();
	return {
		...filter,
		types: valueOf('types', sorted(filter.types)),
		zoneTypes: valueOf('zoneTypes', sorted(filter.zoneTypes)),
		data: filter.data.map((condition, at) => ({
			...condition,
			value: valueOf(`data.conditions.${at}.value`, condition.value),
		})),
	};
}

function readIdentity(parameters: Parameters): MatchBy {
	const by = identifyBy.read(parameters, 0);
	if (by === 'content') return { by: 'feature' };
	if (by === 'path') {
		const property = path.read(parameters, 0);
		if (property !== '') return { by: 'property', path: property };
		throw new InvalidInputError('Property is empty', 'Choose the property that identifies a feature, such as code.');
	}
	const key = dataFieldKey.read(parameters, 0);
	if (DATA_KEY.test(key)) return { by: 'dataField', key };
	const message = 'Data Field must match dfld_ followed by 25 of a-z, 0-9';
	throw new InvalidInputError(message, 'Choose the data field that identifies a feature, or enter its code.');
}

function readEvents(parameters: Parameters, { by }: MatchBy, watchedFields: string[]): Set<PlanChange['change']> {
	const chosen = (by === 'feature' ? eventsOfWholeFeatures : events).read(parameters, 0);
	if (chosen.length === 0)
		throw new InvalidInputError('No event is chosen', 'Choose Added, Changed or Removed under Trigger On.');
	const found = chosen.filter((event) => by !== 'feature' || event !== 'changed');
	if (found.length > 0 && (by !== 'feature' || watchedFields.length === 0)) return new Set(found);
	throw new InvalidInputError(
		'A feature that is identified by the whole of it never changes: it is removed and another one is added',
		'Set Identify By to Data Field or Property, or choose Added and Removed under Trigger On and no Watched Fields.',
	);
}

/**
 * The settings with codes in place of the names of data fields. The codes are stored with the plan, so that another
 * name of a data field changes nothing.
 * @param stored the fields of the filter and the watched ones, in this order
 */
export function settingsForPlan(
	settings: TriggerSettings,
	plan: readonly Feature[],
	stored?: readonly FoundField[],
): { settings: TriggerSettings; fields?: readonly FoundField[] } {
	const { filter, watchedFields, timezone } = settings;
	const fields = dataFieldsOf(plan);
	if (fields.size === 0 || filter.data.length + watchedFields.length === 0) return { settings, fields: stored };
	const { data } = filterForPlan(filter, plan, timezone, stored);
	const columns = memo(() => rowColumnsOf(plan));
	// What no feature had before may be there now, and a data field may be made anew.
	const watched = watchedFields.map((text, at) => {
		const code = stored?.[data.length + at].code ?? '';
		return code === text || fields.has(code) ? code : watchedCode(text, plan, columns()) || code;
	});
	return {
		settings: {
			...settings,
			filter: { ...filter, data: [...data] },
			watchedFields: watched.map((code, at) => code || watchedFields[at]),
		},
		fields: [
			...data.map(({ field, value, valuesOnPlan }) => ({
				code: field,
				...(valuesOnPlan && { value, values: valuesOnPlan }),
			})),
			...watched.map((code) => ({ code })),
		],
	};
}

/**
 * A property comes before a data field of the same name; what is neither is empty, and `settingsWarnings` names it.
 * @throws InvalidInputError where several data fields are called so
 */
function watchedCode(text: string, plan: readonly Feature[], columns: Columns): string {
	if (plan.some((feature) => valueAtPath(feature, text) !== undefined)) return text;
	// As the items of this node show a data field: `feature.data.Tenant`.
	const name = [text, text.replace(/^data\./, '')].find((one) => columns.fieldsOf(one).length > 0);
	return name === undefined ? '' : dataFieldCode(name, columns, 'Watched Fields');
}

/** A setting that fits no feature of a plan, so that a workflow would wait in vain. */
export interface SettingsWarning {
	about: keyof typeof WARNING_ADVICE;
	/** Fits after the name of the plan. */
	message: string;
}

export const WARNING_ADVICE = {
	filters: 'Correct Filters.',
	identity: 'Choose another Identify By, or another field or property for it.',
	watchedFields: 'Correct Watched Fields.',
};

const MAX_NAMES = 20;

/** @param all features of the plan. @param features those that pass the filters */
export function settingsWarnings(
	{ filter, identity, watchedFields }: TriggerSettings,
	all: Feature[],
	features: Feature[],
): SettingsWarning[] {
	if (all.length === 0) return [];
	const warnings: SettingsWarning[] = [];
	const warn = (about: SettingsWarning['about'], message: string) => warnings.push({ about, message });
	const missed = whyMissed(all, features, filter);
	if (missed !== undefined) warn('filters', inertText(missed));
	if (features.length === 0) return warnings;
	// What the service sent is shown inert.
	const list = (names: Iterable<string>) => joinFirst(MAX_NAMES, [...names], inertText) || 'none';
	// Data is watched by its fields.
	const properties = new Set(features.flatMap(Object.keys).filter((name) => name !== 'data'));
	const fields = new Map([...dataFieldsOf(features)].map(([key, name]) => [key, `${name} (${key})`]));
	const isProperty = (path: string) => path !== 'data' && features.some((one) => valueAtPath(one, path) !== undefined);
	const unknownFields = watchedFields.filter((field) => !fields.has(field) && !isProperty(field));
	const hasIdentity = identity.by === 'feature' || features.some((one) => identityOf(one, identity) !== undefined);
	const identifiedBy = identity.by === 'property' ? `property ${identity.path}` : 'chosen data field';
	const [own] = [...ownIdentities(all).keys()].map(
		(name) => ` The property ${inertText(name)} identifies each feature.`,
	);
	const known = `Data fields of the plan: ${list(fields.values())}. Properties of its features: ${list(properties)}`;
	if (!hasIdentity)
		warn('identity', `No feature has a value in the ${identifiedBy} of Identify By.${own ?? ''} ${known}`);
	if (unknownFields.length > 0)
		warn('watchedFields', `No feature has ${unknownFields.join(', ')} of Watched Fields. ${known}`);
	return warnings;
}
