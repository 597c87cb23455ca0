import type { IPollFunctions } from 'n8n-workflow';
import { InvalidInputError } from '../shared/invalid-input-error';
import { featuresAddress } from '../../service/answer';
import type { FeatureFilter, MatchBy, PlanChange } from '../../service/plan';
import type { FeatureForm } from '../shared/feature-form';
import { filters } from '../shared/filter-parameters';
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
	/** Codes of data fields and paths of members; empty for everything. */
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
