import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { searchDataFields } from '../shared/lists/data-field-list';
import { searchPlans } from '../shared/lists/plan-list';
import { pollPlans } from './poll-plans';
import { triggerProperties } from './trigger-parameters';

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
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'planServiceApi', required: true }],
		properties: triggerProperties,
	};

	methods = { listSearch: { searchDataFields, searchPlans } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollPlans(this);
	}
}
