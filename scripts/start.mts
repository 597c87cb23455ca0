// `npm start`: the sandbox service and a real n8n with this package, ready to be used in the browser.
// `npm start -- --once` ends after the main example, with code 0 if its result is right.
import { createCredential } from '../hosts/driver/credentials.mts';
import { owner } from '../hosts/driver/editorSession.mts';
import { n8nVersions } from '../hosts/driver/hostFolder.mts';
import { N8nHost } from '../hosts/driver/n8nHost.mts';
import { freePort } from '../hosts/driver/ports.mts';
import { startSandbox } from '../sandbox/server.mts';
import { createExamples, mainExample } from './demo/exampleWorkflows.mts';
import { runMainExample, verifyMainResult } from './demo/mainExample.mts';
import { installHost } from './install/host.mts';
import { pack } from './pack.mts';
import { atEnd, end, expectInterrupt } from './shutdown.mts';

const N8N_PORT = 5678;
const say = (line: string) => console.log(line);

async function start(): Promise<void> {
	await installHost('newest', say);
	say('Building and packing the nodes ...');
	const tarball = await pack();

	const sandbox = await startSandbox({});
	atEnd(async () => await sandbox.close());
	say(`The sandbox service runs at ${sandbox.baseUrl}.`);

	say(`Starting n8n ${n8nVersions.newest} ...`);
	const n8n = await N8nHost.start({ host: 'newest', tarball, port: await freePort(N8N_PORT) });
	atEnd(async () => await n8n.close());

	const credential = await createCredential(n8n.session, {
		name: 'Sandbox',
		type: 'planServiceApi',
		data: { ...sandbox.credential },
	});
	const examples = await createExamples(n8n.session, credential);
	const example = examples.get(mainExample);
	if (!example) throw new Error(`workflows/${mainExample} is missing.`);

	say(`Running "${example.name}" ...`);
	const result = await runMainExample(n8n, example);
	await verifyMainResult(result, sandbox.features(result.planCode));
	say('');
	say(`Pushed ${result.pushed} features to plan ${result.planCode}:`);
	for (const { name, tenant } of result.rooms) say(`  room ${name}, tenant ${tenant}`);
	say('Embed address:');
	say(`  ${result.embedUrl}`);
	say('');
	say(`Editor:   ${n8n.baseUrl}/workflow/${example.id}`);
	say(`Login:    ${owner.email}`);
	say(`Password: ${owner.password}`);
}

try {
	await start();
	if (process.argv.includes('--once')) await end(0);
	expectInterrupt();
	say('\nRunning. Ctrl-C ends both; nothing is kept.');
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	await end(1);
}
