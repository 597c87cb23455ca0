import { ofNode } from './mutants-of-node.mts';
import { ofPush } from './mutants-of-push.mts';
import { ofResponses } from './mutants-of-responses.mts';

/** A rule taken out of the code: the text of one file is replaced. */
export interface Mutant {
	name: string;
	file: string;
	from: string;
	to: string;
	/** This test finds it, where the simulation does not generate what it takes. */
	foundBy?: string;
}

/** The simulation, or the test that one names, has to find each of these. */
export const mutants: Mutant[] = [...ofPush, ...ofNode, ...ofResponses];
