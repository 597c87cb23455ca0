import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { LoadedPlan } from '../../../nodes/PushFeatures/loaded-plan';
import { entriesOf } from '../../../nodes/PushFeatures/prepared-items';
import type { PlanPush } from '../../../nodes/PushFeatures/prepared-items';
import { RetryMemory, forgetShown, markInDoubt, recordInDoubt } from '../../../nodes/PushFeatures/retry-memory';
import type { Feature } from '../../../service/plan';
import type { Status } from '../../../service/push';
import { pushPolicy } from './push-policy.mts';

type Run = Pick<IExecuteFunctions, 'getNode' | 'getExecutionId' | 'evaluateExpression'>;

let nowMs = 0;

beforeEach(() => void jest.spyOn(performance, 'now').mockImplementation(() => nowMs));

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

function planOf(features: Feature[], statuses: Array<Status['kind']> = []): PlanPush {
	const inputs = features.map((feature, position) => ({
		itemIndex: 0,
		position,
		path: `[${position}]`,
		feature,
		problems: [],
	}));
	const items = [{ itemIndex: 0, planCode: 'pln', settings: pushPolicy, json: {}, inputs }];
	const plan = {
		...{ planCode: 'pln', partnerCode: '', matchColumns: [], items },
		...{ entries: entriesOf(items), loaded: new LoadedPlan([]), requests: 0, retries: 0 },
	};
	statuses.forEach((kind, index) => (plan.entries[index].status = { kind } as Status));
	return plan;
}

const zones = (...names: string[]) => names.map((name) => ({ type: 'zone', name }));

function restored(context: Run, features: Feature[]): string {
	const plan = planOf(features);
	new RetryMemory(context).restore(plan);
	return plan.entries.map(({ status }) => status.kind).join(' ');
}

describe('what a failed try sent', () => {
	it('is known to the next try of the same execution, node and run, for two minutes from its end', () => {
		const plan = { ...planOf(zones('a', 'b', 'c'), ['pushed', 'unknown', 'notPushed']), requests: 3, retries: 1 };
		new RetryMemory(run('A')).record([plan]);

		for (const other of [run('A', {}, 1), run('A', { id: 'other' }), run('B')])
			expect(restored(other, zones('a'))).toBe('pending');
		expect(restored(run('A'), zones('a', 'b', 'c'))).toBe('pushed unknown pending');
		const next = planOf(zones('a'));
		new RetryMemory(run('A')).restore(next);
		expect(next).toMatchObject({ requests: 3, retries: 1 });

		nowMs += 119_000;
		// A try that sends nothing keeps it.
		new RetryMemory(run('A')).record([]);
		nowMs += 119_000;
		expect(restored(run('A'), zones('a'))).toBe('pushed');
		nowMs += 2_000;
		expect(restored(run('A'), zones('a'))).toBe('pending');
	});

	it('is known by its place in the input, where expressions make it anew, too', () => {
		new RetryMemory(run('C')).record([planOf(zones('a 1', 'b 1', 'c'), ['rejected', 'pushed', 'unknown'])]);

		expect(restored(run('C'), zones('a 2', 'b 2', 'c'))).toBe('pending pushed unknown');
	});

	it.each([
		['without Retry On Fail', run('E', { retryOnFail: false })],
		['without an execution id', run(undefined)],
		['with an empty execution id', run('')],
	])('is not remembered %s', (_when, context) => {
		new RetryMemory(context).record([planOf(zones('a'), ['pushed'])]);

		expect(restored(context, zones('a'))).toBe('pending');
	});

	it('is forgotten, the oldest first, where it is more than fits', () => {
		const many = Array.from({ length: 70_000 }, (_, index) => ({ name: `${index}` }));
		const plan = planOf(
			many,
			many.map(() => 'pushed'),
		);
		for (const id of ['F', 'G', 'H']) new RetryMemory(run(id)).record([plan]);

		expect(['F', 'G', 'H'].map((id) => restored(run(id), [many[0]]))).toEqual(['pending', 'pushed', 'pushed']);
	});
});

describe('what is in doubt', () => {
	const inDoubt = (key: string, ...names: string[]) => {
		const { entries } = planOf(zones(...names));
		markInDoubt(key, entries);
		return entries.map(({ isInDoubt }) => isInDoubt === true);
	};

	const note = (features: Feature[], statuses: Array<Status['kind']>) => {
		const { entries } = planOf(features, statuses);
		recordInDoubt(
			'plan',
			entries.filter(({ status }) => status.kind === 'unknown'),
			entries,
		);
		forgetShown('plan', entries);
	};

	it('is known to every push of the plan, for two minutes from the end of its request', () => {
		note(zones('a'), ['unknown']);
		nowMs += 60_000;
		note(zones('b'), ['unknown']);

		expect(inDoubt('plan', 'a', 'b', 'c')).toEqual([true, true, false]);
		expect(inDoubt('other plan', 'a')).toEqual([false]);
		nowMs += 61_000;
		expect(inDoubt('plan', 'a', 'b')).toEqual([false, true]);
		nowMs += 61_000;
		expect(inDoubt('plan', 'a', 'b')).toEqual([false, false]);
	});

	it('is known no more once a read has shown it', () => {
		note(zones('a', 'b'), ['unknown', 'unknown']);
		forgetShown('plan', planOf(zones('a', 'b'), ['confirmed', 'unknown']).entries);

		expect(inDoubt('plan', 'a', 'b')).toEqual([false, true]);
	});

	it('is known by what it gives, also where a value is given empty', () => {
		nowMs += 200_000;
		note([{ type: 'zone', name: 'a' }], ['unknown']);
		const { entries } = planOf([
			{ type: 'zone', name: 'a', note: null, data: [{ key: 'dfld_1', name: 'L', value: '' }] },
		]);
		markInDoubt('plan', entries);

		expect(entries[0].isInDoubt).toBe(true);
	});

	it('is known until a read has shown as many equal ones as the plan should have', () => {
		nowMs += 200_000;
		note(zones('a', 'a'), ['skipped', 'unknown']);
		expect(inDoubt('plan', 'a')).toEqual([true]);

		forgetShown('plan', planOf(zones('a'), ['skipped']).entries);
		expect(inDoubt('plan', 'a', 'a')).toEqual([true, true]);

		forgetShown('plan', planOf(zones('a', 'a'), ['skipped', 'skipped']).entries);
		expect(inDoubt('plan', 'a')).toEqual([false]);
	});
});
