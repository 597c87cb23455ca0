import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** An execution by n8n's own clock, as `execution-times.cjs` writes it down. */
export interface RunTimes {
	executionId: string;
	workflow: string;
	status: string;
	ms: number;
	nodes: Record<string, NodeTimes | undefined>;
	error?: string;
}

export interface NodeTimes {
	ms: number;
	items: number;
	/** Items that carry an error. */
	failed: number;
	error?: string;
}

const POLL_MS = 10;

/** The file that n8n writes a line to for each execution. */
export class TimesFile {
	private read = 0;

	constructor(readonly path: string) {}

	/** Waits for the next execution to end. @param alive whether n8n still runs: large work can end it */
	async next(alive: () => boolean, timeoutMs: number): Promise<RunTimes | undefined> {
		const giveUpAt = Date.now() + timeoutMs;
		for (;;) {
			const line = this.lines()[this.read];
			if (line !== undefined) {
				this.read++;
				return JSON.parse(line) as RunTimes;
			}
			if (!alive()) return undefined;
			if (Date.now() > giveUpAt) throw new Error(`An execution has not ended within ${timeoutMs / 1000} s.`);
			await sleep(POLL_MS);
		}
	}

	/** What has ended by now is not asked for any more. */
	skip(): void {
		this.read = this.lines().length;
	}

	private lines(): string[] {
		try {
			return readFileSync(this.path, 'utf8').split('\n').slice(0, -1);
		} catch {
			return [];
		}
	}
}
