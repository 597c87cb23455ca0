import { loadExecute } from './code.mts';
import { simulate } from './simulate.mts';

/** A piece of work: histories `from` up to `to` of a seed. */
export interface Piece {
	seed: string;
	from: number;
	to: number;
}

const [file] = process.argv.slice(2);
// The stacks of errors that are part of a history cost more than the rest of it.
Error.stackTraceLimit = 0;
const execute = loadExecute(file);

process.on('message', ({ seed, from, to }: Piece) => {
	void simulate(execute, seed, from, to).then((tally) => process.send?.(tally));
});
