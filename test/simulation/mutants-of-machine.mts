import type { Mutant } from './mutants.mts';

const MACHINE = 'service/push/machine.ts';
const BEGIN = 'service/push/begin.ts';
const STEPS = 'service/push/steps.ts';
const LOOK = 'service/push/look.ts';
const AFTER_LOOK = 'service/push/after-look.ts';
const OUTCOME = 'service/push/outcome.ts';

/** Laws of the machine that decides what is sent. */
export const ofMachine: Mutant[] = [
	{
		name: 'one look is enough before sending again',
		file: STEPS,
		from: 'return evidence !== undefined && evidence.lastMs - evidence.firstMs >= leastRestMs(state);',
		to: 'return evidence !== undefined && leastRestMs(state) > 0;',
	},
	{
		name: '422 after a lost answer is sent again with no look',
		file: MACHINE,
		from: 'const wasInDoubt = isInDoubt(state, batch);',
		to: "const wasInDoubt = isInDoubt(state, batch) && decision.action !== 'retry';",
	},
	{
		name: 'every 2xx is a yes',
		file: OUTCOME,
		from: 'status === 200 && body.length < 100 && AFFIRMATIVE.has(',
		to: 'status <= 299 || AFFIRMATIVE.has(',
	},
	{
		name: 'copies are not counted',
		file: STEPS,
		from: 'return isOnPlan(one) && !one.isCounted && (',
		to: 'return isOnPlan(one) && one.copies < 0 && (',
	},
	{
		name: 'what is known to be there is not matched first',
		file: LOOK,
		from: 'const shown = entriesWhere(state, isShown);',
		to: 'const shown = entriesWhere(state, () => false);',
	},
	{
		name: 'a part on the plan is taken for none',
		file: AFTER_LOOK,
		from: 'if (batch.found > 0 || state.partly !== undefined) return',
		to: 'if (state.partly !== undefined) return',
	},
	{
		name: 'what was lost is called safe to repeat',
		file: OUTCOME,
		from: "if (mayArrive || !['waiting', 'held', 'refused'].includes(fate.kind)) return false;",
		to: "if (mayArrive === undefined || !['waiting', 'held', 'refused', 'unknown'].includes(fate.kind)) return false;",
	},
	{
		name: 'the POST after a 401 is not counted',
		file: MACHINE,
		from: '\tstate.requests++;\n',
		to: '\tif (state.known[batch.indices[0]].fate !== UNDER_WAY) state.requests++;\n',
	},
	{
		name: 'what was lost is sent again without any look',
		file: STEPS,
		from: 'return indices.some((index) => known[index].mayArrive);',
		to: 'return indices.length < 0 && known.length < 0;',
	},
	{
		name: 'a run that ends early forgets what is under way',
		file: STEPS,
		from: 'if (unknown.length > 0) return ended(state, {',
		to: 'if (unknown.length > Infinity) return ended(state, {',
	},
	{
		name: 'Skip leaves nothing out',
		file: LOOK,
		from: 'if (one === undefined) missing.push(index);',
		to: 'if (one === undefined || index >= 0) missing.push(index);',
	},
	{
		name: 'Push Again leaves out like Skip',
		file: LOOK,
		from: '(index) => entries[index].rules.skipExisting',
		to: '(index) => entries[index] !== undefined',
	},
	{
		name: 'the look that counts copies forgets what else was lost',
		file: LOOK,
		from: 'isShown(one) || one.mayArrive',
		to: 'isShown(one)',
	},
	{
		name: 'the next try of n8n does not look for what is unknown',
		file: BEGIN,
		from: '\tconst unknown = closeFates(state);\n',
		to:
			'\tfor (const one of closeFates(state)) [known[one].fate, known[one].mayArrive] = [WAITING, false];\n' +
			'\tconst unknown: number[] = [];\n',
	},
	{
		name: 'what came twice is not noted when it is taken',
		file: MACHINE,
		from: '\t\t\tnoteSent(state, batch.indices, false);\n',
		to: '',
	},
	{
		name: 'the second half of a refused batch is dropped',
		file: STEPS,
		from: '[indices.slice(0, indices.length >> 1), indices.slice(indices.length >> 1)]',
		to: '[indices.slice(0, indices.length >> 1)]',
	},
	{
		name: 'recovered ones are not counted',
		file: OUTCOME,
		from: "if (fate.kind === 'recovered') counts.recovered++;",
		to: '',
	},
	{
		name: 'features of two authors share a request',
		file: BEGIN,
		from: 'const { group } = entries[index];',
		to: 'const { group } = entries[0];',
	},
	{
		name: 'Batch Size is not kept',
		file: STEPS,
		from: 'while (indices.length < most && queue.length > 0)',
		to: 'while (indices.length <= most && queue.length > 0)',
	},
	{
		name: 'a look that does not show what was acknowledged is evidence',
		file: AFTER_LOOK,
		from: 'const isEvidence = doubt === undefined && sight.unshown === 0;',
		to: 'const isEvidence = doubt === undefined;',
	},
	{
		name: 'a look of another status or from a cache is evidence',
		file: AFTER_LOOK,
		from: 'const isEvidence = doubt === undefined && sight.unshown === 0;',
		to: 'const isEvidence = sight.unshown === 0;',
	},
	{
		name: 'what is near does not keep from sending again',
		file: LOOK,
		from: "isUnclear: ours.some((one) => one?.likeness === 'near') || ",
		to: 'isUnclear: ',
	},
	{
		name: 'the plan is not compared again after 422',
		file: MACHINE,
		from: "=== 'planMigrating') state.isCompared",
		to: "=== 'rateLimited') state.isCompared",
	},
	{
		name: 'copies at the look that finds what was lost are not counted',
		file: AFTER_LOOK,
		from: 'leaveOutHeld(state, features);\n\t\tcountCopies(state, view);\n',
		to: 'leaveOutHeld(state, features);\n',
	},
];
