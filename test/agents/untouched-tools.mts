import type { WorkflowDraft } from '../../tools/n8n/driver/workflows.mts';

const fromAgent = (key: string) => `={{ $fromAI('${key}') }}`;

const nodes = [
	{
		name: 'Lookup',
		type: 'hierarchyLookup',
		parameters: { code: { __rl: true, mode: 'code', value: fromAgent('code') } },
	},
	{
		name: 'Below',
		type: 'hierarchyLookup',
		parameters: {
			resource: 'campus',
			operation: 'getDescendants',
			code: { __rl: true, mode: 'code', value: fromAgent('code') },
		},
	},
	{ name: 'Get', type: 'getFeatures', parameters: { planCode: fromAgent('planCode') } },
	{
		name: 'Check',
		type: 'pushFeatures',
		parameters: {
			operation: 'check',
			planCode: fromAgent('planCode'),
			source: 'json',
			featureJson: fromAgent('features'),
		},
	},
	{
		name: 'Compare',
		type: 'pushFeatures',
		parameters: {
			operation: 'compare',
			planCode: fromAgent('planCode'),
			source: 'json',
			featureJson: fromAgent('features'),
		},
	},
	{
		name: 'Push',
		type: 'pushFeatures',
		parameters: { planCode: fromAgent('planCode'), source: 'json', featureJson: fromAgent('features') },
	},
	{
		name: 'Embed',
		type: 'embedUrl',
		parameters: { tokenSource: 'manual', viewerToken: fromAgent('viewerToken'), planCode: fromAgent('planCode') },
	},
];

/** Each action node as a tool as a user drops it there: it is described by the node's own words. */
export const untouchedTools: WorkflowDraft = {
	name: 'Untouched tools',
	nodes: [
		{
			name: 'Server',
			type: '@n8n/n8n-nodes-langchain.mcpTrigger',
			typeVersion: 2,
			position: [0, 0],
			parameters: { path: 'untouched' },
			webhookId: '0b6d3a52-6c0e-4a1c-9d55-8f0c1f0e0010',
		},
		...nodes.map(({ name, type, parameters }, index) => ({
			name,
			type: `n8n-nodes-plan-service.${type}Tool`,
			typeVersion: 1,
			position: [200 * index, 200] as [number, number],
			parameters: { descriptionType: 'auto', ...parameters },
			credentials: { planServiceApi: { id: '', name: '' } },
		})),
	],
	connections: Object.fromEntries(
		nodes.map(({ name }) => [name, { ai_tool: [[{ node: 'Server', type: 'ai_tool', index: 0 }]] }]),
	),
};
