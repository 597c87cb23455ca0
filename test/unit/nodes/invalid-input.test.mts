import { readRow, rowColumnsOf } from '../../../service/columns';
import { featureProblems } from '../../../service/plan';
import type { FeatureProblem } from '../../../service/plan';
import { adviceForRun } from '../../../nodes/PushFeatures/problem-words.ts';
import { invalidInputFailure, invalidItemFailure } from '../../../nodes/PushFeatures/invalid-input.ts';
import type { PreparedItem } from '../../../nodes/PushFeatures/prepared-items.ts';
import { processorMs } from '../growth.mts';

const settings: PreparedItem['settings'] = {
	author: '',
	partnerCode: '',
	batchSize: 1,
	skipExisting: true,
	isolate: false,
	refusePhotos: false,
	validate: true,
	matchColumns: [],
	maxRetries: 0,
	maxWaitMs: 0,
	timeoutMs: 0,
};
const key = (index: number) => `dfld_${String(index).padStart(25, '0')}`;
const list = <T,>(size: number, entry: (index: number) => T): T[] =>
	Array.from({ length: size }, (_none, index) => entry(index));
const item = (itemIndex: number, problems: FeatureProblem[]): PreparedItem => ({
	itemIndex,
	planCode: 'pln',
	settings,
	json: {},
	given: [{ itemIndex, row: {}, path: '', feature: undefined, problems }],
});

/** What took 5 to 20 s. A machine that is busy takes a few times as long as one that is not. */
const MOST_MS = 1500;

describe('what is wrong with many items is told at once', () => {
	test('1,000 rows of 10 columns that a plan of 50 data fields does not know', () => {
		const names = list(50, (index) => ({ key: key(index), name: `A data field of a long name ${index}`, value: '' }));
		const columns = rowColumnsOf([{ type: 'zone', data: names }]);
		const row = Object.fromEntries(list(10, (index) => [`An data field of a lnog name ${index + 100}`, 'x']));
		let message = '';

		const tookMs = processorMs(() => {
			const items = list(1000, (index) => item(index, readRow(row, columns, { extra: 'error' }).problems));
			message =
				invalidInputFailure({ items, failures: new Map(), unread: new Map(), hints: [] })?.failure.message ?? '';
		});

		expect(message).toMatch(
			/^Nothing was sent, because 1000 items are invalid\. Rows 2–1001 \(items 0–999\): An data field.*did you mean/,
		);
		expect(tookMs).toBeLessThan(MOST_MS);
	});

	test('1,000 rows whose unknown columns all differ', () => {
		const columns = rowColumnsOf([
			{ type: 'zone', data: list(50, (index) => ({ key: key(index), name: `Field ${index}` })) },
		]);

		const tookMs = processorMs(() => {
			const items = list(1000, (index) => {
				const row = Object.fromEntries(list(10, (at) => [`Feild ${index}-${at}`, 'x']));
				return item(index, readRow(row, columns, { extra: 'error' }).problems);
			});
			invalidInputFailure({ items, failures: new Map(), unread: new Map(), hints: [] });
		});

		expect(tookMs).toBeLessThan(MOST_MS);
	});

	test('one feature of 100,000 bad entries of data', () => {
		const data = list(100_000, () => ({ key: 'x', name: '', value: 7 }));

		const tookMs = processorMs(() => {
			const problems = featureProblems({ type: 'zone', data });
			expect(problems).toHaveLength(300_000);
			const one = item(0, problems);
			invalidItemFailure(one, adviceForRun());
			invalidInputFailure({ items: [one], failures: new Map(), unread: new Map(), hints: [] });
		});

		expect(tookMs).toBeLessThan(MOST_MS);
	});
});
