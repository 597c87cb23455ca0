import type { Mutant } from './mutants.mts';

const NODE = 'nodes/PushFeatures';

/** Laws of the node, between n8n and the machine. */
export const ofNode: Mutant[] = [
	{
		name: 'one that is stopped while it waits drops the lock',
		file: `${NODE}/plan-push.ts`,
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
		from: '\tif (unsent !== undefined) return unsent;\n',
		to: '\tif (unsent !== undefined) request.onSend?.();\n\tif (unsent !== undefined) return unsent;\n',
	},
	{
		name: 'there is no lock',
		file: `${NODE}/plan-push.ts`,
		from: 'const before = lines.get(key) ?? Promise.resolve();',
		to: 'const before = Promise.resolve();',
	},
	{
		name: 'an agent is thrown at',
		file: `${NODE}/push-output.ts`,
		from: 'if (!isAgentTool(run.context.getNode())) throw',
		to: 'if (failure.message !== undefined) throw',
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
		from: 'memory.plans === undefined',
		to: 'memory.plans?.length !== -1',
	},
	{
		name: 'Stop tells of one plan only',
		file: `${NODE}/operations/push.operation.ts`,
		from: 'withOtherPlans(whole, others)',
		to: 'withOtherPlans(whole, others.slice(others.length))',
	},
	{
		name: 'a request is not given up at Stop',
		file: 'nodes/shared/request.ts',
		from: 'joinSignals(timeoutSignal, cancelSignal)',
		to: 'joinSignals(timeoutSignal, undefined)',
	},
	{
		name: 'other plans go on after On Error: Stop has ended the run',
		file: `${NODE}/operations/push.operation.ts`,
		from: '\t\t\trun.end(wholeFailure(plan) ?? cancelledFailure());\n',
		to: '',
	},
	{
		name: 'nothing is remembered for the next try of n8n',
		file: `${NODE}/operations/push.operation.ts`,
		from: '\t\tmemory.remember(plans);\n',
		to: '',
	},
	{
		name: 'a failure that stands first makes n8n push again',
		file: `${NODE}/push-output.ts`,
		from: 'const repeats = context.getNode().retryOnFail === true &&',
		to: 'const repeats = context.getNode().retryOnFail === undefined &&',
	},
	{
		name: 'what was not pushed is not listed',
		file: `${NODE}/amiss-words.ts`,
		from: '({ notPushed: locateEntries(entries, indices) })',
		to: '({ notPushed: locateEntries(entries, indices.slice(indices.length)) })',
	},
	{
		name: 'the author is not told',
		file: `${NODE}/plan-push.ts`,
		from: 'pushFeaturesAddress(settings.baseUrl, planCode, author)',
		to: 'pushFeaturesAddress(settings.baseUrl, planCode, author.slice(0, 0))',
	},
];
