import type { INodeParameters } from 'n8n-workflow';
import { useService } from '../../support/engine/service.mts';
import { byColumns } from '../../support/engine/steps.mts';
import { roomsPlan } from './sheet-plan.mts';
import { through, valuesOf } from './through.mts';

/** What people bring back of a plan with two rooms called WC and one of no number, by files of LibreOffice. */
const service = useService();
const byNumber = byColumns('Number');

const told = async (file: string, options: INodeParameters) => await through(service, roomsPlan, file, options);
const emptied = (onPlan: string) => ({ field: 'Tenant', input: null, onPlan });

describe.each<[string, INodeParameters]>([
	['by number', byNumber],
	['as a whole', {}],
])('rows that are matched %s', (how, options) => {
	const isByNumber = how === 'by number';

	test('an unedited export has one result for each row; a row without its number says nothing by number', async () => {
		const { results, changes, failed, error, gained } = await told('rooms-unedited.xlsx', options);

		const archive = isByNumber ? 'unclear' : 'same';
		expect(results).toEqual(['same', 'same', 'same', 'same', archive, 'same']);
		expect(changes).toEqual([]);
		expect(error === undefined).toBe(!isByNumber);
		expect([failed, gained]).toEqual([[], []]);
	});

	test('a third WC is unclear, never only on the plan; what needs no kind to be compared is new', async () => {
		const { results, failed, error, once, gained } = await told('rooms-with-notes.xlsx', options);

		const archive = isByNumber ? 'unclear' : 'same';
		expect(results).toEqual([
			...['same', 'same', 'same', 'same', archive, 'same'],
			...['new', isByNumber ? 'unclear' : 'new', 'unclear', 'new'],
		]);
		expect(failed).toEqual([]);
		expect(error).toMatch(/Nothing was sent$/);
		expect(once.map(valuesOf)).toEqual([['New wing', '']]);
		expect(gained).toEqual(once);
	});

	test('two columns are enough for Compare; each row and each feature of the plan gives one result', async () => {
		const { results, failed, gained } = await told('rooms-two-columns.csv', options);

		const archive = isByNumber ? 'unclear' : 'same';
		expect(results).toEqual(['same', 'same', 'same', 'same', archive, 'same', ...(isByNumber ? ['onlyOnPlan'] : [])]);
		expect([failed, gained]).toEqual([[], []]);
	});

	test('emptied cells are reported, each with what the plan has, also where all of a column are', async () => {
		const { changes, gained } = await told('rooms-emptied.ods', options);

		const tenants = isByNumber ? ['Anna', 'Ben', 'Dora'] : ['Anna', 'Ben', 'Archive', 'Dora'];
		expect(changes.filter(({ field }) => field === 'Tenant')).toEqual(tenants.map(emptied));
		expect(gained).toEqual([]);
	});

	test('a sheet of one row tells its emptied cell, and the others as only on the plan', async () => {
		const { results, changes, gained } = await told('rooms-one-row.csv', options);

		expect(results).toEqual(['different', ...Array<string>(5).fill('onlyOnPlan')]);
		expect(changes).toEqual([emptied('Anna')]);
		expect(gained).toEqual([]);
	});

	test('ids 1, 2, 3 of a database are not those of features, and the new row gets none', async () => {
		const { results, once, gained } = await told('database-ids.xlsx', options);

		expect(results.slice(0, 4)).toEqual(['same', 'same', 'same', 'new']);
		expect(once.map(valuesOf)).toEqual([['3.777', 'Flo']]);
		expect(once.map(({ id }) => id)).not.toContain('4');
		expect(gained).toEqual(once);
	});
});
