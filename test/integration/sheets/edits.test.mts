import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { byColumns, push } from '../../support/engine/steps.mts';
import { fileOf, rowsOf } from './read-sheet.mts';
import { sheetPlan, sheetRows } from './sheet-plan.mts';

const service = useService();

/** How somebody, or a program, changes a table. */
type Edit = (rows: IDataObject[]) => IDataObject[];

const row = fc.nat({ max: 6 });
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const changeCell =
	(column: string, change: (value: unknown) => unknown) =>
	(at: number): Edit =>
	(rows) =>
		rows.map((one, index) =>
			index === at && column in one ? { ...one, [column]: change(one[column]) } : one,
		) as IDataObject[];

const edits: Array<fc.Arbitrary<Edit>> = [
	row.map(changeCell('Number', (value) => (/^[\d.]+$/.test(text(value)) ? Number(value) : value))),
	row.map(changeCell('Number', (value) => text(value).replace('.', ''))),
	row.map(changeCell('Number', (value) => ` ${text(value)}\u00a0`)),
	row.map(changeCell('Number', () => '')),
	row.map(changeCell('Number', () => '3.999')),
	row.map(changeCell('Number', () => '3.102')),
	row.map(changeCell('Since', () => 45474)),
	row.map(changeCell('Share', () => 0.5)),
	row.map(changeCell('Occupied', (value) => value === 'Yes')),
	row.map(changeCell('Area', (value) => Number(value))),
	row.map(changeCell('Code', (value) => Number(value))),
	row.map(changeCell('id', () => '')),
	row.map(changeCell('id', () => 7)),
	row.map(changeCell('geometry', () => '')),
	row.map(changeCell('type', () => '')),
	row.map(
		(at): Edit =>
			(rows) =>
				rows[at] === undefined ? rows : [...rows, { ...rows[at] }],
	),
	row.map(
		(at): Edit =>
			(rows) =>
				rows.filter((_row, index) => index !== at),
	),
	fc.constantFrom('id', 'geometry', 'Since', 'Share', 'Number').map(
		(column): Edit =>
			(rows) =>
				rows.map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => name !== column))) as IDataObject[],
	),
	fc.constant<Edit>((rows) => [...rows].reverse()),
	fc
		.constantFrom('3.140', '3.14', '4.001', '3141', '3.103')
		.map((number): Edit => (rows) => [...rows, { type: 'room', Number: number, Occupied: 'Yes' }]),
];

const digits = (value: unknown) => text(value).replace(/\D/g, '');
const onPlan = (column: string) => new Set(sheetRows().map((one) => text(one[column])));

/** Whether no witness of a row names a feature of the plan, and none of another row is it. Told without the code. */
function isNew(one: IDataObject, rows: IDataObject[]): boolean {
	const number = text(one.Number).trim();
	if (number === '' || one.type !== 'room' || !/^\d\.\d+$/.test(number)) return false;
	const asNumber = (value: unknown) => Number(text(value).trim());
	const isNear = sheetRows().some(
		(there) => digits(there.Number) === digits(number) || asNumber(there.Number) === asNumber(number),
	);
	const isMarked = ['id', 'geometry'].some((mark) => text(one[mark]) !== '' && onPlan(mark).has(text(one[mark])));
	const twins = rows.filter((other) => Number(text(other.Number).trim()) === Number(number));
	return !isNear && !isMarked && twins.length === 1;
}

test.each(['csv', 'xlsx'] as const)(
	'whatever becomes of a table on its way through %s: Push with Skip adds the rows that are new by every witness, once',
	async (format) => {
		let gained = 0;
		await fc.assert(
			fc.asyncProperty(fc.array(fc.oneof(...edits), { minLength: 1, maxLength: 6 }), async (sequence) => {
				const [planCode] = service.plans(1, sheetPlan);
				const edited = sequence.reduce((rows, edit) => edit(rows), sheetRows() as IDataObject[]);
				if (edited.length === 0) return;
				const items = rowsOf(fileOf(edited, format), format).map((one): IDataObject => ({ planCode, ...one }));
				const skip = push({ existing: 'skip' }, byColumns('Number'));
				const run = async () =>
					await runNode({ ...skip, items, credential: service.credential(), onError: 'continueErrorOutput' });

				await run();
				const first = service.sandbox.features(planCode).slice(sheetPlan.length);
				await run();

				expect(first).toHaveLength(items.filter((one) => isNew(one, items)).length);
				expect(service.sandbox.features(planCode)).toHaveLength(sheetPlan.length + first.length);
				gained += first.length;
			}),
			{ numRuns: 40 },
		);
		expect(gained).toBeGreaterThan(0);
	},
	120_000,
);
