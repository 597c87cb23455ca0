/**
 * What the simulation draws and judges beyond the first world, each by itself. A dimension is off where the code of the
 * push does not hold it yet: `npm run simulate -- --world behind` tries one all the same.
 */
export const held = {
	/** Reads that are some seconds behind, and the law that only what shows all that was acknowledged is evidence. */
	behind: true,
	/** Reads answered from a cache. */
	cached: true,
	/** Reads of status 203, 206, 207, and lists that hold nothing or a half. */
	oddReads: true,
	/** Services that change what they store, where it is equal afterwards. */
	equalChanges: true,
	/** Services that change what they store, where it is near afterwards. */
	changes: true,
	/** Plans that hold equal or near features, or the same Match By value, beforehand. */
	before: true,
	/** An answer that is no plain yes is never sent again. */
	answered: true,
	/** Answers whose end nobody can tell. */
	frames: true,
	/** No further send before 10 s after the loss. */
	patience: true,
	/** Who gets a plan's turn with Skip looks first, and again after 422. */
	turns: true,
	/** Pushes of a plan take turns in a process, also those of two credentials. */
	locks: true,
	/** A push with Skip that put something on the plan looks once more, and tells what came twice. */
	lastLook: true,
	/** Two workers of n8n. */
	processes: true,
	/** 400 that takes the good ones, names wrongly, or is about all. */
	refusals: true,
	/** 4xx of a push that took effect. */
	lies: true,
	/** One request is delivered twice. */
	again: true,
	/** The clock is set, a service whose clock differs, and Retry-After as a date. */
	clock: true,
	/** n8n's own Retry of an execution. */
	retry: true,
	/** `maxTries: 0` in an imported workflow. */
	zeroTries: true,
	/** Loops, and two Push nodes in a workflow. */
	follows: true,
	/** People who edit the plan meanwhile. */
	edits: true,
	/** Sources, authors and options that differ from item to item. */
	mixed: true,
	/** Batches are made by author, not by turns. */
	authors: true,
};

export type Dimension = keyof typeof held;
export type World = Record<Dimension, boolean>;

export const dimensions = Object.keys(held) as Dimension[];

/** Switches further dimensions on, in this process. @throws Error for a name that is none */
export function switchOn(names: readonly string[]): void {
	for (const name of names.includes('all') ? dimensions : names) {
		if (!Object.hasOwn(held, name)) throw new Error(`No dimension is called ${name}: ${dimensions.join(', ')}`);
		held[name as Dimension] = true;
	}
}

/** Does something while the laws of further dimensions are judged. */
export async function holding<T>(names: readonly Dimension[], work: () => Promise<T>): Promise<T> {
	const before = { ...held };
	switchOn(names);
	try {
		return await work();
	} finally {
		Object.assign(held, before);
	}
}
