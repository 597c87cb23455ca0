import type { Mutant } from './mutants.mts';

const MACHINE = 'service/push/machine.ts';
const STEPS = 'service/push/steps.ts';
const AFTER_LOOK = 'service/push/after-look.ts';

/** Laws of what a look proves. */
export const ofSight: Mutant[] = [
	{
		name: 'the first date of a service is its clock, also out of a cache',
		file: MACHINE,
		from: '\tif (date.dateMs > expectedMs + DATE_MS) delete state.batch?.evidence;\n',
		to: '',
	},
	{
		name: 'an age in whole seconds is exact',
		file: MACHINE,
		from: 'toldMs - DATE_MS, byDateMs - DATE_MS)',
		to: 'toldMs, byDateMs)',
	},
	{
		name: 'a look that may be older than the last request is enough',
		file: AFTER_LOOK,
		from: 'const isEnough = isEvidence && isLater && !grows',
		to: 'const isEnough = isEvidence && !grows',
	},
	{
		name: 'what the comparison of a further try shows of a lost push is forgotten',
		file: AFTER_LOOK,
		from: '\tfor (const lost of state.apart) noteFound(state, lost, view);\n',
		to: '',
	},
	{
		name: 'the comparison of a further try counts no copies',
		file: AFTER_LOOK,
		from: 'see(state, [], view);\n\tcountCopies(state, view);\n',
		to: 'see(state, [], view);\n',
	},
	{
		name: 'copies of what is found are counted only once all of it is',
		file: AFTER_LOOK,
		from: 'countCopies(state, view, there);\n\tconst isAnswered',
		to: 'countCopies(state, view);\n\tconst isAnswered',
	},
	{
		name: 'a look at a refused batch counts no copies',
		file: AFTER_LOOK,
		from: 'countCopies(state, view, there);\n\tconst isEvidence = doubt',
		to: 'const isEvidence = doubt',
	},
	{
		name: 'a refused batch in doubt has surely had no effect',
		file: MACHINE,
		from: 'if (mayHoldSome) noteSent(state, indices, true);',
		to: 'if (mayHoldSome && !wasInDoubt) noteSent(state, indices, true);',
	},
	{
		name: 'a plan that refuses everything is not known after a lost answer',
		file: STEPS,
		from: 'const last = entriesWhere(state, isOpen).at(-1);',
		to: "const last = entriesWhere(state, ({ fate, mayArrive }) => fate.kind === 'waiting' && !mayArrive).at(-1);",
	},
];
