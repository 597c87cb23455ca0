import type { Program } from './programs.mts';
import { onePassed } from './tally.mts';
import type { Tally } from './tally.mts';
import type { SuiteChecks } from './traffic-checks.mts';

/**
 * Suites of one lane run one after the other, the two lanes side by side. `code` looks at the sources and runs them in
 * this process's Node; then come the guide, which has a clone of its own, and what is short. `n8n` starts a real n8n,
 * which waits more than it works.
 */
export const LANES = ['code', 'n8n'] as const;

export type Lane = (typeof LANES)[number];

/**
 * Where a suite's output goes: to the screen as it comes, or held until the suite has ended, so that two lanes do not
 * mix.
 */
export type Output = 'show' | 'hold';

/** What a suite came to, and what it printed where its output was held. */
export interface SuiteEnd {
	tally: Tally;
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
	lane: Lane;
	/** Without them it is skipped, with CI set it fails. */
	needs?: Program[];
	/** Why it runs with CI set or by its name only. */
	onlyInCi?: string;
	/** Why it runs by its name only, in CI too. */
	onlyByName?: string;
	/** With CI set it runs beside so many loops that keep a core busy each: nothing in it may rest on a quick machine. */
	busyLoopsInCi?: number;
	/** Starts what takes long before the suite's turn comes. */
	prepare?: () => void;
	/** A throw is one failure. */
	run: (output: Output) => Promise<SuiteEnd>;
}

/** A step that passes or fails as a whole. What `run` gives is printed. */
export function check(name: string, title: string, lane: Lane, run: () => Promise<unknown>): Suite {
	return {
		name,
		title,
		lane,
		run: async () => {
			const said = await run();
			return { tally: onePassed, printed: typeof said === 'string' ? said : undefined };
		},
	};
}
