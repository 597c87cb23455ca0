import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { RecordedRequest } from '../../tools/sandbox/http/recorded-request.mts';
import { onceEach } from '../support/engine/features.mts';
import { ON_ERROR, runNode } from '../support/engine/outcome.mts';
import type { Outcome } from '../support/engine/outcome.mts';
import { inputsOf, itemsOf } from '../support/engine/pairs.mts';
import { useService } from '../support/engine/service.mts';
import { operations } from './item-contract.table.mts';

const ITEMS = [0, 1, 2];
const FAILING = Object.entries({
	none: [],
	first: [0],
	middle: [1],
	last: [2],
	'first and last': [0, 2],
	every: ITEMS,
});
const MAX_TRIES = 2;

interface Contract {
	inputs: IDataObject[];
	bad: number[];
	good: number[];
	retryOnFail: boolean;
	outcome: Outcome;
}

describe.each(operations)('$name', (operation) => {
	const service = useService();
	const { writes, joinsItems, requestsPerItem } = operation;
	const pushes = operation.name === 'pushFeatures push';

	async function run(bad: number[], onError: (typeof ON_ERROR)[number], retryOnFail: boolean): Promise<Contract> {
		const inputs = ITEMS.map((index) => ({
			...(bad.includes(index) ? operation.bad(index) : operation.good(service, index)),
			column: `of item ${index}`,
		}));
		const credential = service.credential();
		const run = { ...operation.step, items: inputs, credential, onError, retryOnFail, maxTries: MAX_TRIES };
		const outcome = await runNode(run);
		return { inputs, bad, good: ITEMS.filter((index) => !bad.includes(index)), retryOnFail, outcome };
	}

	/** Equal requests of one run are sent once, so they are told apart by what they are about. */
	function requestsAbout({ code, planCode }: IDataObject): RecordedRequest[] {
		return service.sandbox.requests.filter(({ path }) => path.includes(`/${String(code ?? planCode)}`));
	}

	/** n8n runs a node again when the first of all items has failed: reads can stand it, pushes must not meet it. */
	function expectRequests({ inputs, bad, retryOnFail }: Contract): void {
		const runs = retryOnFail && !writes && bad.includes(0) ? MAX_TRIES : 1;
		for (const input of inputs) expect(requestsAbout(input)).toHaveLength(requestsPerItem * runs);
	}

	function expectGood({ inputs, good }: Contract, outputs: INodeExecutionData[]): void {
		for (const index of good) {
			const own = outputs.filter((output) => itemsOf(output).includes(index));
			for (const { pairedItem } of own) expect(pairedItem).toEqual(joinsItems ? [{ item: index }] : { item: index });
			operation.proves(own, inputs[index], service);
		}
	}

	function heldBy({ planCode }: IDataObject): Record<string, number> {
		return pushes ? service.held(String(planCode)) : {};
	}

	function expectHeldOnce({ inputs, good }: Contract): void {
		for (const { planCode, features } of pushes ? good.map((index) => inputs[index]) : []) {
			expect(heldBy({ planCode })).toEqual(onceEach(...(features as IDataObject[])));
		}
	}

	/** @param columns what n8n merges in from the inputs */
	function expectErrorItems(
		items: INodeExecutionData[],
		{ bad, good, retryOnFail }: Contract,
		columns: IDataObject[],
	): void {
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(bad.map((item) => ({ item })));
		items.forEach((item, position) => {
			if (writes && retryOnFail && good.length === 0) {
				expect(item.json).toEqual({ error: expect.stringMatching(/\w.*\. \w/) });
				expect(item.error).toBeDefined();
				return;
			}
			const itemIndex = bad[position];
			expect(item.error).toBeUndefined();
			expect(item.json).toEqual({
				...columns[itemIndex],
				error: expect.stringMatching(/\w/),
				message: expect.stringMatching(/\w.*\. \w/),
				details: expect.objectContaining({ itemIndex, safeToRetry: true }),
			});
		});
	}

	describe.each([false, true])('Retry On Fail %p', (retryOnFail) => {
		test.each(FAILING)('Stop: %s failing', async (_name, bad) => {
			const contract = await run(bad, 'stopWorkflow', retryOnFail);
			const { outcome, good, inputs } = contract;
			if (bad.length === 0) {
				expect(outcome.error).toBeUndefined();
				expect(inputsOf(outcome.success)).toEqual(ITEMS);
				expectGood(contract, outcome.success);
				expectRequests(contract);
				expectHeldOnce(contract);
				return;
			}
			expect(bad).toContain(outcome.error?.context.itemIndex);
			expect(outcome.success).toEqual([]);
			for (const index of ITEMS) {
				const mayRepeat = retryOnFail && !(pushes && good.includes(index));
				expect(requestsAbout(inputs[index]).slice(mayRepeat ? MAX_TRIES : 1)).toEqual([]);
				expect(Math.max(0, ...Object.values(good.includes(index) ? heldBy(inputs[index]) : {}))).toBeLessThanOrEqual(1);
			}
		});

		test.each(FAILING)('Continue: %s failing', async (_name, bad) => {
			const contract = await run(bad, 'continueRegularOutput', retryOnFail);
			const { outcome, good } = contract;
			expect(outcome.error).toBeUndefined();
			expect(outcome.failed).toEqual([]);
			expect(inputsOf(outcome.success)).toEqual(writes ? [...good, ...bad] : ITEMS);
			expectGood(contract, outcome.success);
			expectRequests(contract);
			expectErrorItems(
				outcome.success.filter((item) => 'error' in item.json),
				contract,
				[],
			);
			expectHeldOnce(contract);
		});

		test.each(FAILING)('Continue (using error output): %s failing', async (_name, bad) => {
			const contract = await run(bad, 'continueErrorOutput', retryOnFail);
			const { outcome, good, inputs } = contract;
			expect(outcome.error).toBeUndefined();
			expect(inputsOf(outcome.success)).toEqual(good);
			expectGood(contract, outcome.success);
			expectRequests(contract);
			expectErrorItems(outcome.failed, contract, inputs);
			expectHeldOnce(contract);
		});
	});
});
