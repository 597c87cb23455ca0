import type { IPollFunctions } from 'n8n-workflow';
import { DATA_KEY, InvalidInputError, featuresAddress } from '../../service';
import type { FeatureFilter, MatchBy, PlanChange } from '../../service';
import { filters } from '../shared/filter-parameters';
import { Parameters } from '../shared/parameters';
import { readConcurrency, readRequestOptions } from '../shared/request-options';
import type { RequestOptions } from '../shared/request-options';

export interface TriggerSettings {
	planCodes: string[];
	events: ReadonlySet<PlanChange['change']>;
	identity: MatchBy;
	filter: FeatureFilter;
	includeBefore: boolean;
	request: RequestOptions;
	concurrency: number;
}

const EVENTS = ['added', 'changed', 'removed'] as const satisfies Array<PlanChange['change']>;

/** @throws InvalidInputError that names the parameter */
export function readTriggerSettings(context: IPollFunctions): TriggerSettings {
	const parameters = new Parameters({
		getNode: () => context.getNode(),
		getNodeParameter: (name, _itemIndex, fallback) => context.getNodeParameter(name, fallback),
		getInputData: () => [],
	});
	const planCodes = [...new Set(parameters.texts('planCodes', 0).map((code) => code.trim()))];
	if (planCodes.length === 0) {
		throw new InvalidInputError('No plan is given', 'Add at least one plan code under Plan Codes.');
	}
	for (const planCode of planCodes) featuresAddress('', planCode);
	const identity = readIdentity(parameters);
	return {
		planCodes,
		events: readEvents(parameters, identity),
		identity,
		filter: filters.read(parameters, 0),
		includeBefore: parameters.flag('options.includeBefore', 0),
		request: readRequestOptions(parameters, 0),
		concurrency: readConcurrency(parameters),
	};
}

function readEvents(parameters: Parameters, { by }: MatchBy): Set<PlanChange['change']> {
	const wanted = parameters.texts('events', 0);
	const events = new Set(EVENTS.filter((event) => wanted.includes(event)));
	if (events.size === 0) {
		throw new InvalidInputError('No event is chosen', 'Choose at least one of Added, Changed and Removed under Events.');
	}
	if (by === 'feature' && events.size === 1 && events.has('changed')) {
		throw new InvalidInputError(
			'A feature that is identified by the whole of it never changes: it is removed and another one is added',
			'Choose Added and Removed under Events, or identify features by a data field or a member.',
		);
	}
	return events;
}

function readIdentity(parameters: Parameters): MatchBy {
	switch (parameters.choice('identifyBy', 0, ['content', 'dataField', 'path'])) {
		case 'dataField': {
			const key = parameters.text('dataFieldKey', 0).trim();
			if (DATA_KEY.test(key)) return { by: 'dataField', key };
			throw new InvalidInputError(
				'Data Field Code must match dfld_ followed by 25 of a-z, 0-9',
				'Give the code of the data field that identifies a feature.',
			);
		}
		case 'path': {
			const path = parameters.text('path', 0).trim();
			if (path !== '') return { by: 'member', path };
			throw new InvalidInputError('Member is empty', 'Name the member that identifies a feature, such as id.');
		}
		case 'content':
			return { by: 'feature' };
	}
}
