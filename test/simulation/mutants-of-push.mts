import type { Mutant } from './mutants.mts';

const PUSH = 'service/push/push-plan.ts';
const STATE = 'service/push/state.ts';

/** Rules of the push of one plan, and of what reads of the plan show. */
export const ofPush: Mutant[] = [
	{
		name: 'a push without a response is sent again',
		file: PUSH,
		from: "\t\t\t\t\tthrow new Stop({ reason: sent.reason, attempts });\n\t\t\t\tcase 'rejected':",
		to: "\t\t\t\t\tset(batch, PENDING);\n\t\t\t\t\tbreak;\n\t\t\t\tcase 'rejected':",
	},
	{
		name: 'a push without a response is counted as pushed',
		file: PUSH,
		from: "case 'unknown':\n",
		to: "case 'unknown':\n\t\t\t\t\treturn set(batch, PUSHED);\n",
	},
	{
		name: 'the plan is not read first',
		file: PUSH,
		from:
			'\t\tif (this.state.planBefore === undefined) await this.read();\n' +
			'\t\telse reconcile(this.state, this.state.planBefore);\n',
		to: '',
	},
	{
		name: 'the plan is read first with Push Anyway',
		file: PUSH,
		from: 'entry.policy.skipExisting && (isPending(entry) || isUnknown(entry))',
		to: '(isPending(entry) || isUnknown(entry))',
	},
	{
		name: 'the plan is not read again after 422 and 503',
		file: PUSH,
		from: 'if (policy.skipExisting && mayOthersPush(error)) await this.read();',
		to: 'if (policy.skipExisting && mayOthersPush(undefined)) await this.read();',
	},
	{
		name: 'one read is enough to call the outcome unknown',
		file: PUSH,
		from: 'const READ_BACK_WAITS = [1, 3, 8, 20];',
		to: 'const READ_BACK_WAITS = [1];',
	},
	{
		name: 'an ending forgets what is in doubt',
		file: PUSH,
		from: "set(state.entries.filter(isPending), { kind: 'notPushed' });",
		to: "set(state.entries.filter(has('pending', 'unknown')), { kind: 'notPushed' });",
	},
	{
		name: 'a feature is in doubt only once its response is missing',
		file: PUSH,
		from: '\t\tset(batch, UNKNOWN);\n\t}\n',
		to: '\t}\n',
	},
	{
		name: 'what the service did not take is in doubt',
		file: PUSH,
		from: "case 'notTaken': {\n\t\t\t\t\tset(batch, PENDING);\n",
		to: "case 'notTaken': {\n",
	},
	{
		name: 'what another push left in doubt is sent',
		file: PUSH,
		from: '(isUnknown(entry) || entry.isInDoubt === true)',
		to: 'isUnknown(entry)',
	},
	{
		name: 'the POST after a 401 is not counted',
		file: PUSH,
		from: '\t\tthis.state.requests++;\n',
		to: '\t\tif (!batch.some(isUnknown)) this.state.requests++;\n',
	},
	{
		name: 'the POST after a 401 is a retry',
		file: PUSH,
		from: 'if (attempts > 1 && isPending(batch[0])) this.state.retries++;',
		to: 'if (attempts > 1 || isUnknown(batch[0])) this.state.retries++;',
	},
	{
		name: 'the second half of a rejected batch is dropped',
		file: PUSH,
		from: '\t\tawait this.pushBatch(left);\n',
		to: '',
	},
	{
		name: 'Isolate never finds that it is about the plan',
		file: PUSH,
		from: 'if (isAboutPlan && !entries.some(isOnPlan)) {',
		to: 'if (isAboutPlan && left.length < 0) {',
		foundBy: 'test/unit/service/push/push-plan.test.mts',
	},
	{
		name: 'Isolate works with Push Anyway',
		file: PUSH,
		from: 'if (policy.isolate && policy.skipExisting) return await this.split',
		to: 'if (policy.isolate) return await this.split',
	},
	{
		name: 'Isolate does not look for what was taken of a rejected request',
		file: PUSH,
		from: 'const index = this.acceptsPartially === false ? undefined : await this.read();',
		to: 'const index = undefined as PlanIndex | undefined;',
		foundBy: 'test/unit/service/push/push-plan.test.mts',
	},
	{
		name: 'what the service took of a rejected request and changed is sent again',
		file: PUSH,
		from: '\t\tif (index !== undefined) reconcile(this.state, index);\n',
		to: '',
		foundBy: 'test/unit/service/push/push-plan.test.mts',
	},
	{
		name: 'features of two authors share a request',
		file: PUSH,
		from: 'groupBy(entries, ({ policy }) => textOf(policy))',
		to: 'groupBy(entries, () => textOf(entries[0].policy))',
	},
	{
		name: 'Batch Size is not kept',
		file: PUSH,
		from: 'if (batch.length < entry.policy.batchSize) continue;',
		to: 'if (batch.length <= entry.policy.batchSize) continue;',
	},
	{
		name: 'Skip leaves nothing out',
		file: PUSH,
		from: "if (found.kind === 'new' || isOther)",
		to: 'if (index !== undefined || isOther)',
	},
	{
		name: 'Push Anyway leaves out like Skip',
		file: PUSH,
		from: 'const skipping = entries.filter(({ policy }) => policy.skipExisting);',
		to: 'const skipping = entries.filter(({ policy }) => policy !== undefined);',
	},
	{
		name: 'what is known to be there is not matched first',
		file: PUSH,
		from: 'const settled = entries.filter(isSettled);',
		to: 'const settled = entries.filter(isSettled).slice(entries.length);',
	},
	{
		name: 'what differs is counted again at the next read',
		file: PUSH,
		from: 'equalNow.slice(0, swaps)',
		to: 'equalNow.slice(0, 0)',
		foundBy: 'test/unit/service/push/push-plan.test.mts',
	},
	{
		name: 'what differs is equal once an equal feature is there',
		file: PUSH,
		from: 'equalNow.slice(0, swaps)',
		to: 'equalNow',
		foundBy: 'test/unit/service/push/push-plan.test.mts',
	},
	{
		name: 'what is in doubt is taken for existing',
		file: PUSH,
		from: "entry.status = { kind: 'confirmed' };",
		to: "entry.status = { kind: 'skipped', differs: false };",
		foundBy: 'test/unit/service/push/push-plan.test.mts',
	},
	{
		name: 'an outline alone confirms what is in doubt',
		file: PUSH,
		from: "found.kind === 'existing' && index.isMatch(entry.feature, found.index, 'normalized')",
		to: "found.kind === 'existing'",
		foundBy: 'test/unit/service/push/push-plan.test.mts',
	},
	{
		name: 'what the push put there is another feature of it',
		file: PUSH,
		from: 'candidates.every((one) => taken.has(one))',
		to: 'candidates.length < 0',
		foundBy: 'test/unit/service/push/push-plan.test.mts',
	},
	{
		name: 'what differs is left out as equal',
		file: PUSH,
		from: "const DIFFERENT: Status = { kind: 'skipped', differs: true };",
		to: "const DIFFERENT: Status = { kind: 'skipped', differs: false };",
	},
	{
		name: 'every 2xx is a yes',
		file: 'nodes/PushFeatures/operations/push.operation.ts',
		from: 'status === 200 && body.length < 100 && ACCEPTED_BODIES.has(',
		to: 'status <= 299 || ACCEPTED_BODIES.has(',
	},
	{
		name: 'confirmed ones are not counted',
		file: STATE,
		from: "count(has('pushed', 'confirmed'))",
		to: "count(has('pushed'))",
	},
];
