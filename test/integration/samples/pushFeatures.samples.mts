import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox/server.mts';
import { dataFields } from '../../../tools/sandbox/demo/constants.mts';
import { demo } from '../../../tools/sandbox/server.mts';
import type { Feature } from '../../../service/plan';
import { zone } from '../../support/engine/features.mts';
import { byColumns, getMany, lookup, push } from '../../support/engine/steps.mts';
import { firstItem, reason } from './forms.mts';
import type { Samples } from './sample.mts';
import { only, within } from './shortening.mts';

const planCode = 'pln_newplan000000000000000000';

/** A plan that holds these features. */
function holding(...features: Feature[]) {
	return (sandbox: Sandbox) => sandbox.setFeatures(planCode, features);
}

function items(...features: Feature[]) {
	return features.map((feature) => ({ planCode, ...feature }));
}

function room(name: string, value: string): Feature {
	return { type: 'room', name, data: [{ ...dataFields.tenant, value }] };
}

function pushItems(options: INodeParameters = {}, parameters: INodeParameters = {}) {
	return push(options, { source: 'item', ...parameters });
}

export const pushFeatures: Samples = {
	'pushFeatures.push': {
		before: holding(),
		run: { items: items(zone('A'), zone('B')), steps: [pushItems()] },
	},
	'pushFeatures.check': {
		before: holding(zone('A')),
		run: {
			items: items(
				zone('A'),
				zone('B', { zoneType: 'shared' }),
				zone('C', { data: [{ key: 'tenant', name: '', value: 'Quay Books' }] }),
			),
			steps: [pushItems({}, { operation: 'check' })],
		},
	},
	'pushFeatures.compare': {
		before: holding({ id: 'room_1', ...room('3.01', 'Quay Books') }, { id: 'room_2', ...room('3.02', 'Tide & Co') }),
		run: {
			items: items(room('3.01', 'Harbour Ltd'), room('3.03', 'Quay Books')),
			steps: [pushItems({}, { operation: 'compare', ...byColumns('name (property)') })],
		},
		shorten: [only('result', 'reason', 'match', 'changes')],
	},
	'pushFeatures.refused': {
		before: holding(),
		run: {
			items: items(zone('A'), zone('B', { zoneType: 'shared' })),
			// Validate would reject it before the service does.
			steps: [
				{
					...pushItems({ existing: 'skip', validate: false, onBatchError: 'isolate' }),
					onError: 'continueErrorOutput',
				},
			],
			output: 'failed',
		},
		shorten: [only('message', 'details'), within('details', only('status', 'planCode', 'rejected', 'safeToRetry'))],
		form: firstItem,
	},
	'pushFeatures.unknown': {
		before: (sandbox) => {
			holding()(sandbox);
			sandbox.intercept({ route: 'push', reply: { status: 504 } });
		},
		run: {
			items: items(zone('O'), zone('Q')),
			steps: [{ ...pushItems({ existing: 'push' }), onError: 'continueErrorOutput' }],
			output: 'failed',
		},
		form: reason,
	},
	// The plan nodes of workflows/main-example.json; Edit Fields between them does not change what Push says.
	'mainExample.push': {
		run: {
			items: [{ code: demo.floorCode }],
			steps: [
				lookup({ resource: 'floor', operation: 'get' }),
				getMany({ dataFormat: 'byName' }, { returnAll: false, limit: 3, filters: { types: ['room'] } }),
				pushItems(),
			],
		},
	},
};
