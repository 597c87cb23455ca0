import type { Program } from './programs.mts';
import { onePassed } from './tally.mts';
import type { Tally } from './tally.mts';

/** One step of `npm test`. */
export interface Suite {
	/** For `npm test -- <name>`. */
	name: string;
	title: string;
	/** Without them it is skipped, with CI set it fails. */
	needs?: Program[];
	/** Why it runs with CI set or by its name only. */
	onlyInCi?: string;
	/** Starts what takes long before the suite's turn comes. */
	prepare?: () => void;
	/** A throw is one failure. */
	run: () => Promise<Tally>;
}

/** A step that passes or fails as a whole. */
export function check(name: string, title: string, run: () => Promise<unknown>): Suite {
	return {
		name,
		title,
		run: async () => {
			await run();
			return onePassed;
		},
	};
}
