import { byColumns } from '../../support/engine/steps.mts';
import type { INodeParameters } from 'n8n-workflow';
import { useService } from '../../support/engine/service.mts';
import { keys, sheetPlan } from './sheet-plan.mts';
import { through, valuesOf } from './through.mts';

const service = useService();
const byNumber = byColumns('Number');

/** Has two rooms with the Share of the new row, so that Share is no key. */
const withSharedValue = [...sheetPlan, { type: 'room', data: [{ key: keys[2], name: 'Share', value: '5 %' }] }];

test.each(['openpyxl-typed.xlsx', 'sheetjs-typed.xlsx'])(
	'a new row in %s that has the Share of one room is another room, where that one has a row of its own',
	async (file) => {
		const { results, error, gained } = await through(service, sheetPlan, file, byNumber);

		expect([results.at(-1), error]).toEqual(['new', undefined]);
		expect(gained.map(valuesOf)).toEqual([['3.140', '31.08.2024', '5 %', 'No', '7.50', '030']]);
	},
);

describe.each<[string, INodeParameters]>([
	['by number', byNumber],
	['as a whole', {}],
])('a table of a plan that is matched %s', (_how, options) => {
	test.each(['sheetjs.csv', 'libreoffice-english.csv', 'libreoffice-english.xlsx'])(
		'is the same behind %s, which rewrites dates, percents, zeros and decimals',
		async (file) => {
			const { results, error, gained } = await through(service, sheetPlan, file, options);

			expect(results).toEqual(['same', 'same', 'same', 'same', 'same']);
			expect([error, gained]).toEqual([undefined, []]);
		},
	);

	test.each(['libreoffice-german.xlsx', 'libreoffice-german.ods'])(
		'is the same behind %s, which takes 3.101 for a number of thousands',
		async (file) => {
			const { results, error, gained } = await through(service, sheetPlan, file, options);

			expect(results).toEqual(['same', 'same', 'same', 'same', 'same']);
			expect([error, gained]).toEqual([undefined, []]);
		},
	);

	test('is refused behind libreoffice-german.csv, which takes 3.101 for a number of thousands', async () => {
		const { results, error, gained } = await through(service, sheetPlan, 'libreoffice-german.csv', options);

		expect(results).toEqual(['unclear', 'unclear', 'unclear', 'unclear', 'unclear']);
		expect(error).toContain('values of Number look like "3.101"');
		expect(gained).toEqual([]);
	});

	test.each([
		['openpyxl-typed.xlsx', ['different', 'different', 'different', 'same', 'same', 'new', 'onlyOnPlan'], 5],
		['sheetjs-typed.xlsx', ['different', 'different', 'same', 'same', 'same', 'new', 'onlyOnPlan'], 3],
	])(
		'what was typed in %s is written as the values above it, and the new row is added once',
		async (file, told, count) => {
			const { results, changes, error, gained } = await through(service, withSharedValue, file, options);

			expect(error).toBeUndefined();
			expect(results).toEqual(told);
			expect(changes).toHaveLength(count);
			expect(changes).toEqual(
				expect.arrayContaining([
					{ field: 'Since', input: '01.07.2024', onPlan: '31.01.2024' },
					{ field: 'Share', input: '50 %', onPlan: '25 %' },
					{ field: 'Occupied', input: 'Yes', onPlan: 'No' },
				]),
			);
			expect(gained.map(valuesOf)).toEqual([['3.140', '31.08.2024', '5 %', 'No', '7.50', '030']]);
		},
	);
});
