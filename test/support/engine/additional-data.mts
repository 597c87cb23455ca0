import 'reflect-metadata';
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type { IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import type { StoredCredential } from './stored-credential.mts';

const address = 'http://n8n.invalid/';

/** What n8n hands to an execution beside its workflow. What our nodes never use fails loudly. */
export function additionalDataOf(executionId: string, credential: StoredCredential): IWorkflowExecuteAdditionalData {
	const hooks = new ExecutionLifecycleHooks('trigger', executionId, {
		id: 'workflow',
		name: 'Workflow',
		active: true,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
		nodes: [],
		connections: {},
		activeVersionId: null,
	});
	return {
		hooks,
		credentialsHelper: credential,
		externalSecretsProxy: new ExternalSecretsProxy(),
		executionId,
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: address,
		instanceBaseUrl: address,
		formBaseUrl: address,
		formWaitingBaseUrl: address,
		formTestBaseUrl: address,
		webhookBaseUrl: address,
		webhookWaitingBaseUrl: address,
		webhookTestBaseUrl: address,
		mcpBaseUrl: address,
		mcpTestBaseUrl: address,
		logAiEvent: () => {},
		getRuntimeCredential: unused,
		getRunExecutionData: unused,
		executeWorkflow: unused,
		startRunnerTask: unused,
	};
}

async function unused(): Promise<never> {
	return await Promise.reject(new Error('Not part of these tests'));
}
