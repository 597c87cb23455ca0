import { rowColumnsOf, rowWriter } from '../../../service/columns';
import type { Feature } from '../../../service/plan';
import type { JsonObject } from '../../../service/text';

const names = ['Number', 'Since', 'Share', 'Occupied', 'Area', 'Code'];
export const keys = names.map((_name, index) => `dfld_${String(index).padStart(25, 'k')}`);

const values = [
	['3.101', '31.01.2024', '25 %', 'Yes', '12.50', '007'],
	['3.102', '01.07.2024', '50 %', 'No', '8.25', '012'],
	['3.103', '15.03.2023', '75 %', 'Yes', '120.00', '100'],
	['3.110', '02.02.2024', '5 %', 'Yes', '9.75', '101'],
	['3.120', '31.12.2023', '12.5 %', 'No', '33.10', '020'],
];

export const square = (x: number) => ({
	type: 'Polygon',
	coordinates: [
		[
			[x, 0],
			[x + 1, 0],
			[x + 1, 1],
			[x, 0],
		],
	],
});

/** A plan whose fields look like what spreadsheet programs take for numbers, dates, percents and truth values. */
export const sheetPlan: Feature[] = values.map((row, index) => ({
	type: 'room',
	id: `room-${index}`,
	geometry: square(index * 2),
	data: row.map((value, field) => ({ key: keys[field], name: names[field], value })),
}));

const rooms = [
	['3.101', 'Anna'],
	['3.102', 'Ben'],
	['WC', ''],
	['WC', ''],
	['', 'Archive'],
	['3.120', 'Dora'],
];

/** A plan with two rooms of one name, and one of none. */
export const roomsPlan: Feature[] = rooms.map(([number, tenant], index) => ({
	type: 'room',
	id: `room-${index}`,
	geometry: square(index * 2),
	data: [
		{ key: keys[0], name: 'Number', value: number },
		{ key: keys[1], name: 'Tenant', value: tenant },
	],
}));

/** A plan's table, as Get Plan Features gives it. */
export function sheetRows(plan = sheetPlan): JsonObject[] {
	const columns = rowColumnsOf(plan);
	return plan.map((feature) => rowWriter(columns, { dropEmpty: false })(feature));
}
