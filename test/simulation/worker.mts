import './without-stacks.mts';
import { loadProcesses } from './code.mts';
import { simulate } from './simulate.mts';
import { switchOn } from './worlds.mts';

/** A piece of work: histories `from` up to `to` of a seed. */
export interface Piece {
	seed: string;
	from: number;
	to: number;
	mostFailures: number;
}

const [file, ...world] = process.argv.slice(2);
switchOn(world);
const processes = loadProcesses(file);

process.on('message', ({ seed, from, to, mostFailures }: Piece) => {
	void simulate(processes, seed, from, to, mostFailures).then((tally) => process.send?.(tally));
});
