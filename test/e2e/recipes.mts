import { dataFields } from '../../tools/sandbox/demo/constants.mts';
import { demo } from '../../tools/sandbox/server.mts';
import { plan } from '../support/host/run-on-items.mts';
import type { Part } from '../support/host/run-on-items.mts';

/** A line of docs/examples.md, with the parameters that it names; the nodes may be run one after the other. */
export interface Recipe {
	/** What the trigger gives. */
	items: object[];
	parts: Part[];
}

const onPlan = [{ planCode: demo.planCode }];
const rooms = { types: ['room'] };
const byCode = (value: string) => ({ __rl: true, mode: 'code', value });

function own(name: string, typeVersion: number, parameters: Record<string, unknown>): Part {
	return { name, type: `n8n-nodes-base.${name}`, typeVersion, parameters };
}

function edited(name: string, type: string, value: unknown): Part {
	const assignments = { assignments: [{ id: '1', name, type, value }] };
	return own('set', 3.4, { mode: 'manual', assignments, includeOtherFields: true, options: {} });
}

function get(parameters: Record<string, unknown> = {}): Part {
	return plan('Get', 'getFeatures', { planCode: '={{ $json.planCode }}', ...parameters });
}

function push(operation: string, parameters: Record<string, unknown> = {}): Part {
	return plan('Push', 'pushFeatures', { operation, planCode: '={{ $json.planCode }}', source: 'item', ...parameters });
}

function summarize(aggregation: string, field: string, by: string): Part {
	const fieldsToSummarize = { values: [{ aggregation, field }] };
	return own('summarize', 1, { fieldsToSummarize, fieldsToSplitBy: by, options: {} });
}

const hasPlan = {
	options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
	combinator: 'and',
	conditions: [
		{
			id: '1',
			leftValue: '={{ $json.planCode }}',
			rightValue: '',
			operator: { type: 'string', operation: 'exists', singleValue: true },
		},
	],
};

/** By what a person wants, in the words of docs/examples.md. @param otherPlan of the same service, and empty */
export const recipes = (otherPlan: string): Record<string, Recipe> => ({
	'the area of each tenant': {
		items: onPlan,
		parts: [
			get({ filters: rooms, options: { dataFormat: 'table' } }),
			edited('area', 'number', '={{ $json["Area (m²)"] }}'),
			summarize('sum', 'area', 'Tenant'),
		],
	},
	'the rooms that nobody rents': {
		items: onPlan,
		parts: [
			get({
				filters: {
					...rooms,
					data: { conditions: [{ field: byCode(dataFields.tenant.key), operator: 'isEmpty' }] },
				},
			}),
		],
	},
	'how many features of each kind': { items: onPlan, parts: [get(), summarize('count', 'type', 'type')] },
	'its data fields': {
		items: onPlan,
		parts: [get({ returnAll: false, limit: 1 }), own('splitOut', 1, { fieldToSplitOut: 'dataFields', options: {} })],
	},
	'all its rooms in one workbook': {
		items: [{ code: demo.buildingCode }],
		parts: [
			plan('Lookup', 'hierarchyLookup', {
				resource: 'building',
				operation: 'getDescendants',
				code: byCode('={{ $json.code }}'),
			}),
			own('filter', 2.2, { conditions: hasPlan, options: {} }),
			get({ filters: rooms, options: { dataFormat: 'table' } }),
			own('convertToFile', 1.1, { operation: 'xlsx', options: {} }),
			own('extractFromFile', 1, { operation: 'xlsx', options: {} }),
		],
	},
	'what has changed next month': {
		items: onPlan,
		parts: [
			get({ operation: 'getPlan' }),
			own('convertToFile', 1.1, { operation: 'toJson', mode: 'each', options: {} }),
			own('extractFromFile', 1, { operation: 'fromJson', options: {} }),
			push('compare', {
				planCode: '={{ $json.data.planCode }}',
				source: 'json',
				featureJson: '={{ $json.data.features }}',
			}),
		],
	},
	'what one has and the other lacks': {
		items: onPlan,
		parts: [
			get({ filters: rooms }),
			edited('planCode', 'string', otherPlan),
			push('compare', {
				columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: ['Name'] },
				options: { results: ['new'] },
			}),
		],
	},
	'a defect as an icon in its room': {
		items: [{ ...onPlan[0], Room: '3.02', Defect: 'Tap drips' }],
		parts: [
			get({
				filters: {
					...rooms,
					data: { conditions: [{ field: byCode('Name'), operator: 'is', value: '={{ $json.Room }}' }] },
				},
			}),
			push('push', {
				columns: {
					mappingMode: 'defineBelow',
					value: {
						type: 'zonedIcon',
						geometry: '={{ $json.geometry }}',
						icons: "={{ [{ iconType: 'defect' }] }}",
						Name: "={{ $('Start').item.json.Defect }}",
					},
					matchingColumns: [],
				},
			}),
		],
	},
	'what is wrong with them, none sent': {
		items: [{ ...onPlan[0], type: 'zone', zoneType: 'shared' }],
		parts: [push('check')],
	},
	'to run it again without duplicates': {
		items: [{ planCode: otherPlan, type: 'zone', zoneType: 'common' }],
		parts: [push('push', { options: { existing: 'skip' } })],
	},
	'a link to its plan for a mail': {
		items: [{ code: demo.floorCode }],
		parts: [plan('Embed', 'embedUrl', { tokenSource: 'lookup', code: byCode('={{ $json.code }}') })],
	},
	'failed and successful items on two outputs': {
		items: [{ code: demo.floorCode }, { code: 'flr_mistyped' }],
		parts: [plan('Lookup', 'hierarchyLookup', { code: byCode('={{ $json.code }}') })],
	},
});
