import type { JobName } from './jobs.mts';

/**
 * How a level stands to the specification: it says so, it leaves it open ("not shown", or observed), or it says
 * something else.
 */
export type Mark = 'specified' | 'allowed' | 'unexpected';

/** One way in which a service may be. */
export interface Level {
	mark: Mark;
	/** What a person sets for such a service: fields of the credential. */
	credential?: { scope?: string };
	/** Jobs that can't work there, by words that say which thing is in the way. */
	stops?: Partial<Record<JobName | 'every', RegExp>>;
	/** For the table of what is unexpected and reported. */
	note?: string;
}

/** One thing that a service decides for itself. */
export interface Factor {
	section: string;
	/** What the nodes rest on because it was seen, for README. */
	observed?: string;
	levels: Record<string, Level>;
}

export const specified: Level = { mark: 'specified' };
export const allowed: Level = { mark: 'allowed' };

/** A level that a job may work with, or that it reports with this message. */
export function unexpected(note: string, words: RegExp): Level {
	return { mark: 'unexpected', note, stops: { every: words } };
}

/** A level that the specification allows, and that some jobs can't do without. */
export function without(stops: Level['stops']): Level {
	return { mark: 'allowed', stops };
}
