import type { INodeProperties } from 'n8n-workflow';

import type { WorkflowNode } from '../../../tools/n8n/driver/workflows.mts';
import { documentedNodes } from '../../../tools/scripts/docs/nodes.mts';

type Sample = Pick<WorkflowNode, 'name' | 'type' | 'parameters'>;

/** Every parameter of a collection as it is when it has just been added. @param operation where each has its own */
function all(type: string, collection: string, operation?: string): Record<string, unknown> {
	const node = documentedNodes.find(({ description }) => description.name === type);
	const found = node?.description.properties.find(
		({ name, displayOptions }) =>
			name === collection && (operation === undefined || displayOptions?.show?.operation?.includes(operation)),
	);
	const options = (found?.options ?? []).filter((option): option is INodeProperties => 'type' in option);
	return Object.fromEntries(options.map((option) => [option.name, addedValue(option)]));
}

/** Rows come with one row, lists of texts with one text. */
function addedValue({ type, default: value, typeOptions, options = [] }: INodeProperties): unknown {
	if (type !== 'fixedCollection') return typeOptions?.multipleValues ? [''] : value;
	const rows = options.flatMap((row) => ('values' in row ? [row] : []));
	return Object.fromEntries(
		rows.map((row) => [row.name, [Object.fromEntries(row.values.map((one) => [one.name, one.default]))]]),
	);
}

const fromList = { __rl: true, mode: 'list', value: '' };
/** Without the expression that it has by default, a field shows its placeholder. */
const planCode = { __rl: true, mode: 'code', value: '' };
const byCode = planCode;
const byUrl = { ...planCode, mode: 'url' };
const byNames = { ...planCode, mode: 'names' };

/** The pickers of a resource, which Embed has too. */
const lookedUp: Sample[] = [
	{ name: 'Lookup', type: 'hierarchyLookup', parameters: { code: byCode } },
	{
		name: 'Lookup by list',
		type: 'hierarchyLookup',
		parameters: { options: all('hierarchyLookup', 'options') },
	},
	{ name: 'Lookup campus', type: 'hierarchyLookup', parameters: { resource: 'campus', code: byCode } },
	{ name: 'Lookup building', type: 'hierarchyLookup', parameters: { resource: 'building', code: byCode } },
	{ name: 'Lookup client', type: 'hierarchyLookup', parameters: { resource: 'client' } },
	{ name: 'Lookup client by code', type: 'hierarchyLookup', parameters: { resource: 'client', code: byCode } },
	{
		name: 'Lookup below',
		type: 'hierarchyLookup',
		parameters: { resource: 'campus', operation: 'getDescendants', options: all('hierarchyLookup', 'options') },
	},
];

/** Each node as it is when it has just been added, and so that all of its parameters are shown. */
export const panelSamples: Sample[] = [
	...lookedUp,
	{ name: 'Get', type: 'getFeatures', parameters: {} },
	{
		name: 'Get some',
		type: 'getFeatures',
		parameters: {
			planCode,
			returnAll: false,
			filters: all('getFeatures', 'filters'),
			options: all('getFeatures', 'options'),
		},
	},
	{
		name: 'Get by URL',
		type: 'getFeatures',
		parameters: { planCode: byUrl, filters: { data: { conditions: [{ field: { ...planCode, mode: 'code' } }] } } },
	},
	{
		name: 'Get by list',
		type: 'getFeatures',
		parameters: { planCode: fromList, filters: { data: { conditions: [{ field: fromList }] } } },
	},
	{
		name: 'Draw by type',
		type: 'getFeatures',
		parameters: { operation: 'draw', options: { ...all('getFeatures', 'options', 'draw'), colorBy: 'type' } },
	},
	{
		name: 'Draw by field',
		type: 'getFeatures',
		parameters: { operation: 'draw', options: { ...all('getFeatures', 'options', 'draw'), colorBy: 'dataField' } },
	},
	{ name: 'Get by names', type: 'getFeatures', parameters: { planCode: byNames } },
	{ name: 'Push', type: 'pushFeatures', parameters: {} },
	{
		name: 'Push rows',
		type: 'pushFeatures',
		parameters: {
			planCode,
			options: all('pushFeatures', 'options'),
		},
	},
	{
		name: 'Push by URL',
		type: 'pushFeatures',
		parameters: {
			planCode: byUrl,
			columns: { mappingMode: 'defineBelow', value: {}, matchingColumns: [] },
		},
	},
	{
		name: 'Push by list',
		type: 'pushFeatures',
		parameters: { planCode: fromList, featureType: 'zone' },
	},
	{
		name: 'Push by name',
		type: 'pushFeatures',
		parameters: { planCode: byNames },
	},
	{
		name: 'Compare',
		type: 'pushFeatures',
		parameters: { operation: 'compare', options: { results: ['new'], resultFormat: 'features' } },
	},
	{ name: 'Push JSON', type: 'pushFeatures', parameters: { source: 'json' } },
	{ name: 'Embed', type: 'embedUrl', parameters: {} },
	{
		name: 'Embed a token',
		type: 'embedUrl',
		parameters: { tokenSource: 'manual', planCode, options: all('embedUrl', 'options') },
	},
	{ name: 'Embed by URL', type: 'embedUrl', parameters: { planCode: byUrl } },
	{ name: 'Embed by names', type: 'embedUrl', parameters: { planCode: byNames } },
	{ name: 'Embed by list', type: 'embedUrl', parameters: { planCode: fromList } },
	...lookedUp.map(({ name, parameters: { resource, ...parameters } }) => ({
		name: name.replace('Lookup', 'Embed lookup'),
		type: 'embedUrl',
		parameters: {
			...parameters,
			...(resource === undefined ? {} : { lookupResource: resource }),
			tokenSource: 'lookup',
			options: all('embedUrl', 'options'),
		},
	})),
	{ name: 'Trigger', type: 'planFeaturesTrigger', parameters: {} },
	{
		name: 'Trigger by field',
		type: 'planFeaturesTrigger',
		parameters: {
			planCodes: { plans: [{ planCode }, { planCode: byUrl }, { planCode: fromList }] },
			identifyBy: 'dataField',
			filters: all('planFeaturesTrigger', 'filters'),
			options: all('planFeaturesTrigger', 'options'),
		},
	},
	{
		name: 'Trigger by code',
		type: 'planFeaturesTrigger',
		parameters: {
			identifyBy: 'dataField',
			dataFieldKey: planCode,
			filters: { data: { conditions: [{ field: planCode }] } },
		},
	},
	{ name: 'Trigger by property', type: 'planFeaturesTrigger', parameters: { identifyBy: 'path' } },
	{
		name: 'Trigger by property name',
		type: 'planFeaturesTrigger',
		parameters: { identifyBy: 'path', path: { ...planCode, mode: 'name' } },
	},
];
