import type { IPollFunctions } from 'n8n-workflow';
import { featuresAddress } from '../../service/api';
import { rowColumnsOf } from '../../service/columns';
import { identityOf, isDataEntry, memberAt, whyNoneMatch } from '../../service/plan';
import type { Feature, FeatureFilter, MatchBy, PlanChange } from '../../service/plan';
import { inertText, joinFirst } from '../../service/text';
import { InvalidInputError } from '../shared/item-error';
import { dataFieldMeant } from '../shared/data-field-parameter';
import type { FeatureForm } from '../shared/feature-form';
import { filterForPlan, filters } from '../shared/filter-parameters';
import { Parameters } from '../shared/parameters';
import { requestOptionsFrom } from '../shared/request-options';
import type { RequestOptions } from '../shared/request-options';
import { assertDataField, dataFieldKey, events, identifyBy, options, path, plans } from './trigger-parameters';

export interface TriggerSettings {
	planCodes: string[];
	/** In the order in which samples show them. */
	events: ReadonlySet<PlanChange['change']>;
	identity: MatchBy;
	filter: FeatureFilter;
	includeBefore: boolean;
	/** Codes or names of data fields and paths of members; empty for everything. */
	watchedFields: string[];
	form: FeatureForm;
	request: RequestOptions;
	concurrency: number;
}

/** @throws InvalidInputError that names the parameter */
export function readTriggerSettings(context: IPollFunctions): TriggerSettings {
	const parameters = new Parameters({
		getNode: () => context.getNode(),
		getNodeParameter: (name, _itemIndex, fallback) => context.getNodeParameter(name, fallback),
		getInputData: () => [],
	});
	const planCodes = plans.read(parameters, 0);
	if (planCodes.length === 0) throw new InvalidInputError('No plan is given', 'Add at least one plan under Plans.');
	for (const planCode of planCodes) featuresAddress('', planCode);
	const identity = readIdentity(parameters);
	const { dataFormat, dropEmptyData, omitGeometry, includeBefore, watchedFields, ...request } = options.read(
		parameters,
		0,
	);
	return {
		planCodes,
		events: readEvents(parameters, identity),
		identity,
		filter: filters.read(parameters, 0),
		includeBefore,
		watchedFields: [...new Set(watchedFields)],
		form: { dataFormat, dropEmptyData, omitGeometry },
		request: requestOptionsFrom(request),
		concurrency: Math.floor(request.concurrency),
	};
}

/**
 * The settings with codes in place of the names of data fields. The codes are remembered with the plan, so that another
 * name of a data field changes nothing.
 * @param remembered of the fields of the filter and of the watched ones, in this order
 */
export function settingsForPlan(
	settings: TriggerSettings,
	plan: readonly Feature[],
	remembered?: readonly string[],
): { settings: TriggerSettings; codes?: readonly string[] } {
	const { filter, watchedFields } = settings;
	const given = [...filter.data.map(({ field }) => field), ...watchedFields];
	if (plan.length === 0 || given.length === 0) return { settings, codes: remembered };
	const codes = remembered ?? [
		...filterForPlan(filter, plan).data.map(({ field }) => field),
		...watchedCodes(watchedFields, plan),
	];
	const data = filter.data.map((condition, index) => ({ ...condition, field: codes[index] }));
	const meant = { ...settings, filter: { ...filter, data }, watchedFields: codes.slice(data.length) };
	return codes.some((code, index) => code !== given[index]) ? { settings: meant, codes } : { settings: meant };
}

/** A member comes before a data field of the same name. What is neither is told when the plan is read first. */
function watchedCodes(watchedFields: readonly string[], plan: readonly Feature[]): string[] {
	const columns = rowColumnsOf(plan);
	return watchedFields.map((text) => {
		if (plan.some((feature) => memberAt(feature, text) !== undefined)) return text;
		const meant = dataFieldMeant(text, columns);
		return typeof meant === 'string' ? text : meant.key;
	});
}

function readEvents(parameters: Parameters, { by }: MatchBy): Set<PlanChange['change']> {
	const chosen = new Set(events.read(parameters, 0));
	if (chosen.size === 0) {
		throw new InvalidInputError(
			'No event is chosen',
			'Choose at least one of Added, Changed and Removed under Trigger On.',
		);
	}
	if (by === 'feature' && chosen.size === 1 && chosen.has('changed')) {
		throw new InvalidInputError(
			'A feature that is identified by the whole of it never changes: it is removed and another one is added',
			'Choose Added and Removed under Trigger On, or identify features by a data field or a member.',
		);
	}
	return new Set((['added', 'changed', 'removed'] as const).filter((event) => chosen.has(event)));
}

function readIdentity(parameters: Parameters): MatchBy {
	switch (identifyBy.read(parameters, 0)) {
		case 'dataField': {
			const key = dataFieldKey.read(parameters, 0);
			assertDataField(key);
			return { by: 'dataField', key };
		}
		case 'path': {
			const member = path.read(parameters, 0).trim();
			if (member !== '') return { by: 'member', path: member };
			throw new InvalidInputError('Member is empty', 'Name the member that identifies a feature, such as id.');
		}
		case 'content':
			return { by: 'feature' };
	}
}

/** What seems wrong with the settings, as a plan shows it. Words fit after the name of the plan. */
export interface Doubt {
	about: 'filters' | 'identity' | 'watchedFields';
	words: string;
}

/** Enough to find the right name in. */
const MOST_NAMES = 20;

/**
 * Settings that no feature of a plan answers to: a workflow would wait in vain.
 * @param all features of the plan. @param features those that pass the filters
 */
export function doubtsAbout(
	{ filter, identity, watchedFields }: TriggerSettings,
	all: Feature[],
	features: Feature[],
): Doubt[] {
	if (all.length === 0) return [];
	if (features.length === 0) return [{ about: 'filters', words: inertText(whyNoneMatch(all, filter)) }];
	const types = new Set(all.map(({ type }) => String(type)));
	const entries = features.flatMap(({ data }) => (Array.isArray(data) ? data.filter(isDataEntry) : []));
	const members = new Set(features.flatMap(Object.keys));
	const names = new Map(entries.map(({ key, name }) => [key, `${name} (${key})`]));
	const ofMembers = `Members of the features: ${listNames(members)}`;
	const ofFields = `Data fields of the plan: ${names.size === 0 ? 'none' : listNames(names.values())}`;
	const doubts: Doubt[] = [];
	const noType = filter.types.filter((type) => !types.has(type));
	if (noType.length > 0) {
		const words = `No feature has the type ${noType.join(', ')}. The types of the plan: ${listNames(types)}`;
		doubts.push({ about: 'filters', words });
	}
	if (identity.by !== 'feature' && features.every((feature) => identityOf(feature, identity) === undefined)) {
		const [what, has] =
			identity.by === 'member' ? [`member ${identity.path}`, ofMembers] : [`data field ${identity.key}`, ofFields];
		const words = `No feature has a value in the ${what}, by which features are identified. ${has}`;
		doubts.push({ about: 'identity', words });
	}
	const isKnown = (field: string) => members.has(field) || members.has(field.split('.')[0]) || names.has(field);
	const noField = watchedFields.filter((field) => !isKnown(field));
	if (noField.length > 0) {
		const words = `No feature has ${noField.join(', ')} of Watched Fields. ${ofFields}. ${ofMembers}`;
		doubts.push({ about: 'watchedFields', words });
	}
	return doubts;
}

/** What the service sent is shown inert. */
function listNames(names: Iterable<string>): string {
	return joinFirst(MOST_NAMES, [...new Set(names)], inertText);
}
