import type { WorkflowDraft } from '../../tools/n8n/driver/workflows.mts';

const LANGCHAIN = '@n8n/n8n-nodes-langchain';
const fromAgent = (key: string) => `={{ $fromAI('${key}') }}`;

/**
 * An AI Agent that has Push as its tool, as a user connects them.
 * @param settings of the tool, such as Retry On Fail
 */
export function agentThatPushes(modelId: string, settings: Record<string, unknown> = {}): WorkflowDraft {
	return {
		name: 'An agent that pushes',
		// As the editor saves it: in the older order n8n asks the model again before its tools have run.
		settings: { executionOrder: 'v1' },
		nodes: [
			{ name: 'Run Once', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
			{
				name: 'Agent',
				type: `${LANGCHAIN}.agent`,
				typeVersion: 3.1,
				position: [200, 0],
				parameters: { promptType: 'define', text: 'Add the features.', options: {} },
			},
			{
				name: 'Model',
				type: `${LANGCHAIN}.lmChatOpenAi`,
				typeVersion: 1.3,
				position: [200, 200],
				parameters: { model: { __rl: true, mode: 'id', value: 'stub' }, responsesApiEnabled: false, options: {} },
				credentials: { openAiApi: { id: modelId, name: 'Model' } },
			},
			{
				name: 'push_features',
				type: 'n8n-nodes-plan-service.pushFeaturesTool',
				typeVersion: 1,
				position: [400, 200],
				parameters: {
					descriptionType: 'manual',
					toolDescription: 'Adds features to a plan',
					planCode: fromAgent('planCode'),
					source: 'json',
					featureJson: fromAgent('features'),
				},
				credentials: { planServiceApi: { id: '', name: '' } },
				...settings,
			},
		],
		connections: {
			'Run Once': { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
			push_features: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
	};
}
