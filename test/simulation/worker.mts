import './without-stacks.mts';
import { loadProcesses } from './code.mts';
import { simulate } from './simulate.mts';

/** A piece of work: histories `from` up to `to` of a seed. */
export interface Chunk {
	seed: string;
	from: number;
	to: number;
	maxFailures: number;
}

const [file] = process.argv.slice(2);
const processes = loadProcesses(file);

process.on('message', ({ seed, from, to, maxFailures }: Chunk) => {
	void simulate(processes, seed, from, to, maxFailures).then((tally) => process.send?.(tally));
});
