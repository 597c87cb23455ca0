import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { dataFields } from '../../../tools/sandbox/demo/constants.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { push } from '../../support/engine/steps.mts';

const service = useService();
/** With the first feature of a plan the service shows its data fields (section 2.3, rule 3), one of them Name. */
const fields = [...Object.values(dataFields).slice(0, 2), { key: `dfld_${'s'.repeat(25)}`, name: 'Since' }];
const kind = { type: 'zone', zoneType: 'common' };

const cell = fc.constantFrom<IDataObject[string]>(
	...[412, '412', '0413', '0007', 7, 7.5, '7,5', '1.000', 1000, 0.5, true, false, 'yes', 'no', null, ''],
	...['2026-01-05', '05.01.2026', '5 %', '50%', '€ 5.00', ' Anna ', 'anna'],
);

const row = fc.tuple(cell, ...fields.map(() => cell)).map(([name, ...cells]): IDataObject => {
	const columns = fields.map((field, index) => [`${field.name} (${field.key})`, cells[index]]);
	return { ...kind, name, ...Object.fromEntries(columns) };
});
const named = fc
	.tuple(cell, cell)
	.map(([name, kept]): IDataObject => ({ ...kind, name, [dataFields.tenant.name]: kept }));
const plain = cell.map((name): IDataObject => ({ ...kind, name: String(name) }));
const feature = cell.map((value): IDataObject => ({ ...kind, data: [{ ...fields[0], value: String(value) }] }));

const lists: ReadonlyArray<[string, fc.Arbitrary<IDataObject>, INodeParameters]> = [
	['whatever columns and cells then mean', fc.oneof(row, named, feature), { extraColumns: 'keep' }],
	['where rows have a name alone', plain, {}],
];

it.each(lists)('what a run has pushed to an empty plan the next one leaves out, %s', async (_which, one, options) => {
	let pushed = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 6 }), async (rows) => {
			const [planCode] = service.plans(1);
			const items = rows.map((each) => ({ ...each, planCode }));
			const step = push({ existing: 'skip', ...options }, { source: 'item' });
			const run = async () =>
				await runNode({ ...step, items, credential: service.credential(), onError: 'continueRegularOutput' });

			await run();
			const first = service.sandbox.features(planCode).length;
			pushed += first;
			await run();

			expect(service.sandbox.features(planCode)).toHaveLength(first);
		}),
		{ numRuns: 60 },
	);
	expect(pushed).toBeGreaterThan(40);
});
