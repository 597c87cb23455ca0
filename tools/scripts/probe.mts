// `npm run probe`: looks at your own service, read-only, and says what to set, and how the service compares with what
// the nodes rest on. `--save <file>` also writes the responses; of their words only those that are known are kept.
import { parseArgs } from 'node:util';

import { inertLine } from '../../service/text/safe-text.ts';
import { ProbeClient } from './probe/client.mts';
import { readInputs } from './probe/inputs.mts';
import { saveRecording } from './probe/recording.mts';
import { reportOf, sheetOf } from './probe/sheet.mts';
import { survey } from './probe/survey.mts';

const HELP = `npm run probe [-- --save <file>] [-- --json]

Reads what your service responds, changes nothing, and says what to set. The fields of the
credential, and one code of each level and of a plan, are asked for here or taken from the
environment: PLAN_SERVICE_BASE_URL, …_AUTH_URL, …_APPLICATION_ID, …_APPLICATION_SECRET, …_API_KEY,
…_API_SECRET, …_SCOPE, …_PARTNER_CODE, …_CLIENT_CODE, …_CAMPUS_CODE, …_BUILDING_CODE,
…_FLOOR_CODE, …_PLAN_CODE. Never as arguments: those are kept by shells and seen by others.

  --save <file>  writes the responses for npm run sandbox -- --replay <file>
  --json         prints the report as JSON

Exit code: 0 there is nothing to set, 2 there is, 1 it could not look.`;

function optionsOf(args: string[]): { save?: string; help?: boolean; json?: boolean } {
	try {
		const options = { save: { type: 'string' }, help: { type: 'boolean' }, json: { type: 'boolean' } } as const;
		return parseArgs({ args, options }).values;
	} catch {
		// Not repeated: it may be a secret.
		throw new Error(`There is no such argument.\n\n${HELP}`);
	}
}

async function probe(): Promise<void> {
	const { save, help, json } = optionsOf(process.argv.slice(2));
	if (help) return console.log(HELP);
	const inputs = await readInputs(process.env);
	const seen = await survey(new ProbeClient(inputs), inputs);
	const report = reportOf(seen);
	console.log(json ? JSON.stringify(report, undefined, 2) : sheetOf(report));
	process.exitCode = report.exit;
	if (save === undefined) return;
	await saveRecording(save, seen);
	console.error(`\nWritten to ${inertLine(save)}, with every word replaced that is not known.`);
}

probe().catch((error: unknown) => {
	const message = error instanceof Error ? error.message : String(error);
	console.error(message.split('\n').map(inertLine).join('\n'));
	process.exitCode = 1;
});
