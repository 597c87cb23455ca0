import type { Mutant } from './mutants.mts';

const MACHINE = 'service/push/machine.ts';
const STEPS = 'service/push/steps.ts';

/** Laws of the machine that decides what is sent. */
export const ofMachine: Mutant[] = [
	{
		name: 'one look is enough before sending again',
		file: STEPS,
		from: 'const LEAST_LOOKS = 2;',
		to: 'const LEAST_LOOKS = 1;',
	},
	{
		name: '422 after a lost answer is sent again with no look',
		file: MACHINE,
		from: 'if (isInDoubt(state, batch)) return lookAfterWait(state, batch, random, delayMs);',
		to: 'if (isOutcomeUnknown(fault)) return lookAfterWait(state, batch, random, delayMs);',
	},
	{
		name: 'every 2xx is a yes',
		file: 'service/push/affirmative.ts',
		from: 'status === 200 && body.length < 100 && AFFIRMATIVE.has(',
		to: 'status <= 299 || AFFIRMATIVE.has(',
	},
	{
		name: 'copies are not counted',
		file: STEPS,
		from: 'if (onPlanOf(state, state.uncounted).length > 0 &&',
		to: 'if (onPlanOf(state, state.uncounted).length > Infinity &&',
	},
	{
		name: 'what is known to be there is not matched first',
		file: 'service/push/looks.ts',
		from: 'const wanted = featuresOf(state, [...known, ...indices]);',
		to: 'known.length = 0;\n\tconst wanted = featuresOf(state, indices);',
	},
	{
		name: 'a part on the plan is taken for none',
		file: 'service/push/judge-look.ts',
		from: 'if (batch.found > 0 || state.partly !== undefined) return',
		to: 'if (state.partly !== undefined) return',
	},
	{
		name: 'what was lost is called safe to repeat',
		file: 'service/push/outcome.ts',
		from: "lost.has(index) || (kind !== 'waiting' && kind !== 'held' && kind !== 'refused')",
		to: "lost.size < 0 || (kind !== 'waiting' && kind !== 'held' && kind !== 'refused' && kind !== 'unknown')",
	},
	{
		name: 'the POST after a 401 is not counted',
		file: MACHINE,
		from: '\tstate.requests++;\n',
		to: '\tif (state.fates[batch.indices[0]] !== UNDER_WAY) state.requests++;\n',
	},
	{
		name: 'what was lost is sent again without any look',
		file: STEPS,
		from: 'return indices.some((index) => lost.has(index));',
		to: 'return indices.length < 0 && lost.size < 0;',
	},
	{
		name: 'a run that ends early forgets what is under way',
		file: STEPS,
		from: 'if (unknown.length > 0) end(state, {',
		to: 'if (unknown.length > Infinity) end(state, {',
	},
	{
		name: 'Skip leaves nothing out',
		file: 'service/push/looks.ts',
		from: 'if (place === undefined) return;',
		to: 'if (place !== null) return;',
	},
	{
		name: 'Push Again leaves out like Skip',
		file: 'service/push/looks.ts',
		from: 'filter((index) => entries[index].rules.skipExisting)',
		to: 'filter((index) => entries[index] !== undefined)',
	},
	{
		name: 'the look that counts copies forgets what else was lost',
		file: 'service/push/looks.ts',
		from: '...knownOnPlan(state), ...state.lost',
		to: '...knownOnPlan(state)',
	},
	{
		name: 'the next try of n8n does not look for what is unknown',
		file: MACHINE,
		from: 'if (unknown.length > 0) state.apart.push(newBatch(unknown));',
		to: 'setFates(state, unknown, WAITING);\n\tstate.lost.clear();',
	},
	{
		name: 'what came twice is not noted when it is taken',
		file: MACHINE,
		from: '\t\t\tnoteSecond(state, batch.indices);\n',
		to: '',
	},
	{
		name: 'the second half of a refused batch is dropped',
		file: 'service/push/give-up.ts',
		from: 'setApart(state, batch, indices.slice(half));',
		to: '',
	},
	{
		name: 'recovered ones are not counted',
		file: 'service/push/outcome.ts',
		from: "if (fate.kind === 'recovered') counts.recovered++;",
		to: '',
	},
	{
		name: 'features of two authors share a request',
		file: 'service/push/next-batch.ts',
		from: 'if (indices.length > 0 && group !== entries[indices[0]].group) break;',
		to: 'if (group === undefined) break;',
	},
	{
		name: 'Batch Size is not kept',
		file: 'service/push/next-batch.ts',
		from: 'if (indices.length >= rules.batchSize) break;',
		to: 'if (indices.length >= rules.batchSize + 1) break;',
	},
];
