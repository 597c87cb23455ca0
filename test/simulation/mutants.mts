/** A law taken out of the code: the text of one file is replaced. */
export interface Mutant {
	name: string;
	file: string;
	from: string;
	to: string;
}

const MACHINE = 'service/push/machine.ts';
const STEPS = 'service/push/steps.ts';
const NODE = 'nodes/PushFeatures';

/** The simulation has to find each of these. */
export const mutants: Mutant[] = [
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
		name: '503 is certain',
		file: 'service/answer/retry.ts',
		from: 'status !== 501 && status !== 505',
		to: '![501, 503, 505].includes(status)',
	},
	{
		name: 'only 500, 502 and 504 are unknown',
		file: 'service/answer/retry.ts',
		from: 'if (status >= 500) return status !== 501 && status !== 505;',
		to: 'if (status >= 500) return [500, 502, 504].includes(status);',
	},
	{
		name: '408, 425 and 499 are certain',
		file: 'service/answer/retry.ts',
		from: 'status < 300 || [408, 425, 499].includes(status)',
		to: 'status < 300',
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
		name: 'one that is stopped while it waits drops the lock',
		file: `${NODE}/plan-lock.ts`,
		from: '\t\tleave();\n',
		to: '\t\tleave();\n\t\tif (lines.get(key) === line) lines.delete(key);\n',
	},
	{
		name: 'the lock is taken before the login',
		file: `${NODE}/operations/push.operation.ts`,
		from: "partnerCode === '' ? undefined : await ensureLogin(session, url)",
		to: 'undefined',
	},
	{
		name: 'a POST whose login failed is counted',
		file: 'nodes/shared/request.ts',
		from: '\t\tanswer = (await logInFirst(session, request.url)) ?? (await sendOnce(session, request));\n',
		to: '\t\tanswer = await sendOnce(session, request);\n',
	},
	{
		name: 'there is no lock',
		file: `${NODE}/plan-lock.ts`,
		from: 'const before = lines.get(key) ?? Promise.resolve();',
		to: 'const before = Promise.resolve();',
	},
	{
		name: 'an agent is thrown at',
		file: `${NODE}/push-output.ts`,
		from: 'if (!isAgentTool(node)) throw',
		to: 'if (node.name !== undefined) throw',
	},
	{
		name: 'runs without an execution id share a memory',
		file: `${NODE}/run-memory.ts`,
		from: "if (typeof executionId !== 'string' || executionId === '') return undefined;",
		to: '',
	},
	{
		name: 'the second try knows nothing of the first',
		file: `${NODE}/operations/push.operation.ts`,
		from: 'let plans = memory.plans;',
		to: 'let plans = memory.plans?.slice(Infinity).concat() ?? undefined;\n\tplans = undefined;',
	},
	{
		name: 'the POST after a 401 is not counted',
		file: MACHINE,
		from: '\tstate.requests++;\n',
		to: '\tif (state.fates[batch.indices[0]] !== UNDER_WAY) state.requests++;\n',
	},
	{
		name: 'Stop tells of one plan only',
		file: `${NODE}/operations/push.operation.ts`,
		from: 'withOtherPlans(whole, others)',
		to: 'withOtherPlans(whole, others.slice(others.length))',
	},
];
