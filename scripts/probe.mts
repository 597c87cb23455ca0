// `npm run probe`: looks at your own service, read-only, and says how it compares with what the nodes rest on.
// `npm run probe -- --save <file>` also writes the answers, with every secret, code, name and value replaced.
import { parseArgs } from 'node:util';

import { ProbeClient } from './probe/client.mts';
import { readInputs } from './probe/inputs.mts';
import { saveRecording } from './probe/recording.mts';
import { factSheet, factsOf } from './probe/sheet.mts';
import { survey } from './probe/survey.mts';

const HELP = `npm run probe [-- --save <file>]

Asks your service what it answers, and changes nothing. The fields of the credential and one code of each level are
asked for here, or taken from the environment: PLAN_SERVICE_BASE_URL, …_AUTH_URL, …_APPLICATION_ID,
…_APPLICATION_SECRET, …_API_KEY, …_API_SECRET, …_SCOPE, …_PARTNER_CODE, …_CLIENT_CODE, …_CAMPUS_CODE,
…_BUILDING_CODE, …_FLOOR_CODE. Never as arguments: those are kept by shells and seen by others.`;

function optionsOf(args: string[]): { save?: string; help?: boolean } {
	try {
		return parseArgs({ args, options: { save: { type: 'string' }, help: { type: 'boolean' } } }).values;
	} catch {
		// Not repeated: it may be a secret.
		throw new Error(`There is no such argument.\n\n${HELP}`);
	}
}

async function probe(): Promise<void> {
	const { save, help } = optionsOf(process.argv.slice(2));
	if (help) return console.log(HELP);
	const inputs = await readInputs(process.env);
	const seen = await survey(new ProbeClient(inputs), inputs);
	console.log(factSheet(factsOf(seen)));
	if (save === undefined) return;
	await saveRecording(save, seen);
	console.error(
		`\nWritten to ${save}, with every secret, code, name and value replaced. Look into it before you hand it on.`,
	);
}

probe().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
