import { loadExecute } from './code.mts';
import { simulate } from './simulate.mts';

/** A piece of work: histories `from` up to `to` of a seed. */
export interface Piece {
	seed: string;
	from: number;
	to: number;
}

const [folder] = process.argv.slice(2);
// The stacks of errors that are part of a history cost more than the rest of it.
Error.stackTraceLimit = 3;
const execute = await loadExecute(folder);

process.on('message', ({ seed, from, to }: Piece) => {
	void simulate(execute, seed, from, to).then((tally) => process.send?.(tally));
});
