// Runs nodes one after the other on n8n's Engine 2.0, as its adapter for nodes of today does, and prints their outputs.
// A process of its own, because this engine evaluates expressions in isolates that Jest can't load.
import { createRequire } from 'node:module';
import path from 'node:path';

import type { IDataObject, INodeTypes, IWorkflowExecuteAdditionalData } from 'n8n-workflow';

import { hostFolder } from '../../../tools/n8n/driver/host-folder.mts';
import { demo, startSandbox } from '../../../tools/sandbox/server.mts';
import { additionalDataOf } from '../../support/engine/additional-data.mts';
import { nodeTypes } from '../../support/engine/node-types.mts';
import type { NodeName } from '../../support/engine/node-types.mts';
import { StoredCredential } from '../../support/engine/stored-credential.mts';

interface Adapter {
	V1StepExecutor: new (deps: {
		nodeTypes: INodeTypes;
		additionalDataFactory: () => Promise<IWorkflowExecuteAdditionalData>;
		loadStepData: () => Promise<{ graph: { nodes: object[]; edges: object[] }; outputsByNode: object }>;
	}) => { execute(request: object): Promise<{ outputs: Array<Array<{ json: IDataObject }> | null> }> };
}

interface Expressions {
	Expression: { initExpressionEngine(options: object): Promise<void>; disposeExpressionEngine?(): Promise<void> };
}

const ofHost = createRequire(path.join(hostFolder('newest'), 'package.json'));
ofHost('reflect-metadata');
const { V1StepExecutor } = ofHost('@n8n/node-engine-compatibility') as Adapter;
const { Expression } = ofHost('n8n-workflow') as Expressions;
await Expression.initExpressionEngine({
	engine: 'vm',
	bridgeTimeout: 60_000,
	bridgeMemoryLimit: 128,
	poolSize: 1,
	maxCodeCacheSize: 1024,
});

const sandbox = await startSandbox();
const credential = new StoredCredential({ ...sandbox.credential, accessToken: '' });

async function step(nodeType: NodeName, parameters: object, items: IDataObject[]): Promise<IDataObject[]> {
	const config = {
		nodeType,
		typeVersion: 1,
		parameters,
		continueOnFail: false,
		credentials: { planServiceApi: { id: 'credential', name: 'Plan Service' } },
	};
	const node = { id: nodeType, name: nodeType, type: 'v1-node', config };
	const executor = new V1StepExecutor({
		nodeTypes,
		additionalDataFactory: async () => await Promise.resolve(additionalDataOf('1', credential)),
		loadStepData: async () => await Promise.resolve({ graph: { nodes: [node], edges: [] }, outputsByNode: {} }),
	});
	const context = { executionId: '1', workflowId: 'workflow', iteration: 0, callerContext: { hostMode: 'trigger' } };
	const inputs = [items.map((json, item) => ({ json, pairedItem: { item } }))];
	const { outputs } = await executor.execute({ node, context, inputs });
	return (outputs[0] ?? []).map(({ json }) => json);
}

try {
	const [floor] = await step('hierarchyLookup', { code: '={{ $json.code }}' }, [{ code: demo.floorCode }]);
	const rooms = await step(
		'getFeatures',
		{ planCode: '={{ $json.planCode }}', returnAll: false, limit: 2, filters: { types: ['room'] } },
		[floor],
	);
	const planCode = sandbox.addPlan();
	const copies = rooms.map((room) => ({ ...room, planCode }));
	const push = async () =>
		await step('pushFeatures', { planCode: '={{ $json.planCode }}', options: { existing: 'skip' } }, copies);
	const pushed = [...(await push()), ...(await push())];
	const [shown] = await step('embedUrl', { tokenSource: 'item', planCode: '={{ $json.planCode }}' }, [floor]);
	const onPlan = sandbox.features(planCode).length;
	console.log(JSON.stringify({ floor: floor.name, rooms: rooms.length, pushed, embed: shown.embed, onPlan }));
} finally {
	await sandbox.close();
	// An isolate that is at work when its process exits can crash it.
	await Expression.disposeExpressionEngine?.();
}
process.exit(0);
