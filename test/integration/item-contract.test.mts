import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { ON_ERROR, runNode } from './engine/outcome.mts';
import type { Outcome } from './engine/outcome.mts';
import { onceEach } from './engine/features.mts';
import { useService } from './engine/service.mts';
import { operations } from './item-contract.table.mts';

const ITEMS = [0, 1, 2];
const FAILING = { none: [], first: [0], middle: [1], last: [2], 'first and last': [0, 2], every: ITEMS };
const MAX_TRIES = 2;

describe.each(operations)('$name', (operation) => {
	const service = useService();
	const { writes, joinsItems, requestsPerItem } = operation;

	interface Contract {
		inputs: IDataObject[];
		bad: number[];
		good: number[];
		outcome: Outcome;
	}

	async function run(bad: number[], onError: (typeof ON_ERROR)[number], retryOnFail: boolean): Promise<Contract> {
		const inputs = ITEMS.map((index) => ({
			...(bad.includes(index) ? operation.bad(index) : operation.good(service, index)),
			column: `of item ${index}`,
		}));
		const credential = service.credential();
		const outcome = await runNode({
			...operation.step,
			items: inputs,
			credential,
			onError,
			retryOnFail,
			maxTries: MAX_TRIES,
		});
		return { inputs, bad, good: ITEMS.filter((index) => !bad.includes(index)), outcome };
	}

	/** What a request is about: equal ones of one run are sent once. */
	const subjectOf = ({ code, planCode }: IDataObject) => String(code ?? planCode);

	function requestsAbout(subject: string): number {
		return service.sandbox.requests.filter(({ path }) => path.includes(`/${subject}`)).length;
	}

	function expectRequests({ inputs, good, bad }: Contract, runs: number): void {
		const subjects = new Set(inputs.map(subjectOf));
		for (const subject of subjects) {
			expect([subject, requestsAbout(subject)]).toEqual([subject, requestsPerItem * runs]);
		}
		expect(good.length + bad.length).toBe(ITEMS.length);
	}

	function expectGood({ inputs, good }: Contract, outputs: INodeExecutionData[]): void {
		for (const index of good) {
			const own = outputs.filter(({ pairedItem }) => itemsOf(pairedItem).includes(index));
			for (const { pairedItem } of own) {
				expect(pairedItem).toEqual(joinsItems ? [{ item: index }] : { item: index });
			}
			operation.proves(own, inputs[index], service);
		}
	}

	function expectHeldOnce({ inputs, good }: Contract): void {
		if (operation.name !== 'pushFeatures push') return;
		for (const index of good) {
			const { planCode, features } = inputs[index];
			expect(service.held(String(planCode))).toEqual(onceEach(...(features as IDataObject[])));
		}
	}

	describe.each([false, true])('Retry On Fail %p', (retryOnFail) => {
		test.each(Object.entries(FAILING))('Stop: %s failing', async (_name, bad) => {
			const contract = await run(bad, 'stopWorkflow', retryOnFail);
			const { outcome, good, inputs } = contract;
			if (bad.length === 0) {
				expect(outcome.error).toBeUndefined();
				expect(pairsOf(outcome.success)).toEqual(ITEMS);
				expectGood(contract, outcome.success);
				expectRequests(contract, 1);
				return;
			}
			expect(bad).toContain(outcome.error?.context.itemIndex);
			expect(outcome.success).toEqual([]);
			for (const index of ITEMS) {
				const mayRepeat = !writes || operation.name === 'pushFeatures check' || !good.includes(index);
				expect(requestsAbout(subjectOf(inputs[index]))).toBeLessThanOrEqual(retryOnFail && mayRepeat ? MAX_TRIES : 1);
			}
			for (const index of good) {
				const counts = operation.name === 'pushFeatures push' ? Object.values(service.held(String(inputs[index].planCode))) : [];
				expect(counts.every((count) => count === 1)).toBe(true);
			}
		});

		test.each(Object.entries(FAILING))('Continue: %s failing', async (_name, bad) => {
			const contract = await run(bad, 'continueRegularOutput', retryOnFail);
			const { outcome, good } = contract;
			expect(outcome.error).toBeUndefined();
			expect(outcome.failed).toEqual([]);
			expect(pairsOf(outcome.success)).toEqual(writes ? [...good, ...bad] : ITEMS);
			expectGood(contract, outcome.success);
			expectRequests(contract, runsOf(bad, retryOnFail));
			expectErrorItems(outcome.success.filter((item) => 'error' in item.json), contract, {});
			expectHeldOnce(contract);
		});

		test.each(Object.entries(FAILING))('Continue (using error output): %s failing', async (_name, bad) => {
			const contract = await run(bad, 'continueErrorOutput', retryOnFail);
			const { outcome, good, inputs } = contract;
			expect(outcome.error).toBeUndefined();
			expect(pairsOf(outcome.success)).toEqual(good);
			expectGood(contract, outcome.success);
			expectRequests(contract, runsOf(bad, retryOnFail));
			expectErrorItems(outcome.failed, contract, inputs);
			expectHeldOnce(contract);
		});

		function expectErrorItems(items: INodeExecutionData[], { bad, good }: Contract, columns: IDataObject[] | object): void {
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(bad.map((item) => ({ item })));
			items.forEach((item, position) => {
				const index = bad[position];
				if (writes && retryOnFail && good.length === 0) {
					expect(item.json).toEqual({ error: expect.stringMatching(/\w.*\. \w/) });
					expect(item.error).toBeDefined();
					return;
				}
				expect(item.error).toBeUndefined();
				expect(item.json).toEqual({
					...Object(columns)[index],
					error: expect.stringMatching(/\w/),
					message: expect.stringMatching(/\w.*\. \w/),
					details: expect.objectContaining({ itemIndex: index, safeToRetry: true }),
				});
			});
		}
	});

	/** n8n runs a node again when the first of all items has failed: reads can stand it. */
	function runsOf(bad: number[], retryOnFail: boolean): number {
		return retryOnFail && !writes && bad.includes(0) ? MAX_TRIES : 1;
	}
});

function itemsOf(pairedItem: INodeExecutionData['pairedItem']): number[] {
	return [pairedItem ?? []].flat().map((pair) => (typeof pair === 'object' ? pair.item : pair));
}

/** The inputs of output items in their order, each once. */
function pairsOf(outputs: INodeExecutionData[]): number[] {
	return [...new Set(outputs.flatMap(({ pairedItem }) => itemsOf(pairedItem)))];
}
