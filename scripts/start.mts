// `npm start`: the sandbox service and a real n8n with this package, ready to be used in the browser.
// `npm start -- --once` ends after the main example, with code 0 if its result is right.
import { owner } from '../hosts/driver/editor-session.mts';
import { hostFolder, n8nVersions } from '../hosts/driver/host-folder.mts';
import { freePort, freePorts } from '../hosts/driver/ports.mts';
import { asOneLine } from '../sandbox/messages.mts';
import { startSandbox } from '../sandbox/server.mts';
import { filesFolder, startDemoHost } from './demo/demo-host.mts';
import { mainExample } from './demo/example-workflows.mts';
import { startMailbox } from './demo/mailbox.mts';
import { runMainExample, verifyMainResult } from './demo/main-example.mts';
import { lasting } from './install/lasting.mjs';
import { untilInstalled } from './install/packages.mjs';
import { pack } from './pack.mts';
import { atEnd, end, expectInterrupt } from './shutdown.mts';

const N8N_PORT = 5678;
const endsAfterExample = process.argv.includes('--once');
const say = (line: string) => console.log(line);

async function start(): Promise<void> {
	say('Building and packing the nodes ...');
	// In a fresh clone the bootstrap is still installing n8n.
	const [tarball] = await Promise.all([lasting('Building', pack), untilInstalled(hostFolder('newest'))]);

	const sandbox = await startSandbox({ isChecked: false, onMessage: (text) => say(`Message: ${text}`) });
	atEnd(async () => await sandbox.close());
	say(`The sandbox service runs at ${sandbox.baseUrl}.`);

	const mailbox = await startMailbox(({ to, subject, text }) =>
		say(`Mail to ${to.join(', ')}: ${asOneLine(`${subject}. ${text}`)}`),
	);
	atEnd(async () => await mailbox.close());

	const port = await editorPort();
	say(`Starting n8n ${n8nVersions.newest} ...`);
	const { n8n, examples } = await lasting('Starting n8n', () => startDemoHost({ sandbox, mailbox, tarball, port }));
	atEnd(async () => await n8n.close());
	const example = examples.get(mainExample);
	if (!example) throw new Error(`workflows/${mainExample} is missing.`);

	say(`Running "${example.name}" ...`);
	const result = await runMainExample(n8n, example);
	await verifyMainResult(result, sandbox.features(result.planCode));
	say('');
	say(`Pushed ${result.pushed} features to plan ${result.planCode}:`);
	for (const { name, tenant } of result.zones) say(`  ${name}, tenant ${tenant}`);
	// What ends now is gone before anybody could open it.
	if (endsAfterExample) return;
	say('Embed address:');
	say(`  ${result.embedUrl}`);
	say('');
	say(`Editor:   ${n8n.baseUrl}/workflow/${example.id}`);
	say(`Login:    ${owner.email}`);
	say(`Password: ${owner.password}`);
	say('');
	say(`All examples are in this n8n; that of AI agents is to be read, as it needs n8n's nodes for AI.`);
	say(`Files that they write: ${filesFolder}`);
	say('Messages and mails that they send are printed here.');
}

async function editorPort(): Promise<number> {
	// Nobody opens its editor: the address that people know is left to those who want it, who may be about to start.
	if (endsAfterExample) return (await freePorts(1))[0];
	const port = await freePort(N8N_PORT);
	if (port !== N8N_PORT)
		say(`Port ${N8N_PORT} is taken, by another npm start or an n8n of yours. This one gets port ${port}.`);
	return port;
}

try {
	await start();
	if (endsAfterExample) await end(0);
	expectInterrupt();
	say('\nRunning. Ctrl-C ends both; nothing is kept but these files.');
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	await end(1);
}
