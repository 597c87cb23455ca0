import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { listRowTypes, searchPlans } from '../shared/list-search';
import { operationsOf } from '../shared/operations';
import * as check from './operations/check.operation';
import * as compare from './operations/compare.operation';
import * as push from './operations/push.operation';
import { getPlanColumns } from './plan-columns';
import { properties } from './push-parameters';

const operations = operationsOf({ check, compare, push }, 'push');

/** A condition of n8n: the JSON does not depend on the item by an expression. */
const SAME_FOR_EACH_ITEM =
	'$parameter["source"] === "json" && !String($rawParameter["featureJson"] ?? "").startsWith("=")';

/** What the panel says before anything is pushed, because a push can't be taken back. */
const hints: INodeTypeDescription['hints'] = [
	{
		message:
			'Each run adds these features again, because Existing Features is Push Anyway. Skip leaves out what the plan ' +
			'has.',
		displayCondition: '={{ $parameter["operation"] === "push" && $parameter["options"]["existing"] === "push" }}',
		whenToDisplay: 'beforeExecution',
		location: 'outputPane',
	},
	{
		message:
			'No expression makes these features depend on the item, so they are pushed once for each item. Execute ' +
			'Once, in the settings of the node, pushes them once.',
		displayCondition: `={{ $parameter["operation"] === "push" && $input.all().length > 1 && (${SAME_FOR_EACH_ITEM}) }}`,
		whenToDisplay: 'beforeExecution',
		location: 'outputPane',
	},
];

export class PushFeatures implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Push Plan Features',
		name: 'pushFeatures',
		icon: { light: 'file:pushFeatures.svg', dark: 'file:pushFeatures.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + ($parameter["source"] === "json" ? "JSON" : "each item") }}',
		description: 'Add rooms, zones and icons to a floorplan or site plan, or check them first',
		defaults: { name: 'Push Plan Features' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Adds features (rooms, zones, icons, assets) to a floorplan or site plan, checks them first, or compares ' +
				"rows of a spreadsheet with a plan. The service can't change or remove a feature. What the plan " +
				'has is left out, unless Existing Features is Push Anyway.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-plan-service.getFeatures',
					relationHint: 'Gives features to edit; Data Format Table for spreadsheets',
				},
				{
					nodeType: 'n8n-nodes-base.extractFromFile',
					relationHint: 'Reads rows of a CSV or XLSX file, whose columns are mapped by name or by hand',
				},
			],
		},
		hints,
		credentials: [{ name: 'planServiceApi', required: true }],
		properties: [...operations.toolDescriptions, operations.property, ...properties],
	};

	methods = {
		listSearch: { searchPlans },
		loadOptions: { listRowTypes },
		resourceMapping: { getPlanColumns },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await operations.execute(this);
	}
}
