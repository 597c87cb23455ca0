import type { Program } from './programs.mts';
import { onePassed } from './tally.mts';
import type { Tally } from './tally.mts';
import type { SuiteChecks } from './traffic-checks.mts';

/** What a suite came to. */
export interface SuiteEnd {
	tally: Tally;
	/** What a suite that passed has to say, in a line. */
	printed?: string;
	/** What failed and why, a text each. */
	failures?: string[];
	/** What its sandboxes have compared with the description of the service. */
	checks?: SuiteChecks;
}

/** One step of `npm test`. */
export interface Suite {
	/** For `npm test -- <name>`. */
	name: string;
	title: string;
	/** Without them it is skipped, with CI set it fails. */
	needs?: Program[];
	/** It begins when these have ended. */
	after?: string[];
	/** Beginnings of paths: without CI it runs where a file of these has changed since main. */
	whenChanged?: string[];
	/** Why it runs with CI set or by its name only. */
	onlyInCi?: string;
	/** Why it runs by its name only, in CI too. */
	onlyByName?: string;
	/** Starts what takes long before the suite's turn comes. */
	prepare?: () => void;
	/**
	 * A throw is one failure.
	 * @param reportProgress takes how far it has come, in a few words
	 */
	run: (reportProgress: (words: string) => void) => Promise<SuiteEnd>;
}

/** A step that passes or fails as a whole. What `run` gives is printed. */
export function check(name: string, title: string, run: () => Promise<unknown>): Suite {
	return {
		name,
		title,
		run: async () => {
			const said = await run();
			return { tally: onePassed, printed: typeof said === 'string' ? said : undefined };
		},
	};
}
