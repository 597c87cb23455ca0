// `npm start`: the sandbox service and a real n8n with this package, ready to be used in the browser. What is built
// there stays for the next start; `npm start -- --fresh` begins anew.
// `npm start -- --once` ends after the main example, with code 0 if its result is right, and keeps nothing.
// `npm start -- --folder F` keeps all of it in the folder F, in place of the clone's own.
import path from 'node:path';
import { parseArgs } from 'node:util';

import type { Login } from '../n8n/driver/editor-session.mts';
import { hostFolder, n8nVersions, projectRoot } from '../n8n/driver/host-folder.mts';
import { freePort, freePorts } from '../n8n/driver/ports.mts';
import { asOneLine } from '../sandbox/messages.mts';
import { startSandbox } from '../sandbox/server.mts';
import type { Sandbox } from '../sandbox/server.mts';
import { startDemoHost } from './demo/demo-host.mts';
import type { DemoHost } from './demo/demo-host.mts';
import { mainExample } from './demo/example-workflows.mts';
import { KeptDemo } from './demo/kept-demo.mts';
import type { MadeDemo } from './demo/kept-demo.mts';
import { startMailbox } from './demo/mailbox.mts';
import { runMainExample, verifyMainResult } from './demo/main-example.mts';
import { lasting } from './install/lasting.mjs';
import { untilInstalled } from './install/packages.mjs';
import { pack } from './pack.mts';
import { atEnd, end, expectInterrupt, isEnding } from './shutdown.mts';

const N8N_PORT = 5678;
const LAST_LINES = 20;
const say = (line: string) => console.log(line);

interface Folders {
	/** Of what stays. It is emptied when all begins anew, so nobody else may have one of this name. */
	demo: string;
	/** Where the examples read and write files: not in n8n's own folder, which may go. */
	files: string;
}

async function start(folders: Folders, endsAfterExample: boolean, isFresh: boolean): Promise<void> {
	say('Building and packing the nodes ...');
	// In a fresh clone the bootstrap is still installing n8n.
	const [tarball] = await Promise.all([lasting('Building', pack), untilInstalled(hostFolder('newest'))]);

	const kept = new KeptDemo(folders.demo);
	const keeps = !endsAfterExample && (await kept.take());
	if (!keeps && !endsAfterExample)
		say('Another npm start with this folder is running, and what is built there is its own: this one keeps nothing.');
	const made = keeps ? await kept.made(isFresh) : undefined;
	for (const port of made ? [made.sandboxPort, made.mailPort] : []) await untakenPort(port);
	const sandbox = await startSandbox({
		isChecked: false,
		maxRequests: 1000,
		port: made?.sandboxPort,
		file: keeps ? kept.plans : undefined,
		onMessage: (text) => say(`Message: ${text}`),
	});
	atEnd(async () => await sandbox.close());
	say(`The sandbox service runs at ${sandbox.baseUrl}.`);

	const mailbox = await startMailbox(
		({ to, subject, text }) => say(`Mail to ${to.join(', ')}: ${asOneLine(`${subject}. ${text}`)}`),
		made?.mailPort,
	);
	atEnd(async () => await mailbox.close());

	const port = await editorPort(endsAfterExample);
	say(`Starting n8n ${n8nVersions.newest} ...`);
	const options = {
		sandbox,
		mailbox,
		tarball,
		port,
		userFolder: keeps ? kept.n8n : undefined,
		filesFolder: folders.files,
		madeExample: made?.mainExample,
	};
	const host = await lasting('Starting n8n', async () => await startDemoHost(options));
	const { n8n } = host;
	atEnd(async () => await n8n.close());
	void n8n.process.ended().then(async (code) => {
		if (isEnding()) return;
		console.error(`n8n has ended by itself (${code}). Its last lines:\n${n8n.log.slice(-LAST_LINES).join('\n')}`);
		await end(1);
	});

	const example = made?.mainExample ?? (await runExample(host, sandbox, endsAfterExample));
	if (endsAfterExample) return;
	const ports = { sandboxPort: Number(new URL(sandbox.baseUrl).port), mailPort: mailbox.port };
	if (keeps) await kept.noteMade({ ...ports, mainExample: example });
	sayHowToUse(`${n8n.baseUrl}/workflow/${example}`, n8n.session.login, made, folders.files);
}

/** @throws Error in words where something else has the port, which the examples of the last start name */
async function untakenPort(port: number): Promise<void> {
	if ((await freePort(port)) === port) return;
	throw new Error(
		`Port ${port} is taken, and the examples of the last start send to it. ` +
			'End the program that has it, or begin anew: npm start -- --fresh',
	);
}

/** Runs the main example, and says what it has done. @returns its id */
async function runExample({ n8n, examples }: DemoHost, sandbox: Sandbox, endsAfterExample: boolean): Promise<string> {
	const example = examples.get(mainExample);
	if (!example) throw new Error(`workflows/${mainExample} is missing.`);
	say(`Running "${example.name}" ...`);
	const result = await runMainExample(n8n, example);
	await verifyMainResult(result, sandbox.features(result.planCode));
	say('');
	say(`Pushed ${result.pushed} features to plan ${result.planCode}:`);
	for (const { name, tenant } of result.zones) say(`  ${name}, tenant ${tenant}`);
	// What ends now is gone before anybody could open it.
	if (!endsAfterExample) say(`Embed address:\n  ${result.embedUrl}`);
	return example.id;
}

function sayHowToUse(editor: string, owner: Login, made: MadeDemo | undefined, files: string): void {
	say('');
	if (made) say('This is the n8n of the last start, with what you have built. npm start -- --fresh begins anew.');
	say(`Editor:   ${editor}`);
	say(`Login:    ${owner.email}`);
	say(`Password: ${owner.password}`);
	say('');
	say("All examples are in this n8n; that of AI agents is to be read, as it needs n8n's nodes for AI.");
	say(`Files that they write: ${files}`);
	say('Messages and mails that they send are printed here.');
}

async function editorPort(endsAfterExample: boolean): Promise<number> {
	// Nobody opens its editor: the address that people know is left to those who want it, who may be about to start.
	if (endsAfterExample) return (await freePorts(1))[0];
	const port = await freePort(N8N_PORT);
	if (port !== N8N_PORT)
		say(`Port ${N8N_PORT} is taken, by another npm start or an n8n of yours. This one gets port ${port}.`);
	return port;
}

try {
	const { values } = parseArgs({
		options: { once: { type: 'boolean' }, fresh: { type: 'boolean' }, folder: { type: 'string' } },
	});
	const { folder = projectRoot } = values;
	const folders = {
		demo: path.resolve(folder, '.cache', 'plan-service-demo'),
		files: path.resolve(folder, 'n8n-files'),
	};
	await start(folders, values.once === true, values.fresh === true);
	if (values.once) await end(0);
	expectInterrupt();
	say('\nRunning. Ctrl-C ends both; what you build stays for the next npm start.');
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	await end(1);
}
