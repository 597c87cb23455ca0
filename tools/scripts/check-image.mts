// `node tools/scripts/bootstrap.mjs tools/scripts/check-image.mts <address>`: runs the main example in a new n8n that
// somebody else has started with the package in it, such as a container. Its network must
// reach the sandbox on this machine.
import { createCredential } from '../n8n/driver/credentials.mts';
import { EditorSession } from '../n8n/driver/editor-session.mts';
import { executionEnd, startExecution } from '../n8n/driver/executions.mts';
import { createWorkflow, withCredential } from '../n8n/driver/workflows.mts';
import { startSandbox } from '../sandbox/server.mts';
import { mainExample, readExample } from './demo/example-workflows.mts';
import { runMainExample, verifyMainResult } from './demo/main-example.mts';
import { atEnd, end } from './shutdown.mts';

async function check(address: string): Promise<void> {
	const session = new EditorSession(address);
	await session.setUpOwner();
	const sandbox = await startSandbox({});
	atEnd(async () => await sandbox.close());
	const credential = await createCredential(session, {
		name: 'Sandbox',
		type: 'planServiceApi',
		data: { ...sandbox.credential },
	});
	const example = await createWorkflow(session, withCredential(await readExample(mainExample), credential));
	const result = await runMainExample(
		{ run: async (workflow, start) => await executionEnd(session, await startExecution(session, workflow, start)) },
		example,
	);
	await verifyMainResult(result, sandbox.features(result.planCode));
	console.log(`The n8n at ${address} pushed ${result.pushed} features to plan ${result.planCode}.`);
}

const [address] = process.argv.slice(2);
try {
	if (address === undefined) throw new Error('Which n8n? Give its address, such as http://127.0.0.1:5678.');
	await check(address);
	await end(0);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	await end(1);
}
