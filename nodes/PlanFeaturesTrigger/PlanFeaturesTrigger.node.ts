import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { listFeatureTypes, searchDataFields, searchIdentities, searchPlans } from '../shared/list-search';
import { pollPlans } from './poll';
import { triggerProperties } from './settings';

export class PlanFeaturesTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Plan Features Trigger',
		name: 'planFeaturesTrigger',
		icon: { light: 'file:planFeaturesTrigger.svg', dark: 'file:planFeaturesTrigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		description: 'Starts the workflow when rooms, zones or icons of a plan are added, removed or changed',
		defaults: { name: 'Plan Features Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				'Starts a workflow when features of plans are added, removed or changed. To find changes, identify features ' +
				'by a data field such as the room number, or by the code that the service gives them. Watched Fields ' +
				'limits the changes to some fields, and the output has their values before and after.',
			relatedNodes: [
				{ nodeType: 'n8n-nodes-plan-service.getFeatures', relationHint: 'Reads the whole plan when it has changed' },
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'planServiceApi', required: true }],
		properties: triggerProperties,
	};

	methods = { listSearch: { searchDataFields, searchIdentities, searchPlans }, loadOptions: { listFeatureTypes } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollPlans(this);
	}
}
