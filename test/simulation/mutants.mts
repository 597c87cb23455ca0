import { ofAnswers } from './mutants-of-answers.mts';
import { ofMachine } from './mutants-of-machine.mts';
import { ofNode } from './mutants-of-node.mts';
import { ofSight } from './mutants-of-sight.mts';

/** A law taken out of the code: the text of one file is replaced. */
export interface Mutant {
	name: string;
	file: string;
	from: string;
	to: string;
	/** Found by this test, because the simulation does not draw what it takes. */
	foundBy?: string;
}

/** The simulation has to find each of these, but for those that name another test. */
export const mutants: Mutant[] = [...ofMachine, ...ofSight, ...ofNode, ...ofAnswers];
