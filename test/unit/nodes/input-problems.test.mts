import { ItemReader, readRow, rowColumnsOf } from '../../../service/columns';
import { featureProblems } from '../../../service/plan';
import type { InputProblem } from '../../../nodes/PushFeatures/input-rules';
import type { Feature } from '../../../service/plan';
import { invalidInputFailure, invalidItemFailure, ProblemWriter } from '../../../nodes/PushFeatures/input-problems.ts';
import { featureLabels } from '../../../nodes/PushFeatures/feature-label.ts';
import { LoadedPlan } from '../../../nodes/PushFeatures/loaded-plan.ts';
import { ItemFailure } from '../../../nodes/shared/item-failure.ts';
import type { PreparedItem } from '../../../nodes/PushFeatures/input-features.ts';
import { processorMs } from '../growth.mts';
import { pushPolicy } from './push-policy.mts';

const key = (index: number) => `dfld_${String(index).padStart(25, '0')}`;
const list = <T,>(size: number, entry: (index: number) => T): T[] =>
	Array.from({ length: size }, (_none, index) => entry(index));
const item = (itemIndex: number, problems: InputProblem[]): PreparedItem => ({
	itemIndex,
	planCode: 'pln',
	settings: pushPolicy,
	json: {},
	inputs: [{ itemIndex, position: itemIndex, as: 'row', path: '', feature: undefined, problems }],
});
const planOf = (items: PreparedItem[]) => ({
	...{ planCode: 'pln', partnerCode: '', matchColumns: [], items },
	...{ entries: [], loaded: new LoadedPlan([]), requests: 0, retries: 0 },
});

test('20,000 rows with one wrong heading are one problem of less than 500 characters, with its reason first', () => {
	const data = [{ key: key(1), name: 'Tenant', value: 'X' }];
	const columns = rowColumnsOf([{ type: 'room', data }]);
	const items = list(20_000, (index): PreparedItem => {
		const { feature, problems } = readRow({ type: 'room', Tenant: `T${index}`, tenantd: 'x' }, columns, {
			extra: 'error',
		});
		return {
			...item(index, []),
			inputs: [{ itemIndex: index, position: index, as: 'row', path: '', feature, problems }],
		};
	});

	const { failure } = invalidInputFailure([planOf(items)], new Map()) ?? {};

	expect(failure?.message).toMatch(/^tenantd is neither .*: did you mean Tenant\?/);
	expect(failure?.message).toMatch(
		/ Found in 20000 rows: room T0 \(item 0\), room T1 \(item 1\), .* and 19997 more\. Nothing was sent$/,
	);
	expect(failure?.message.length).toBeLessThan(500);
	expect(failure?.details.problems).toEqual([
		{
			itemIndex: 0,
			position: 0,
			path: 'tenantd',
			message: expect.stringMatching(/^is neither/),
			count: 20_000,
			itemIndexes: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
		},
	]);
});

