import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { Feature } from '../../../service/plan';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { byColumns, push } from '../../support/engine/steps.mts';
import { fileOf, rowsOf } from './read-sheet.mts';
import { keys, sheetRows, square } from './sheet-plan.mts';

const service = useService();

/** Names with what programs write in another way: accents, dashes, blanks, capitals. */
const names = ['Café A-1', 'Röntgen B-2', 'Foyer C-3', 'Ærø Hall', 'Straße 5-b'];

const plan: Feature[] = names.map((name, index) => ({
	type: 'room',
	id: `room-${index}`,
	geometry: square(index * 2),
	data: [
		{ key: keys[0], name: 'Number', value: name },
		{ key: keys[1], name: 'Tenant', value: `Tenant ${index}` },
	],
}));

type Row = IDataObject;
type Edit = (rows: Row[]) => Row[];

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const at = fc.nat({ max: names.length });
const renamed = (change: (name: string) => string) =>
	at.map(
		(place): Edit =>
			(rows) =>
				rows.map((row, index) =>
					index === place && 'Number' in row ? { ...row, Number: change(text(row.Number)) } : row,
				),
	);
const appended = (row: (rows: Row[], place: number) => Row[]) =>
	at.map((place): Edit => (rows) => [...rows, ...row(rows, place)]);
const without = (column: string) => (row: Row) =>
	Object.fromEntries(Object.entries(row).filter(([name]) => name !== column)) as Row;

const edits: Array<fc.Arbitrary<Edit>> = [
	renamed((name) => name.normalize('NFD')),
	renamed((name) => name.replaceAll('-', '\u2013')),
	renamed((name) => name.replaceAll('-', '\u2011')),
	renamed((name) => name.replaceAll(' ', '\u00a0')),
	renamed((name) => ` ${name}\u200b `),
	renamed((name) => name.toUpperCase()),
	renamed((name) => name.toLowerCase()),
	renamed(() => ''),
	fc.constantFrom('Tenant', 'id', 'geometry').map(
		(column): Edit =>
			(rows) =>
				rows.map((row) => ({ ...row, [column]: '' })),
	),
	fc.constantFrom('Tenant', 'id', 'geometry').map(
		(column): Edit =>
			(rows) =>
				rows.map(without(column)),
	),
	appended((rows, place) => rows.slice(place, place + 1)),
	// A zone of a tenant lies on its room.
	appended((rows, place) =>
		rows
			.slice(place, place + 1)
			.map((row) => ({ ...row, id: '', type: 'zone', zoneType: 'tenanted', Number: `Lease of ${text(row.Number)}` })),
	),
	appended((_rows, place) => [{ type: 'room', Number: `New ${place}` }]),
	appended(() => [{ type: 'room', Number: 'Café A-2' }]),
	at.map(
		(place): Edit =>
			(rows) =>
				rows.filter((_row, index) => index !== place),
	),
	fc.constant<Edit>((rows) => [...rows].reverse()),
];

const folded = (value: unknown) =>
	text(value)
		.normalize('NFKC')
		.replace(/[\u200b]/g, '')
		.replace(/[\u2010-\u2015\u2212]/g, '-')
		.replace(/\s+/g, ' ')
		.trim()
		.toUpperCase()
		.toLowerCase()
		.normalize('NFC');

/** Whether no witness of a row names a feature of its kind, and no other row has its name. Told without the code. */
function isNew(row: Row, rows: Row[]): boolean {
	const name = folded(row.Number);
	if (name === '') return false;
	if (rows.some((other) => other !== row && folded(other.Number) === name)) return false;
	if (row.type !== 'room') return true;
	const there = sheetRows(plan);
	const marks = ['id', 'geometry'].some((mark) =>
		there.some((one) => text(row[mark]) !== '' && one[mark] === row[mark]),
	);
	return !marks && !names.some((one) => folded(one) === name);
}

test.each(['csv', 'xlsx'] as const)(
	'names that look alike are one behind %s: Push with Skip adds the rows that are new by every witness, once',
	async (format) => {
		const gained = { room: 0, zone: 0 };
		await fc.assert(
			fc.asyncProperty(fc.array(fc.oneof(...edits), { minLength: 1, maxLength: 6 }), async (sequence) => {
				const [planCode] = service.plans(1, plan);
				const edited = sequence.reduce((rows, edit) => edit(rows), sheetRows(plan) as Row[]);
				if (edited.length === 0) return;
				const items = rowsOf(fileOf(edited, format), format).map((row): Row => ({ planCode, ...row }));
				const skip = push({ existing: 'skip' }, byColumns('Number'));
				const run = async () =>
					await runNode({ ...skip, items, credential: service.credential(), onError: 'continueErrorOutput' });

				await run();
				const first = service.sandbox.features(planCode).slice(plan.length);
				await run();

				const wanted = items.filter((row) => isNew(row, items));
				expect(first.map(({ type }) => type).sort()).toEqual(wanted.map(({ type }) => type).sort());
				expect(service.sandbox.features(planCode)).toHaveLength(plan.length + first.length);
				for (const { type } of first) gained[type as 'room' | 'zone']++;
			}),
			{ numRuns: 60 },
		);
		expect(Math.min(gained.room, gained.zone)).toBeGreaterThan(0);
	},
	120_000,
);
