// The sandbox in a process of its own: takes commands from the process that forked it, and ends with it.
import { serviceCommands } from './commands.mts';
import type { Call, Outcome } from './commands.mts';

const commands = serviceCommands();

process.on('message', (call: Call) => void respond(call));
process.on('disconnect', () => process.exit());

async function respond({ id, name, args }: Call): Promise<void> {
	const outcome: Outcome = { id };
	try {
		const command = (await commands)[name] as (...values: unknown[]) => unknown;
		outcome.result = await command(...args);
	} catch (error) {
		outcome.error = error instanceof Error ? error.message : String(error);
	}
	process.send?.(outcome);
}
