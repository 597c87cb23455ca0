import type { Mutant } from './mutants.mts';

const NODE = 'nodes/PushFeatures';
const MEMORY = `${NODE}/retry-memory.ts`;
const REPORT = `${NODE}/push-report.ts`;

/** Rules of the node, between n8n and the push of one plan. */
export const ofNode: Mutant[] = [
	{
		name: 'one that is cancelled while it waits drops the lock',
		file: `${NODE}/operations/push.operation.ts`,
		from: 'Promise.allSettled([before, turn])',
		to: 'Promise.allSettled([turn])',
		foundBy: 'test/unit/nodes/plan-lock.test.mts',
	},
	{
		name: 'there is no lock',
		file: `${NODE}/operations/push.operation.ts`,
		from: 'const before = queues.get(key) ?? Promise.resolve();',
		to: 'const before = Promise.resolve();',
	},
	{
		name: 'the lock is taken before the login',
		file: `${NODE}/operations/push.operation.ts`,
		from: "partnerCode === '' ? undefined : await session.ensureLogin(featuresUrl(baseUrl, planCode))",
		to: "partnerCode === '' ? undefined : await Promise.resolve(featuresUrl(baseUrl, planCode) && undefined)",
	},
	{
		name: 'what was read before another run pushed still counts',
		file: `${NODE}/operations/push.operation.ts`,
		from: 'Math.max(pushedAtMs.peek(key) ?? -Infinity, performance.now() - READ_FOR_MS)',
		to: 'performance.now() - READ_FOR_MS',
	},
	{
		name: 'a 200 that may be cut is a yes',
		file: `${NODE}/operations/push.operation.ts`,
		from: 'if (isAccepted(statusCode, body) && isComplete)',
		to: 'if (isAccepted(statusCode, body) && isComplete !== null)',
	},
	{
		name: 'a plan of another status than 200 is whole',
		file: 'nodes/shared/client.ts',
		from: "return method === 'GET' ? status === 200 : status >= 200",
		to: "return method === 'GET' ? status >= 200 && status <= 299 : status >= 200",
	},
	{
		name: 'a failed read is tried again while it is read back',
		file: `${NODE}/operations/push.operation.ts`,
		from: 'maxAttempts: 1 }',
		to: 'maxAttempts: 5 }',
		foundBy: 'test/integration/push/unknown-outcome.test.mts',
	},
	{
		name: 'the author is not sent',
		file: `${NODE}/operations/push.operation.ts`,
		from: 'pushFeaturesUrl(session.settings.baseUrl, planCode, author)',
		to: 'pushFeaturesUrl(session.settings.baseUrl, planCode, author.slice(0, 0))',
	},
	{
		name: 'a POST whose login failed is counted',
		file: 'nodes/shared/client.ts',
		from: 'if (unsent !== undefined) return unsent;',
		to: 'if (unsent !== undefined) request.onSend?.();\n\t\tif (unsent !== undefined) return unsent;',
		foundBy: 'test/integration/credential/dead-token.test.mts',
	},
	{
		name: 'a request is not given up at Stop',
		file: 'nodes/shared/client.ts',
		from: 'AbortSignal.any([timeout, this.cancelSignal])',
		to: 'AbortSignal.any([timeout])',
		foundBy: 'test/integration/waits/stop.test.mts',
	},
	{
		name: 'an agent is thrown at',
		file: REPORT,
		from: 'if (!run.isTool) throw',
		to: 'if (failure.message !== undefined) throw',
	},
	{
		name: 'a failure that stands first makes n8n push again',
		file: REPORT,
		from: 'const repeats = context.getNode().retryOnFail === true &&',
		to: 'const repeats = context.getNode().retryOnFail === undefined &&',
	},
	{
		name: 'other plans go on after On Error: Stop has ended the run',
		file: `${NODE}/operations/push.operation.ts`,
		from: "\t\t\trun.end(plan.ended.reason ?? knownFailure('cancelled'));\n",
		to: '',
	},
	{
		name: 'other plans are not read back after On Error: Stop has ended the run',
		file: `${NODE}/operations/push.operation.ts`,
		from: 'if (session.whyNotSend() === undefined || !mayRead(session)) return session;',
		to: 'if (session !== undefined) return session;',
	},
	{
		name: 'Stop reports one plan only',
		file: REPORT,
		from: 'withOtherPlans(failure, others)',
		to: 'withOtherPlans(failure, others.slice(others.length))',
	},
	{
		name: 'what was not pushed is not listed',
		file: REPORT,
		from: 'REPORTED.map((kind)',
		to: "REPORTED.filter((kind) => kind !== 'notPushed').map((kind)",
	},
	{
		name: 'what is in doubt is called safe to retry',
		file: REPORT,
		from: '!isUnknown(entry) && (entry.policy?',
		to: '(entry.policy?',
	},
	{
		name: 'what is in doubt makes no item fail',
		file: REPORT,
		from: "has('unknown', 'rejected', 'notPushed');",
		to: "has('rejected', 'notPushed');",
	},
	{
		name: 'what was pushed anyway is called safe to retry',
		file: REPORT,
		from: '(entry.policy?.skipExisting === true || !isPushed(entry))',
		to: 'entry.policy !== undefined',
	},
	{
		name: 'an attempt that sends nothing forgets what the attempts before sent',
		file: `${NODE}/operations/push.operation.ts`,
		from: '\t\tretryMemory.record([]);\n',
		to: '',
		foundBy: 'test/integration/push/retry-on-fail.test.mts',
	},
	{
		name: 'nothing is remembered for the next attempt of n8n',
		file: `${NODE}/operations/push.operation.ts`,
		from: '\t\tretryMemory.record(plans);\n',
		to: '',
	},
	{
		name: 'the next attempt of n8n restores nothing',
		file: `${NODE}/operations/push.operation.ts`,
		from: '\t\tretryMemory.restore(plan);\n',
		to: '',
	},
	{
		name: 'the next attempt of n8n forgets what is in doubt',
		file: MEMORY,
		from: 'plan.entries.filter(mayBeThere)',
		to: "plan.entries.filter(has('pushed', 'confirmed'))",
	},
	{
		name: 'the next attempt of n8n takes all features of an item for one',
		file: MEMORY,
		from: 'return `${itemIndex} ${path}`;',
		to: 'return `${itemIndex} ${path.slice(path.length)}`;',
		foundBy: 'test/unit/nodes/retry-memory.test.mts',
	},
	{
		name: 'runs without an execution id share a memory',
		file: MEMORY,
		from: "typeof executionId !== 'string' || executionId === ''",
		to: 'executionId === null',
		foundBy: 'test/unit/nodes/retry-memory.test.mts',
	},
	{
		name: 'the process does not remember what is in doubt',
		file: MEMORY,
		from: '\t\tinDoubt.set(key, Math.max(equal.get(key)?.length ?? 0, inDoubt.peek(key) ?? 0));\n',
		to: '',
	},
	{
		name: 'one equal feature is enough to forget what is in doubt',
		file: MEMORY,
		from: 'shown.length >= (inDoubt.peek(key) ?? 0)',
		to: 'shown.length > 0',
		foundBy: 'test/unit/nodes/retry-memory.test.mts',
	},
	{
		name: 'the process remembers what is in doubt for a minute',
		file: MEMORY,
		from: 'const KEPT_MS = 120_000;',
		to: 'const KEPT_MS = 60_000;',
	},
];
