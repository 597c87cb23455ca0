const cleanups: Array<() => Promise<unknown>> = [];
let ending = false;
let interruptCode = 130;

/** Registers what has to be closed when the script ends, by Ctrl-C too; the last one is closed first. */
export function atEnd(cleanup: () => Promise<unknown>): void {
	cleanups.unshift(cleanup);
}

export const isEnding = (): boolean => ending;

/** Closes what is open, and ends the process. */
export async function end(code: number): Promise<never> {
	ending = true;
	for (const cleanup of cleanups.splice(0)) {
		await cleanup().catch((error: unknown) => console.error(error));
	}
	process.exit(code);
}

/** From here on, Ctrl-C is the expected end and no failure. */
export function expectInterrupt(): void {
	interruptCode = 0;
}

// `on`, not `once`: npm passes on the Ctrl-C that the terminal has sent already.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.on(signal, () => {
		if (!ending) void end(interruptCode);
	});
}