test('columns that the plan does not have are one line, with what some of them may mean', () => {
	const columns = rowColumnsOf([{ type: 'room', data: [{ key: key(1), name: 'Tenant', value: 'X' }] }]);
	const others = Object.fromEntries(list(40, (index) => [`Cost ${index}`, 'x']));
	const row = { type: 'room', Owner: 'x', Tennant: 'x', ...others, Tenant: '#N/A' };
	const items = list(2, (index) => item(index, readRow(row, columns, { extra: 'error' }).problems));

	const { failure } = invalidInputFailure([planOf(items)], new Map()) ?? {};

	expect(failure?.message).toMatch(/^Owner is neither .* 42 more problems\. Nothing was sent$/);
	const [same, cell, ...further] = failure?.advice.split('\n') ?? [];
	const named = list(19, (index) => `Cost ${index}`).join(', ');
	expect(same).toBe(`The same goes for 41 more columns: Tennant (Tenant?), ${named} and 21 more.`);
	expect(cell).toMatch(/^Tenant is #N\/A/);
	expect(further).toEqual(['Correct these items.']);
	expect(failure?.details.problems).toHaveLength(43);
});

test('each line ends with a full stop, and an item that gives nothing says what to do', () => {
	const failures = new Map([
		[1, new ItemFailure({ code: 'invalidInput', message: 'No plan code', advice: 'Choose a plan.' })],
		[3, new ItemFailure({ code: 'invalidInput', message: 'No plan code', advice: 'Choose a plan.' })],
	]);
	const items = [
		item(0, [{ path: 'type', rule: 'kind' }]),
		item(2, [{ path: 'Tenant', rule: 'errorCell', details: '#N/A' }]),
	];

	const { failure } = invalidInputFailure([planOf(items)], failures) ?? {};

	expect(failure?.message).toBe(
		'type must be the kind of the feature, such as zone. Found in item 0. 2 more problems. Nothing was sent',
	);
	expect(failure?.advice.split('\n')).toEqual([
		'No plan code. Choose a plan. Found in 2 items: item 1, item 3.',
		'Tenant is #N/A, a formula, an error or no value; correct the formula or expression, widen the column, or empty ' +
			'the cell. ' +
			'Found in item 2.',
		'Correct these items.',
	]);
});

test('what is listed is bounded', () => {
	const items = list(300, (index) => item(index, [{ path: `Column ${index}`, rule: 'text' }]));

	const { failure } = invalidInputFailure([planOf(items)], new Map()) ?? {};

	expect(failure?.details.problems).toHaveLength(100);
	expect(failure?.advice).toContain('… and 280 more problems.');
	expect(failure?.advice.length).toBeLessThan(4000);
});

test.each([
	[{ type: 'room', name: 'Lab', data: [] }, 'room Lab (item 0)'],
	[{ type: 'room', data: [{ key: key(1), name: 'Nr', value: '102' }] }, 'room 102 (item 0)'],
	[{ data: [{ key: key(1), name: 'Nr', value: '102' }] }, 'Nr 102 (item 0)'],
	[{ type: 'zone', data: [{ key: key(1), name: 'Nr', value: '' }] }, 'item 0'],
])('%j is called %s', (feature, label) => {
	const one = { itemIndex: 0, path: '', feature, problems: [] };

	expect(featureLabels([one], [])(one)).toBe(label);
});

test('a feature is called by what it is matched by, and else by a field that distinguishes features', () => {
	const features = list(20, (index) => ({
		itemIndex: index,
		path: '',
		problems: [],
		feature: {
			type: 'room',
			data: [
				{ key: key(1), name: 'House', value: 'A' },
				{ key: key(2), name: 'Nr', value: `${100 + index}` },
			],
		},
	}));
	const matched = featureLabels(features, [
		{ by: 'dataField', key: key(1) },
		{ by: 'dataField', key: key(2) },
	]);

	expect(featureLabels(features, [])(features[3])).toBe('room 103 (item 3)');
	expect(matched(features[3])).toBe('room A, 103 (item 3)');
});

test('of many features in one item, one is called by no value that others have, too', () => {
	const features = list(20, (index) => ({
		itemIndex: 0,
		path: `features[${index}]`,
		problems: [],
		feature: {
			type: 'room',
			data: [
				{ key: key(1), name: 'Use', value: 'office' },
				{ key: key(2), name: 'Nr', value: index < 10 ? '' : `${100 + index}` },
			],
		},
	}));
	const labelOf = featureLabels(features, []);

	expect(features.slice(9, 11).map(labelOf)).toEqual(['features[9] (item 0)', 'room 110 (item 0)']);
	expect(featureLabels([features[0]], [])({ ...features[0], path: '' })).toBe('room office (item 0)');
});

/** What took 5 to 20 s. A machine that is busy takes a few times as long as one that is not. */
const MAX_MS = 1500;

describe('what is wrong with many items is reported at once', () => {
	test('1,000 rows of 10 columns that a plan of 50 data fields does not know', () => {
		const names = list(50, (index) => ({ key: key(index), name: `A data field of a long name ${index}`, value: '' }));
		const columns = rowColumnsOf([{ type: 'zone', data: names }]);
		const row = Object.fromEntries(list(10, (index) => [`An data field of a lnog name ${index + 100}`, 'x']));
		let message = '';

		const tookMs = processorMs(() => {
			const items = list(1000, (index) => item(index, readRow(row, columns, { extra: 'error' }).problems));
			message = invalidInputFailure([planOf(items)], new Map())?.failure.message ?? '';
		});

		expect(message).toMatch(/^An data field of a lnog name 100 is neither .*did you mean /);
		expect(message).toMatch(
			/ Found in 1000 rows: item 0, item 1, item 2 and 997 more\. 9 more problems\. Nothing was sent$/,
		);
		expect(tookMs).toBeLessThan(MAX_MS);
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
			invalidInputFailure([planOf(items)], new Map());
		});

		expect(tookMs).toBeLessThan(MAX_MS);
	});

	test('one feature of 100,000 bad entries of data', () => {
		const data = list(100_000, () => ({ key: 'x', name: '', value: 7 }));

		const tookMs = processorMs(() => {
			const problems = featureProblems({ type: 'zone', data });
			expect(problems.length).toBeGreaterThanOrEqual(1000);
			expect(problems.length).toBeLessThan(1010);
			const one = item(0, problems);
			invalidItemFailure(planOf([one]), [one], new ProblemWriter());
			invalidInputFailure([planOf([one])], new Map());
		});

		expect(tookMs).toBeLessThan(MAX_MS);
	});
});

test.each(['[{"a":1},', '{"a":[1,2],', 'x'])('a cell of 20 MB of %s is a problem at once', (part) => {
	const columns = rowColumnsOf([{ type: 'room', data: [{ key: key(1), name: 'Note', value: 'x' }] }]);
	const text = part.repeat(20_000_000 / part.length);

	const tookMs = processorMs(() => {
		for (const name of ['geometry', 'Note']) {
			const item: Feature = { type: 'room', [name]: text };
			const { feature } = new ItemReader().read(item, columns);
			expect(readRow(feature, columns, { extra: 'error' })).toMatchObject({
				feature: { type: 'room' },
				problems: [{ path: name, rule: 'longCell' }],
			});
		}
	});

	expect(tookMs).toBeLessThan(2 * MAX_MS);
});
