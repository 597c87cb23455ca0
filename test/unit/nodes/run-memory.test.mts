import type { IExecuteFunctions, INode } from 'n8n-workflow';
import type { PlanPush } from '../../../nodes/PushFeatures/plan-entries';
import { RunMemory } from '../../../nodes/PushFeatures/run-memory';

type Run = Pick<IExecuteFunctions, 'getNode' | 'getExecutionId' | 'evaluateExpression'>;

function run(executionId: string | undefined, node: Partial<INode> = {}, runIndex = 0): Run {
	return {
		getNode: () => ({
			id: 'push',
			name: 'Push',
			type: 'pushFeatures',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
			retryOnFail: true,
			maxTries: 3,
			...node,
		}),
		// n8n types it as text, and gives none under the MCP Server Trigger.
		getExecutionId: () => executionId as string,
		evaluateExpression: () => runIndex,
	};
}

describe('what a run did', () => {
	it('is known to its next try, and to no other run', () => {
		const plans: PlanPush[] = [];
		new RunMemory(run('A')).remember(plans);

		expect(new RunMemory(run('A', {}, 1)).plans).toBeUndefined();
		expect(new RunMemory(run('A', { id: 'other' })).plans).toBeUndefined();
		expect(new RunMemory(run('B')).plans).toBeUndefined();
		expect(new RunMemory(run('A')).plans).toBe(plans);
	});

	it.each([
		['without Retry On Fail', run('C', { retryOnFail: false })],
		['without an execution id', run(undefined)],
		['with an empty execution id', run('')],
	])('is not remembered %s', (_when, context) => {
		new RunMemory(context).remember([]);

		expect(new RunMemory(context).plans).toBeUndefined();
	});

	it.each([0, 1, 3])('is kept whatever Max Tries says, because n8n takes %d for its own number', (maxTries) => {
		const context = run(`D${maxTries}`, { maxTries });
		for (let attempt = 0; attempt < 5; attempt++) new RunMemory(context).remember([]);

		expect(new RunMemory(context).plans).toBeDefined();
	});

	it('is still known after 9,999 other runs threw, counted from its own last throw', () => {
		new RunMemory(run('E')).remember([]);
		for (let other = 0; other < 9_999; other++) new RunMemory(run(`other ${other}`)).remember([]);
		const second = new RunMemory(run('E'));
		expect(second.plans).toBeDefined();
		second.remember([]);
		for (let other = 0; other < 9_999; other++) new RunMemory(run(`third ${other}`)).remember([]);

		expect(new RunMemory(run('E')).plans).toBeDefined();
		expect(new RunMemory(run('other 0')).plans).toBeUndefined();
	});
});
