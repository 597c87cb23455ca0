import type { IPollFunctions } from 'n8n-workflow';
import { InvalidInputError } from '../shared/item-error';
import { featuresAddress } from '../../service/answer';
import { dataFieldMeant, rowColumnsOf } from '../../service/columns';
import { memberAt } from '../../service/plan';
import type { Feature, FeatureFilter, MatchBy, PlanChange } from '../../service/plan';
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
