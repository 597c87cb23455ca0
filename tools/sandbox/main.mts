// `npm run sandbox`: the service until Ctrl-C; `npm run sandbox -- --help` lists the switches.
import { cliOptions, helpText } from './cli-options.mts';
import { CREDENTIAL_LABELS } from './credential.mts';
import { demo, startSandbox } from './server.mts';
import type { Sandbox } from './server.mts';

function welcome({ baseUrl, authUrl, credential }: Sandbox): string {
	const rows = (values: object) =>
		Object.entries(values).map(([name, value]) => `  ${name.padEnd(18)} ${String(value)}`);
	const labelled = Object.entries(CREDENTIAL_LABELS).map(
		([name, label]) => [label, credential[name as keyof typeof credential]] as const,
	);
	const { campusCode, buildingCode, floorCode, planCode } = demo;
	return [
		`The sandbox service listens at ${baseUrl}, its authentication service at ${authUrl}.`,
		'',
		'Credential "Plan Service API" in n8n (demo values, no secrets of anybody):',
		...rows(Object.fromEntries(labelled)),
		'',
		'To begin with, look up the floor and get the features of its plan:',
		...rows({ clientCode: demo.clientCode, campusCode, buildingCode, floorCode, planCode }),
		'',
		`${baseUrl} in a browser shows this too, and the plans. What is sent to ${baseUrl}/messages is printed here.`,
		'Ctrl-C ends it.',
	].join('\n');
}

async function run(): Promise<void> {
	const options = cliOptions(process.argv.slice(2));
	if (options === undefined) {
		console.log(helpText());
		return;
	}
	const sandbox = await startSandbox({
		...options,
		isChecked: false,
		maxRequests: 1000,
		onMessage: (text) => console.log(`Message: ${text}`),
	});
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void sandbox.close());
	console.log(welcome(sandbox));
}

run().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
